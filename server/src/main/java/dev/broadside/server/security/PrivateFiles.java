package dev.broadside.server.security;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and directories that only their owner may read: 0600 and 0700, if the file system has such
/// permissions.
///
/// A file appears with its permissions and its name in one step, so that nobody else can ever read
/// it, and a crash leaves the old file or the new one.
final class PrivateFiles {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  static void createDirectory(Path directory) throws IOException {
    if (!posix(directory)) {
      Files.createDirectories(directory);
      return;
    }
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
      forceName(directory);
    }
    Files.setPosixFilePermissions(directory, DIRECTORY);
  }

  static void write(Path file, byte[] bytes) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    try (FileChannel out =
        FileChannel.open(
            draft, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), rights(file))) {
      out.write(ByteBuffer.wrap(bytes));
      out.force(true);
    }
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceName(file);
  }

  /// Makes the name of a file or directory durable: without it the content would be lost.
  static void forceName(Path path) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    // Windows keeps names durable by itself, and opens no directory as a file.
    if (directory != null && posix(directory)) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /// Removes permissions of others from a file that came from elsewhere, such as a backup.
  static void restrict(Path file) throws IOException {
    if (posix(file)) {
      Files.setPosixFilePermissions(file, FILE);
    }
  }

  private static FileAttribute<?>[] rights(Path file) {
    return posix(file)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE)}
        : new FileAttribute<?>[0];
  }

  private static boolean posix(Path path) {
    Path existing = path.toAbsolutePath();
    while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return Files.getFileAttributeView(existing, PosixFileAttributeView.class) != null;
  }
}
