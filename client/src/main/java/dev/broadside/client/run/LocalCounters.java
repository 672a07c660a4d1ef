package dev.broadside.client.run;

import dev.broadside.core.stat.CounterFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/// Names the counter files of local runs, and clears away those whose process was killed.
final class LocalCounters {
  private static final String PREFIX = "broadside-run-";

  private LocalCounters() {}

  /// A name that is not in use.
  static Path fresh() throws IOException {
    Path directory = CounterFile.directory();
    removeOrphans(directory);
    return directory.resolve(PREFIX + ProcessHandle.current().pid() + "-" + UUID.randomUUID());
  }

  private static void removeOrphans(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*-*")) {
      for (Path file : files) {
        String pid = file.getFileName().toString().substring(PREFIX.length()).replaceAll("-.*", "");
        if (pid.matches("\\d{1,18}")
            && Files.isWritable(file)
            && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
