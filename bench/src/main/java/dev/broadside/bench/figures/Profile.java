package dev.broadside.bench.figures;

import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.ServedMariaDb;
import dev.broadside.bench.peers.Sysbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/// Where the time of a worker goes: who uses its CPU, and who allocates, by JFR's own samples.
///
/// Arguments: `[JOB] [--seconds N] [--connections N]`; the job is `sysbench_oltp_point_select`
/// where none is named. CPU time is sampled by time used, in native code and system calls too, in
/// the measured phase; `JVM` is what is left of the process's own figure: compiler and collector.
public final class Profile {
  private static final int MOST_ROWS = 4;
  private static final String CPU_SAMPLE = "jdk.CPUTimeSample";
  private static final String ALLOCATION = "jdk.ObjectAllocationSample";

  /// Whose code it is.
  private enum Group {
    ENGINE("engine"),
    JOB("job class"),
    DRIVER("driver"),
    SOCKET("socket and system calls"),
    OTHER("other Java code"),
    JVM("JVM: compiler, collector");

    private final String title;

    Group(String title) {
      this.title = title;
    }
  }

  /// How much of something each group has, and each top frame within it.
  private static final class Shares {
    private final Map<Group, Map<String, Long>> amounts = new EnumMap<>(Group.class);

    void add(Group group, String frame, long amount) {
      amounts.computeIfAbsent(group, _ -> new HashMap<>()).merge(frame, amount, Long::sum);
    }

    long total() {
      return amounts.keySet().stream().mapToLong(this::of).sum();
    }

    long of(Group group) {
      return amounts.getOrDefault(group, Map.of()).values().stream()
          .mapToLong(Long::longValue)
          .sum();
    }

    /// The largest of a group, with their shares of everything.
    String top(Group group) {
      List<String> shown = new ArrayList<>();
      amounts.getOrDefault(group, Map.of()).entrySet().stream()
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .limit(MOST_ROWS)
          .forEach(entry ->
              shown.add(
                  "`%s` %.1f %%".formatted(entry.getKey(), 100.0 * entry.getValue() / total())));
      return String.join(", ", shown);
    }
  }

  private final Shares cpu = new Shares();
  private final Shares allocated = new Shares();

  private Profile() {}

  public static void main(String... arguments) throws Exception {
    MeasurementOptions settings = MeasurementOptions.parse(arguments);
    String job =
        settings.words().isEmpty() ? "sysbench_oltp_point_select" : settings.words().getFirst();
    Path recording = Files.createTempFile("worker", ".jfr");
    try (Databases databases = new Databases(settings)) {
      for (int connections : settings.numbers("connections")) {
        Tool.Run run = run(job, settings, databases.mariaDb(), connections, recording);
        Profile profile = new Profile();
        profile.read(recording, run.measuredFrom(), run.measuredTo());
        profile.print(job, connections, run);
      }
    } finally {
      Files.delete(recording);
    }
  }

  private static Tool.Run run(
      String job,
      MeasurementOptions settings,
      ServedMariaDb database,
      int connections,
      Path recording)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(job));
    arguments.addAll(database.options());
    if (job.startsWith("sysbench")) {
      arguments.addAll(new Sysbench.Tables(1, settings.number("rows")).options());
    }
    arguments.addAll(List.of("--threads", "" + connections));
    arguments.addAll(settings.times());
    arguments.add(
        "--worker-option=-XX:StartFlightRecording:filename=%s,maxsize=1g,%s#enabled=true,%s#enabled=true,%s#throttle=1000/s"
            .formatted(recording, CPU_SAMPLE, ALLOCATION, ALLOCATION));
    return Tool.run(database.environment(), arguments);
  }

  private void read(Path recording, Instant from, Instant to) throws IOException {
    try (RecordingFile file = new RecordingFile(recording)) {
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        if (event.getStartTime().isBefore(from) || event.getStartTime().isAfter(to)) {
          continue;
        }
        switch (event.getEventType().getName()) {
          case CPU_SAMPLE -> cpuSample(event);
          case ALLOCATION -> allocation(event);
          default -> {}
        }
      }
    }
  }

  private void cpuSample(RecordedEvent event) {
    List<RecordedFrame> frames = frames(event);
    String top = frames.isEmpty() ? "no stack" : name(frames.getFirst());
    cpu.add(group(frames), top, event.getDuration("samplingPeriod").toNanos());
  }

  private void allocation(RecordedEvent event) {
    String type = event.getClass("objectClass").getName();
    allocated.add(group(frames(event)), readable(type), event.getLong("weight"));
  }

  private static String readable(String type) {
    return switch (type) {
      case "[B" -> "byte[]";
      case "[C" -> "char[]";
      case "[I" -> "int[]";
      case "[J" -> "long[]";
      default -> type.substring(type.lastIndexOf('.') + 1);
    };
  }

  private static List<RecordedFrame> frames(RecordedEvent event) {
    return event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
  }

  private static String name(RecordedFrame frame) {
    String type = frame.getMethod().getType().getName();
    return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethod().getName();
  }

  /// The code nearest to the top that is not the JDK's own is whose it is; sockets are told apart
  /// on the way there.
  private static Group group(List<RecordedFrame> frames) {
    for (RecordedFrame frame : frames) {
      String type = frame.getMethod().getType().getName();
      if (type.startsWith("sun.nio.ch.") || type.startsWith("java.net.")) {
        return Group.SOCKET;
      }
      if (type.startsWith("dev.broadside.jobs.") || type.startsWith("dev.broadside.bench.")) {
        return Group.JOB;
      }
      if (type.startsWith("dev.broadside.")) {
        return Group.ENGINE;
      }
      if (type.matches("(org\\.mariadb|com\\.mysql|org\\.postgresql|org\\.h2)\\..*")) {
        return Group.DRIVER;
      }
    }
    return Group.OTHER;
  }

  private void print(String job, int connections, Tool.Run run) {
    double micros = run.cpuMicros();
    Report.heading(
        "%s, %d connections: %,.0f/s, %.2f µs of the worker's CPU each"
            .formatted(job, connections, run.transactionsPerSecond(), micros));
    Report.table("who", "CPU µs each", "share", "most of it in");
    Map<Group, Double> each = new TreeMap<>();
    for (Group group : Group.values()) {
      each.put(group, cpu.of(group) / 1e3 / run.measured());
    }
    each.put(Group.JVM, Math.max(0, micros - cpu.total() / 1e3 / run.measured()));
    each.forEach((group, one) ->
        Report.row(
            group.title,
            "%.2f".formatted(one),
            "%.0f %%".formatted(100 * one / micros),
            cpu.top(group)));
    Report.line("");
    Report.table("who", "bytes allocated each", "most of it");
    for (Group group : Group.values()) {
      if (allocated.of(group) > 0) {
        Report.row(
            group.title,
            "%.0f".formatted((double) allocated.of(group) / run.measured()),
            allocated.top(group));
      }
    }
  }
}
