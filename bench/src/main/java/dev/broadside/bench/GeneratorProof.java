package dev.broadside.bench;

import dev.broadside.core.report.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// Shows that the verdict on the load generator is right: a healthy agent raises no flag, and one
/// that is starved of processor time is flagged in nearly every interval.
///
/// - *healthy*: an open load of 200/s on `noop` with iterations of 20 ms, as from a database that
///   has a host of its own. To be run on a machine that does nothing else.
/// - *starved*: the same, and a closed load, with everything bound to one core on which [#SPINNERS]
///   loops of the same priority run. Needs `taskset`.
///
/// Arguments: `HEALTHY STARVED INTERVAL`, such as `600 200 1s`: how many intervals of each, and
/// their length. The distribution's folder is the system property `broadside.home`.
public final class GeneratorProof {
  private static final int SPINNERS = 4;
  private static final List<String> OPEN = List.of("--rate", "200", "--threads", "16");
  private static final List<String> CLOSED = List.of("--threads", "16");

  /// In which the virtual machine compiles what it will run.
  private static final int WARM_UP_INTERVALS = 10;

  private final String interval;
  private final double seconds;

  private GeneratorProof(String interval) {
    this.interval = interval;
    this.seconds =
        interval.endsWith("ms")
            ? Double.parseDouble(interval.substring(0, interval.length() - 2)) / 1_000
            : Double.parseDouble(interval.substring(0, interval.length() - 1));
  }

  public static void main(String[] args) throws Exception {
    GeneratorProof proof = new GeneratorProof(args[2]);
    System.out.println("| load | agent | intervals | flagged | by |");
    System.out.println("|---|---|---|---|---|");
    proof.show("open", "healthy", OPEN, List.of(), Integer.parseInt(args[0]));
    List<String> oneCore = List.of("taskset", "-c", "0");
    try (Spinners _ = Spinners.start()) {
      proof.show("open", "starved", OPEN, oneCore, Integer.parseInt(args[1]));
      proof.show("closed", "starved", CLOSED, oneCore, Integer.parseInt(args[1]));
    }
  }

  private void show(String name, String agent, List<String> load, List<String> prefix, int count)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(Tool.broadside("run", "noop", "--iteration-time", "20ms"));
    command.addAll(load);
    command.addAll(List.of("--interval", interval, "--quiet", "--json", "-"));
    command.addAll(List.of("--warmup", millis(WARM_UP_INTERVALS), "--duration", millis(count)));
    JsonNode run = Json.mapper().readTree(Tool.output(command, Map.of()));
    Map<String, Integer> causes = new TreeMap<>();
    for (JsonNode each : run.get("intervals")) {
      if (each.get("measured").asBoolean()) {
        each.get("limited")
            .forEach(limit -> causes.merge(limit.get("cause").asString(), 1, Integer::sum));
      }
    }
    JsonNode verdict = run.get("generator");
    System.out.printf(
        "| %s | %s | %d of %s | %d | %s |%n",
        name,
        agent,
        verdict.get("intervals").asInt(),
        interval,
        verdict.get("limitedIntervals").asInt(),
        causes);
  }

  private String millis(int intervals) {
    return Math.round(1_000 * seconds * intervals) + "ms";
  }

  /// Loops that want all of core 0, until they are closed.
  private record Spinners(List<Process> processes) implements AutoCloseable {
    static Spinners start() throws IOException {
      List<Process> started = new ArrayList<>();
      for (int i = 0; i < SPINNERS; i++) {
        started.add(
            new ProcessBuilder("taskset", "-c", "0", "sh", "-c", "while :; do :; done").start());
      }
      return new Spinners(started);
    }

    @Override
    public void close() {
      processes.forEach(Process::destroyForcibly);
    }
  }
}
