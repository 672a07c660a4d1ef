package dev.broadside.client.process;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// How a worker's JVM is started.
///
/// The heap begins small. The collector lets it grow while it takes more than a hundredth of the
/// time, which is over in the first seconds, so that a load that allocates little touches little.
///
/// @param heapMegabytes the most that the heap may grow to
/// @param more flags given by the user; they stand last, so they win
public record WorkerFlags(int heapMegabytes, List<String> more) {
  private static final int LEAST_HEAP = 256;
  private static final int MOST_HEAP = 4_096;

  /// The heap begins with this part of its bound.
  private static final int FIRST_PART = 4;

  /// Throughput counts, the heap is small, and there is no barrier on every store of a reference.
  private static final String COLLECTOR = "-XX:+UseParallelGC";

  private static final List<String> OWN =
      List.of(
          "-XX:+ExitOnOutOfMemoryError",
          // What a JVM says of its crash holds its command line and pieces of its memory: it goes
          // through LastWords, which leaves them out, and into no file.
          "-XX:+ErrorFileToStderr",
          "-XX:-CreateCoredumpOnCrash",
          // The JVM's own counters lie in a file, and writing to it may wait for a disk.
          "-XX:-UsePerfData",
          "-Xlog:disable",
          // A start-up cache that does not fit only costs time, and does not concern the run.
          "-Xlog:all=error,aot=off,cds=off:stderr",
          // A fifth is young at most, since every byte of the young part is touched again and
          // again.
          "-XX:NewRatio=4",
          "-Djava.awt.headless=true",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /// Flags that hold no secrets: numbers, and settings of the JVM's log.
  private static final String HARMLESS = "-XX:\\w+=\\d+[kKmMgGtT]?|-Xlog:.*";

  /// A connection's buffers, statements and caches in a JDBC driver.
  private static final int KILOBYTES_PER_THREAD = 512;

  public WorkerFlags {
    more = List.copyOf(more);
  }

  /// The usual flags for a number of load threads.
  public static WorkerFlags forThreads(int threads) {
    int wanted = LEAST_HEAP + threads * KILOBYTES_PER_THREAD / 1024;
    return new WorkerFlags(Math.min(MOST_HEAP, wanted), List.of());
  }

  /// These flags, followed by others, which win.
  public WorkerFlags and(List<String> others) {
    List<String> all = new ArrayList<>(more);
    all.addAll(others);
    return new WorkerFlags(heapMegabytes, all);
  }

  /// The flags as an argument file, which the `java` command reads with `@`: each in quotes, in
  /// which only backslashes and quotes have a meaning.
  String toArgumentFile() {
    return toCommandLine().stream()
        .map(flag -> flag.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
        .map(flag -> '"' + flag + '"')
        .collect(Collectors.joining("\n"));
  }

  /// The flags of this JVM as a result shows them: without values of the user's that may be secret,
  /// which are all but numbers and switches.
  static List<String> shown(List<String> flags) {
    return flags.stream().map(WorkerFlags::shown).toList();
  }

  private static String shown(String flag) {
    if (OWN.contains(flag) || flag.matches(HARMLESS)) {
      return flag;
    }
    int end = flag.startsWith("-D") || flag.startsWith("-XX:") ? flag.indexOf('=') : end(flag);
    return end < 0 ? flag : flag.substring(0, end + 1) + "...";
  }

  /// Where the name of an option such as `-javaagent:FILE=OPTIONS` or `--add-opens=VALUE` ends.
  private static int end(String flag) {
    int colon = flag.indexOf(':');
    int equals = flag.indexOf('=');
    return colon < 0 || equals < 0 ? Math.max(colon, equals) : Math.min(colon, equals);
  }

  /// As they stand on the command line.
  public List<String> toCommandLine() {
    List<String> flags =
        new ArrayList<>(
            List.of("-Xms" + heapMegabytes / FIRST_PART + "m", "-Xmx" + heapMegabytes + "m"));
    flags.addAll(OWN);
    if (more.stream().noneMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"))) {
      flags.add(COLLECTOR);
    }
    flags.addAll(more);
    return flags;
  }
}
