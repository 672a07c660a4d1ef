package dev.broadside.client.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The paths on a worker's command line. None is secret: secrets come with the plan, through the
/// pipe.
///
/// @param pack the pack's file, of any name; its SHA-256 must be the one in the plan
/// @param drivers folder of JDBC driver jars; need not exist
/// @param counters the counter file to create, on a file system in memory if there is one: see
///   [dev.broadside.core.recorder.CounterFile]
public record WorkerArguments(Path pack, Path drivers, Path counters) {
  private static final String PACK = "--pack";
  private static final String DRIVERS = "--drivers";
  private static final String COUNTERS = "--counters";
  private static final String FRAMES = "--frames";

  /// Tells a worker that its frames go to the descriptor 3 that it was started with.
  public static final List<String> FRAMES_ON_3 = List.of(FRAMES, "/dev/fd/3");

  /// These paths as command line arguments.
  public List<String> toCommandLine() {
    return new ArrayList<>(
        List.of(
            PACK, pack.toAbsolutePath().toString(),
            DRIVERS, drivers.toAbsolutePath().toString(),
            COUNTERS, counters.toAbsolutePath().toString()));
  }

  /// Where a worker's frames go; empty for its standard output.
  public static Optional<Path> frames(String... line) {
    return Optional.ofNullable(read(line).get(FRAMES));
  }

  /// Reads the paths from a command line.
  ///
  /// @throws IllegalArgumentException if one is missing
  public static WorkerArguments parse(String... line) {
    Map<String, Path> paths = read(line);
    return new WorkerArguments(take(paths, PACK), take(paths, DRIVERS), take(paths, COUNTERS));
  }

  private static Map<String, Path> read(String... line) {
    Map<String, Path> paths = new HashMap<>();
    for (int i = 0; i + 1 < line.length; i += 2) {
      paths.put(line[i], Path.of(line[i + 1]));
    }
    return paths;
  }

  private static Path take(Map<String, Path> paths, String name) {
    Path path = paths.get(name);
    if (path == null) {
      throw new IllegalArgumentException("a worker needs " + name + " PATH");
    }
    return path;
  }
}
