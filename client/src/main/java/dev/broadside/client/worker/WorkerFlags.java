package dev.broadside.client.worker;

import java.util.ArrayList;
import java.util.List;

/// How a worker's JVM is started.
///
/// The heap is fixed in size, so that no run pays for its growth while another does not.
///
/// @param heapMegabytes size of the heap, from the first moment to the last
/// @param more flags given by the user; they stand last, so they win
public record WorkerFlags(int heapMegabytes, List<String> more) {
  private static final int LEAST_HEAP = 256;
  private static final int MOST_HEAP = 4_096;

  /// Throughput counts, the heap is small, and there is no barrier on every store of a reference.
  private static final String COLLECTOR = "-XX:+UseParallelGC";

  /// A connection's buffers, statements and caches in a JDBC driver.
  private static final int KILOBYTES_PER_THREAD = 512;

  public WorkerFlags {
    more = List.copyOf(more);
  }

  /// What suits a number of load threads.
  public static WorkerFlags forThreads(int threads) {
    int wanted = LEAST_HEAP + threads * KILOBYTES_PER_THREAD / 1024;
    return new WorkerFlags(Math.min(MOST_HEAP, wanted), List.of());
  }

  /// These flags with others behind them, which win.
  public WorkerFlags and(List<String> others) {
    List<String> all = new ArrayList<>(more);
    all.addAll(others);
    return new WorkerFlags(heapMegabytes, all);
  }

  /// As they stand on the command line.
  public List<String> toCommandLine() {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-Xms" + heapMegabytes + "m",
                "-Xmx" + heapMegabytes + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                // A start-up cache that does not fit costs time only, and is no matter of the run.
                "-Xlog:aot=off,cds=off",
                "-Djava.awt.headless=true",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
    if (more.stream().noneMatch(flag -> flag.matches("-XX:\\+Use\\w+GC"))) {
      flags.add(COLLECTOR);
    }
    flags.addAll(more);
    return flags;
  }
}
