package dev.broadside.client.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// How long the CPU quota of this process's control group, or of one above it, has stopped it, as
/// Linux counts in `cpu.stat`. Knows both versions of control groups; for one thread.
final class CpuQuota {
  private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");
  private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
  private static final String FILE = "cpu.stat";
  private static final String MICROS = "throttled_usec ";
  private static final String NANOS = "throttled_time ";
  private static final String CPU = "cpu";

  private final List<Path> files;

  private CpuQuota(List<Path> files) {
    this.files = files;
  }

  static CpuQuota ofThisProcess() {
    try {
      return of(Files.exists(OWN_GROUPS) ? Files.readString(OWN_GROUPS) : "", MOUNTED);
    } catch (IOException _) {
      // Unknown is a proper answer here, and the result shows it as such.
      return new CpuQuota(List.of());
    }
  }

  /// @param groups the text of `/proc/self/cgroup`: lines of number, controllers, path
  /// @param mounted where control groups are to be found
  static CpuQuota of(String groups, Path mounted) {
    return new CpuQuota(
        groups
            .lines()
            .map(line -> line.split(":", 3))
            .filter(fields -> fields.length == 3)
            .flatMap(fields -> folders(fields[1], fields[2], mounted))
            .map(folder -> folder.resolve(FILE))
            .filter(file -> throttledNanos(file).isPresent())
            .toList());
  }

  /// The group's folder and all above it: inside a container the path may be that of the host, and
  /// only the topmost folder is there.
  private static Stream<Path> folders(String controllers, String group, Path mounted) {
    boolean second = controllers.isEmpty();
    if (!second && !List.of(controllers.split(",", -1)).contains(CPU)) {
      return Stream.empty();
    }
    Path root = second ? mounted : mounted.resolve(CPU);
    Path own = Path.of(root + "/" + group).normalize();
    Path lowest = own.startsWith(root) ? own : root;
    return Stream.iterate(
        lowest, folder -> folder.startsWith(root), folder -> folder.resolve("..").normalize());
  }

  /// How long so far, summed over the groups; empty where the platform does not tell.
  OptionalLong throttledNanos() {
    return files.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(files.stream().mapToLong(file -> throttledNanos(file).orElse(0L)).sum());
  }

  private static Optional<Long> throttledNanos(Path file) {
    try {
      return nanos(Procfs.text(file.toString()));
    } catch (NumberFormatException _) {
      // As above.
      return Optional.empty();
    }
  }

  /// The first of its lines that tells.
  private static Optional<Long> nanos(String stat) {
    for (String line : stat.lines().toList()) {
      if (line.startsWith(MICROS) || line.startsWith(NANOS)) {
        long figure = Long.parseLong(line.substring(MICROS.length()).strip());
        return Optional.of(line.startsWith(MICROS) ? 1_000 * figure : figure);
      }
    }
    return Optional.empty();
  }
}
