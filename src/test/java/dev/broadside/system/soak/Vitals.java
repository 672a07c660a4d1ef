package dev.broadside.system.soak;

import dev.broadside.core.drift.Trend;
import dev.broadside.core.report.series.Bucket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What processes hold, looked at again and again: a leak shows as a slope. Of Linux only.
final class Vitals {
  /// A line of a class histogram: instances of a class, or of all, and their bytes.
  private static final Pattern COUNTED =
      Pattern.compile("(?:Total|\\s*\\d+:)\\s+(\\d+)\\s+(\\d+)(?:\\s+(\\S+).*)?");

  /// What a bucket holds beside its figures, outcomes and counts of the heat map, whose classes
  /// many others have, too.
  private static final int REST_OF_BUCKET = 1_024;

  private static final String BUCKET = Bucket.class.getName();
  private static final String FIGURES = double[].class.getName();

  /// In one look at a process.
  private static final int HISTOGRAMS = 3;

  private final Map<String, List<Sample>> samples = new LinkedHashMap<>();

  /// What is asked of a process beside threads and descriptors.
  enum Asked {
    BOTH,
    HEAP,
    MEMORY
  }

  /// @param heap after a full collection, the least of some in a row
  /// @param residentMib what of the process is in memory
  record Sample(
      Optional<Heap> heap, OptionalDouble residentMib, double threads, double descriptors) {
    OptionalDouble heapMib() {
      return heap.stream().mapToDouble(Heap::mib).findFirst();
    }
  }

  /// Live objects. What charts draw stands apart: it is bounded, but in an accelerated run its
  /// buckets come a hundred times as fast as in a week.
  ///
  /// @param mib all else
  /// @param buckets of charts
  /// @param drawnMib these, and figures as they hold them
  record Heap(double mib, long buckets, double drawnMib) {}

  /// Looks at a process; looks at the same one lie equally far apart, and ask the same.
  void look(String name, long pid, Asked asked) {
    samples
        .computeIfAbsent(name, _ -> new ArrayList<>())
        .add(
            new Sample(
                asked == Asked.MEMORY ? Optional.empty() : Optional.of(liveHeap(pid)),
                asked == Asked.HEAP
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(status(pid, "VmRSS:") / 1_024),
                status(pid, "Threads:"),
                descriptors(pid)));
  }

  Map<String, List<Sample>> all() {
    return samples;
  }

  /// The straight line through what was held, by the unit of time.
  ///
  /// @param time between two looks
  static <S> Trend slope(List<S> of, ToDoubleFunction<S> figure, double time) {
    Trend each = Trend.of(of.stream().mapToDouble(figure).toArray());
    return new Trend(each.slope() / time, each.low() / time, each.high() / time, each.z());
  }

  /// By how much a figure of a process has changed at the most.
  static double range(List<Sample> of, ToDoubleFunction<Sample> figure) {
    var all = of.stream().mapToDouble(figure).summaryStatistics();
    return all.getMax() - all.getMin();
  }

  /// A histogram collects and counts with all threads stopped, so nothing that comes later is in
  /// it. What is on its way, as a record that is just being read, can only add to it: so the least
  /// counts.
  private static Heap liveHeap(long pid) {
    String[] commands = new String[HISTOGRAMS];
    Arrays.fill(commands, "GC.class_histogram");
    List<Heap> heaps = new ArrayList<>();
    long buckets = 0;
    long drawn = 0;
    long filled = 0;
    for (Matcher line : jcmd(pid, commands).lines().map(COUNTED::matcher).toList()) {
      if (!line.matches()) {
        continue;
      }
      String type = Objects.requireNonNullElse(line.group(3), "");
      long bytes = Long.parseLong(line.group(2));
      if (type.isEmpty()) {
        heaps.add(new Heap(mib(bytes - filled - drawn), buckets, mib(drawn)));
        buckets = 0;
        drawn = 0;
        filled = 0;
      } else if (type.equals(BUCKET) || type.equals(FIGURES)) {
        long some = type.equals(BUCKET) ? Long.parseLong(line.group(1)) : 0;
        buckets += some;
        drawn += bytes + some * REST_OF_BUCKET;
      } else if (type.contains("jdk.internal.vm.Filler")) {
        // Of dead objects, which most full collections leave where they are, to move fewer.
        filled += bytes;
      }
    }
    return heaps.stream().min(Comparator.comparingDouble(Heap::mib)).orElseThrow();
  }

  private static double mib(long bytes) {
    return (double) bytes / (1 << 20);
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
