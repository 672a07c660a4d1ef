package dev.broadside.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A folder that goes, with everything in it, when it is closed.
public record TempFolder(Path path) implements AutoCloseable {
  public static TempFolder create(String prefix) throws IOException {
    return new TempFolder(Files.createTempDirectory(prefix));
  }

  public Path resolve(String name) {
    return path.resolve(name);
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path one : deepestFirst) {
        Files.delete(one);
      }
    }
  }
}
