package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Spread;
import dev.broadside.bench.TempFolder;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.LocalServer;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// P10: how long it takes until something happens, with everything built.
public final class StartUp implements Measurement {
  private static final Goal COMMAND = Goal.atMost(1.5, "s");
  private static final Goal SERVER = Goal.atMost(1.5, "s");
  private static final Goal LIST = Goal.atMost(0.25, "s");
  private static final Goal DEMO = Goal.atMost(5, "s");

  /// A process or two starts in a second: this many rounds cost little.
  private static final int ROUNDS_EACH = 2;

  @Override
  public Set<String> figures() {
    return Set.of("P10");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException {
    List<Double> commands = new ArrayList<>();
    List<Double> bare = new ArrayList<>();
    List<Double> servers = new ArrayList<>();
    List<Double> lists = new ArrayList<>();
    List<Double> demos = new ArrayList<>();
    for (int round = 0; round < settings.rounds(); round++) {
      for (int i = 0; i < ROUNDS_EACH; i++) {
        bare.add(Tool.end(List.of(Tool.java(), "-version"), Map.of()).wallSeconds());
        server(servers, lists);
        commands.add(
            Tool.run(Map.of(), List.of("noop", "--duration", "1s")).command().wallSeconds());
      }
      demos.add(demo());
    }
    Report.heading("P10: start-up, %d rounds".formatted(settings.rounds()));
    Report.line("`java -version` on this machine: %s", Spread.of(bare).text("%.3f s"));
    Report.figures();
    print("`broadside run noop --duration 1s`, whole command", Spread.of(commands), COMMAND);
    print("`broadside server`, until it serves", Spread.of(servers), SERVER);
    print("`broadside job list`, whole command", Spread.of(lists), LIST);
    print("`broadside demo`, to the first transaction", Spread.of(demos), DEMO);
  }

  private static void server(List<Double> servers, List<Double> lists)
      throws IOException, InterruptedException {
    try (TempFolder folder = TempFolder.create("broadside-bench-start-")) {
      long begin = System.nanoTime();
      try (LocalServer server = LocalServer.start(folder.resolve("data"), List.of(), Map.of())) {
        servers.add((System.nanoTime() - begin) / 1e9);
        List<String> list = Tool.broadside("job", "list", "--server", server.data());
        lists.add(Tool.end(list, Map.of()).wallSeconds());
      }
    }
  }

  private static void print(String what, Spread seconds, Goal goal) {
    Report.figure("P10", what, seconds.text("%.2f s"), seconds.median(), goal);
  }

  /// Seconds from the command to the first transaction of any agent.
  private static double demo() throws IOException, InterruptedException {
    Instant begin = Instant.now();
    String output =
        Tool.output(Tool.broadside("demo", "--duration", "1s", "--no-browser", "--json"), Map.of());
    JsonNode document = Json.mapper().readTree(output);
    double first = Double.MAX_VALUE;
    for (JsonNode agent : document.get("agents")) {
      first = Math.min(first, agent.get("firstStartMillis").asDouble());
    }
    Instant started = Instant.parse(document.at("/job/startedAt").asString());
    return Duration.between(begin, started).toMillis() / 1e3 + first / 1e3;
  }
}
