package dev.broadside.system.soak;

import dev.broadside.core.drift.Trend;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What processes hold, looked at again and again: a leak shows as a slope. Of Linux only.
final class Vitals {
  /// A line of a class histogram: bytes of the instances of a class, or of all.
  private static final Pattern COUNTED =
      Pattern.compile("(?:Total|\\s*\\d+:)\\s+\\d+\\s+(\\d+)(?:\\s+(\\S+).*)?");

  /// In one look at a process.
  private static final int HISTOGRAMS = 3;

  private final Map<String, List<Sample>> samples = new LinkedHashMap<>();

  /// What is asked of a process beside threads and descriptors.
  enum Asked {
    BOTH,
    HEAP,
    MEMORY
  }

  /// @param heapMib live objects after a full collection, the least of some in a row
  /// @param residentMib what of the process is in memory
  record Sample(
      OptionalDouble heapMib, OptionalDouble residentMib, double threads, double descriptors) {}

  /// Looks at a process; looks at the same one lie equally far apart, and ask the same.
  void look(String name, long pid, Asked asked) {
    samples
        .computeIfAbsent(name, _ -> new ArrayList<>())
        .add(
            new Sample(
                asked == Asked.MEMORY ? OptionalDouble.empty() : OptionalDouble.of(liveHeap(pid)),
                asked == Asked.HEAP
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(status(pid, "VmRSS:") / 1_024),
                status(pid, "Threads:"),
                descriptors(pid)));
  }

  Map<String, List<Sample>> all() {
    return samples;
  }

  /// The straight line through what a process held, by hours.
  ///
  /// @param hours between two looks
  static Trend slope(List<Sample> of, ToDoubleFunction<Sample> figure, double hours) {
    Trend each = Trend.of(of.stream().mapToDouble(figure).toArray());
    return new Trend(each.slope() / hours, each.low() / hours, each.high() / hours, each.z());
  }

  /// By how much a figure of a process has changed at the most.
  static double range(List<Sample> of, ToDoubleFunction<Sample> figure) {
    var all = of.stream().mapToDouble(figure).summaryStatistics();
    return all.getMax() - all.getMin();
  }

  /// A histogram collects and counts with all threads stopped, so nothing that comes later is in
  /// it. What is on its way, as a record that is just being read, can only add to it: so the least
  /// counts.
  private static double liveHeap(long pid) {
    String[] commands = new String[HISTOGRAMS];
    Arrays.fill(commands, "GC.class_histogram");
    long least = Long.MAX_VALUE;
    long filled = 0;
    for (Matcher line : jcmd(pid, commands).lines().map(COUNTED::matcher).toList()) {
      if (!line.matches()) {
        continue;
      }
      long bytes = Long.parseLong(line.group(1));
      if (line.group(2) == null) {
        least = Math.min(least, bytes - filled);
        filled = 0;
      } else if (line.group(2).contains("jdk.internal.vm.Filler")) {
        // Of dead objects, which most full collections leave where they are, to move fewer.
        filled += bytes;
      }
    }
    return (double) least / (1 << 20);
  }

  /// What the process's JVM says to some commands; one tool that says all costs half of two.
  private static String jcmd(long pid, String... commands) {
    try {
      Path file = Files.writeString(Files.createTempFile("jcmd", ""), String.join("\n", commands));
      Process process =
          new ProcessBuilder(
                  System.getProperty("java.home") + "/bin/jcmd", "" + pid, "-f", file.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      Files.delete(file);
      if (status != 0) {
        throw new AssertionError("jcmd " + pid + ": " + said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static double status(long pid, String field) {
    try (Stream<String> lines = Files.lines(Path.of("/proc", "" + pid, "status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double descriptors(long pid) {
    try (Stream<Path> open = Files.list(Path.of("/proc", "" + pid, "fd"))) {
      return open.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
