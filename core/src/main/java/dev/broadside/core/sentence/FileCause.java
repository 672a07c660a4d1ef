package dev.broadside.core.sentence;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/// Why a file or folder cannot be used, in words for a sentence that names it already: the
/// platform's own messages are often nothing but the name.
public final class FileCause {
  private FileCause() {}

  /// The cause without a full stop, and without the name of a Java class if it has a message.
  public static String of(IOException thrown) {
    return switch (thrown) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "a file of that name is there";
      case NotDirectoryException _ -> "it is not a folder";
      case FileSystemException system when system.getReason() != null -> system.getReason();
      default -> Optional.ofNullable(thrown.getMessage()).orElse(thrown.getClass().getSimpleName());
    };
  }
}
