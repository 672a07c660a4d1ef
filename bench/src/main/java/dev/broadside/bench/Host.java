package dev.broadside.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The machine: what it does besides, from `/proc`, and who has which of its cores.
public final class Host {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;
  private static final double MOST_LOAD = 1.5;
  private static final double MOST_BUSY = 0.1;
  private static final double MOST_STEAL = 0.02;
  private static final int LOOK_MILLIS = 2_000;
  private static final String DATABASE = "0";
  private static final String CLIENTS = "1";

  private Host() {}

  /// A client's command on the core of the clients.
  public static List<String> client(List<String> command, MeasurementOptions settings) {
    return settings.apart()
        ? Stream.concat(Stream.of("taskset", "-c", CLIENTS), command.stream()).toList()
        : command;
  }

  /// Moves a database, and what it will start, to the core of the database.
  public static void database(long pid, MeasurementOptions settings)
      throws IOException, InterruptedException {
    if (settings.apart()) {
      Tool.output(List.of("taskset", "-a", "-p", "-c", DATABASE, "" + pid), Map.of());
    }
  }

  /// Looks for a while at a machine on which nothing of ours runs; one sentence for the report.
  public static String quietness() throws IOException, InterruptedException {
    double load = Double.parseDouble(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
    long[] before = times();
    Thread.sleep(LOOK_MILLIS);
    long[] passed = since(before);
    double busy = 1 - share(passed, IDLE) - share(passed, IO_WAIT);
    boolean disturbed = load > MOST_LOAD || busy > MOST_BUSY;
    return "%s before the start: load average %.2f, %.0f %% of the CPU time used by others"
        .formatted(disturbed ? "**DISTURBED**" : "Quiet", load, 100 * busy);
  }

  /// The CPU times since boot, in ticks.
  public static long[] times() throws IOException {
    String all = Files.readString(STAT).lines().findFirst().orElseThrow();
    return Arrays.stream(all.split(" +", -1)).skip(1).mapToLong(Long::parseLong).toArray();
  }

  /// What the hypervisor gave to others since then; one sentence for the report.
  public static String steal(long... before) throws IOException {
    double share = share(since(before), STEAL);
    return "%s: the hypervisor took %.1f %% of the CPU time meanwhile"
        .formatted(share > MOST_STEAL ? "**DISTURBED**" : "Steal", 100 * share);
  }

  private static long[] since(long... before) throws IOException {
    long[] now = times();
    for (int i = 0; i < now.length; i++) {
      now[i] -= before[i];
    }
    return now;
  }

  private static double share(long[] times, int kind) {
    // Guest times, behind steal, are counted as user times already.
    return (double) times[kind] / Arrays.stream(times).limit(STEAL + 1L).sum();
  }

  /// The memory of a process that is in RAM, in kilobytes; 0 where it has ended.
  public static long residentKilobytes(ProcessHandle process) {
    try {
      List<String> status = Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"));
      return status.stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException _) {
      // It has ended between two looks.
      return 0;
    }
  }
}
