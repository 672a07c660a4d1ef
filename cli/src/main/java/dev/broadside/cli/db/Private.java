package dev.broadside.cli.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and folders that only their owner can read.
final class Private {
  private Private() {}

  /// Writes a new file; an old one of that name goes first, since it might be readable by others.
  static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, permissions("rw-------"));
    Files.writeString(file, text, StandardOpenOption.WRITE);
  }

  /// Makes a folder unless it exists.
  static void createFolder(Path folder) throws IOException {
    Files.createDirectories(folder, permissions("rwx------"));
  }

  private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }
}
