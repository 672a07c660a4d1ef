package dev.broadside.bench.probes;

import dev.broadside.bench.Tool;
import dev.broadside.core.report.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Shows that the verdict on the load generator is right: a healthy agent raises no flag, and one
/// that is starved of processor time is flagged in nearly every interval.
///
/// - *healthy*: an open load of 200/s on `noop` with iterations of 20 ms, as from a database that
///   has a host of its own. To be run on a machine that does nothing else.
/// - *starved*: an open load of 2,000/s with iterations of 2 ms, and as many threads without a
///   rate, with the worker under a [Starvation] from the warm-up on: they want a tenth of a core
///   and more, and get a hundredth. (Under the healthy load a starved worker does well: the kernel
///   lets threads go first that seldom run.) Needs `taskset` and `renice`.
///
/// Arguments: `HEALTHY STARVED INTERVAL`, such as `600 200 1s`: how many intervals of each, 0 for
/// none, and their length. The distribution's folder is the system property `broadside.home`.
public final class GeneratorProof {
  private static final List<String> HEALTHY =
      List.of("--iteration-time", "20ms", "--rate", "200", "--threads", "16");
  private static final List<String> OPEN =
      List.of("--iteration-time", "2ms", "--rate", "2000", "--threads", "16");
  private static final List<String> CLOSED = List.of("--iteration-time", "2ms", "--threads", "16");

  /// In these intervals the virtual machine compiles its code.
  private static final int WARM_UP_INTERVALS = 10;

  private static final int STARVED_FROM = 5;
  private static final String INTERVAL_LINE = "[ ";

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
    int healthy = Integer.parseInt(args[0]);
    int starved = Integer.parseInt(args[1]);
    System.out.println("| load | agent | intervals | flagged | by |");
    System.out.println("|---|---|---|---|---|");
    if (healthy > 0) {
      proof.show("open", "healthy", proof.run(HEALTHY, healthy, false));
    }
    if (starved > 0) {
      proof.show("open", "starved", proof.run(OPEN, starved, true));
      proof.show("closed", "starved", proof.run(CLOSED, starved, true));
    }
  }

  private JsonNode run(List<String> load, int intervals, boolean starved)
      throws IOException, InterruptedException {
    Path result = Files.createTempFile("generator-proof", ".json");
    List<String> command = new ArrayList<>();
    command.addAll(Tool.broadside("run", "noop"));
    command.addAll(load);
    command.addAll(List.of("--interval", interval, "--json", result.toString()));
    command.addAll(List.of("--warmup", millis(WARM_UP_INTERVALS), "--duration", millis(intervals)));
    Process run = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    follow(run, WARM_UP_INTERVALS + intervals, starved);
    if (run.waitFor() != 0) {
      throw new IllegalStateException(command + " ended with status " + run.exitValue());
    }
    JsonNode document = Json.mapper().readTree(Files.readString(result));
    Files.delete(result);
    return document;
  }

  /// Reads what a run prints, and starves its worker from the warm-up to the last interval.
  private static void follow(Process run, int intervals, boolean starved)
      throws IOException, InterruptedException {
    List<Starvation> starving = new ArrayList<>();
    try (BufferedReader lines = run.inputReader()) {
      int seen = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        seen += line.startsWith(INTERVAL_LINE) ? 1 : 0;
        if (starved && seen == STARVED_FROM && starving.isEmpty()) {
          starving.add(Starvation.of(worker(run)));
        } else if (seen >= intervals) {
          starving.forEach(Starvation::close);
        }
      }
    } finally {
      starving.forEach(Starvation::close);
    }
  }

  private static ProcessHandle worker(Process run) {
    return run.descendants()
        .filter(each -> each.info().commandLine().orElse("").contains("WorkerMain"))
        .findFirst()
        .orElseThrow();
  }

  private void show(String load, String agent, JsonNode run) {
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
        load,
        agent,
        verdict.get("intervals").asInt(),
        interval,
        verdict.get("limitedIntervals").asInt(),
        causes);
  }

  private String millis(int intervals) {
    return Math.round(1_000 * seconds * intervals) + "ms";
  }

  /// Leaves a process next to nothing of core 0: all its threads are bound there with the least
  /// priority, beside a loop of ordinary priority, until [#close()].
  ///
  /// A loop beside threads of the same priority would not do: the kernel lets those that seldom run
  /// go first, and a worker that mostly waits for its target gets every core it wants.
  private record Starvation(Process loop) implements AutoCloseable {
    private static final String CORE = "0";

    static Starvation of(ProcessHandle victim) throws IOException, InterruptedException {
      List<String> renice = new ArrayList<>(List.of("renice", "-n", "19", "-p"));
      // Linux keeps a priority for each thread.
      try (Stream<Path> threads = Files.list(Path.of("/proc/" + victim.pid() + "/task"))) {
        threads.forEach(thread -> renice.add(thread.getFileName().toString()));
      }
      Tool.output(renice, Map.of());
      Tool.output(List.of("taskset", "-a", "-c", "-p", CORE, "" + victim.pid()), Map.of());
      return new Starvation(
          new ProcessBuilder("taskset", "-c", CORE, "sh", "-c", "while :; do :; done").start());
    }

    @Override
    public void close() {
      loop.destroyForcibly();
    }
  }
}
