package dev.broadside.client.spool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A file system, as far as an agent needs one. [LocalDisk] is real. Files and folders made here
/// are readable by their owner only. Creating, renaming and deleting are durable when the call
/// returns; what is written into a file is durable after [DiskFile#force()].
public interface Disk {

  /// Makes a folder and the ones above it, if they are missing.
  void createFolder(Path folder) throws IOException;

  /// The entries of a folder, sorted by name; none if there is no such folder.
  List<Path> list(Path folder) throws IOException;

  /// Opens a file for reading and writing, and makes it if it is missing.
  DiskFile open(Path file) throws IOException;

  /// Whether there is such a file or folder.
  boolean exists(Path path);

  /// Gives a file another name, in one step; a file of that name is replaced.
  void rename(Path from, Path to) throws IOException;

  /// Deletes a file or an empty folder; does nothing if it is missing.
  void delete(Path path) throws IOException;

  /// Replaces the content of a small file, in one step.
  default void replace(Path file, byte[] content) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    delete(fresh);
    try (DiskFile out = open(fresh)) {
      out.write(0, content);
      out.force();
    }
    rename(fresh, file);
  }
}
