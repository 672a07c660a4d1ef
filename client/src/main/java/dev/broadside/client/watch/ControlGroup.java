package dev.broadside.client.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// How far the control groups of this process, and those above it, have limited it, as Linux
/// counts. Knows both versions of control groups; for one thread at a time.
public final class ControlGroup {
  private static final Path OWN_GROUPS = Path.of("/proc/self/cgroup");
  private static final Path MOUNTED = Path.of("/sys/fs/cgroup");
  private static final List<Count> THROTTLED =
      List.of(
          new Count("cpu.stat", "throttled_usec ", 1_000),
          new Count("cpu.stat", "throttled_time ", 1));

  /// A file of a group, the word before the count in it, and the factor for the count.
  private record Count(String file, String word, long unit) {
    Optional<Long> in(Path folder) {
      try {
        return Procfs.text(folder.resolve(file).toString())
            .lines()
            .filter(line -> line.startsWith(word))
            .findFirst()
            .map(line -> unit * Long.parseLong(line.substring(word.length()).strip()));
      } catch (NumberFormatException _) {
        // Unknown is a proper answer here, and the result shows it as such.
        return Optional.empty();
      }
    }
  }

  private static final List<Count> MEMORY_KILLS =
      List.of(
          new Count("memory.events", "oom_kill ", 1),
          new Count("memory.oom_control", "oom_kill ", 1));

  private final List<Path> cpu;
  private final List<Path> memory;

  private ControlGroup(List<Path> cpu, List<Path> memory) {
    this.cpu = cpu;
    this.memory = memory;
  }

  /// Where this process is now.
  public static ControlGroup ofThisProcess() {
    try {
      return of(Files.exists(OWN_GROUPS) ? Files.readString(OWN_GROUPS) : "", MOUNTED);
    } catch (IOException _) {
      // As above.
      return new ControlGroup(List.of(), List.of());
    }
  }

  /// @param groups the text of `/proc/self/cgroup`: lines of number, controllers, path
  /// @param mounted the folder of control groups
  static ControlGroup of(String groups, Path mounted) {
    return new ControlGroup(
        telling(THROTTLED, folders("cpu", groups, mounted)),
        // The groups above count other processes, too.
        telling(MEMORY_KILLS, folders("memory", groups, mounted)).stream().limit(1).toList());
  }

  private static List<Path> telling(List<Count> counts, Stream<Path> folders) {
    return folders.filter(folder -> count(counts, folder).isPresent()).toList();
  }

  private static Stream<Path> folders(String controller, String groups, Path mounted) {
    return groups
        .lines()
        .map(line -> line.split(":", 3))
        .filter(fields -> fields.length == 3)
        .flatMap(fields -> folders(controller, fields[1], fields[2], mounted));
  }

  /// The group's folder and all above it: inside a container the path may be that of the host, and
  /// only the topmost folder is there.
  private static Stream<Path> folders(
      String controller, String controllers, String group, Path mounted) {
    boolean second = controllers.isEmpty();
    if (!second && !List.of(controllers.split(",", -1)).contains(controller)) {
      return Stream.empty();
    }
    Path root = second ? mounted : mounted.resolve(controller);
    Path own = Path.of(root + "/" + group).normalize();
    Path lowest = own.startsWith(root) ? own : root;
    return Stream.iterate(
        lowest, folder -> folder.startsWith(root), folder -> folder.resolve("..").normalize());
  }

  /// For how long the CPU quota has stopped it so far, summed over the groups; empty if the
  /// platform does not count it.
  OptionalLong throttledNanos() {
    return sum(THROTTLED, cpu);
  }

  /// How many processes of the group the kernel has killed so far because the memory limit was
  /// reached, or the host had none left; 0 if the platform does not count it.
  public long memoryKills() {
    return sum(MEMORY_KILLS, memory).orElse(0);
  }

  private static OptionalLong sum(List<Count> counts, List<Path> folders) {
    return folders.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            folders.stream().mapToLong(folder -> count(counts, folder).orElse(0L)).sum());
  }

  /// The first of the counts that a group has.
  private static Optional<Long> count(List<Count> counts, Path folder) {
    return counts.stream().flatMap(count -> count.in(folder).stream()).findFirst();
  }
}
