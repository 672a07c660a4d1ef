package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.TempFolder;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.LocalServer;
import dev.broadside.bench.peers.Swarm;
import dev.broadside.bench.probes.MetricsProbe;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// P7: how many agents a server with one core and a small heap takes the records of.
///
/// The server is a real process on the last core; simulated agents speak the real protocol from the
/// other cores. A number of agents is sustained where every record is acknowledged, and every
/// interval seen in the live view, within two seconds of the interval's end.
public final class Ingest implements Measurement {
  private static final double MOST_LAG_SECONDS = 2;
  private static final Goal AGENTS = Goal.atLeast(5_000, "agents");

  @Override
  public Set<String> figures() {
    return Set.of("P7");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException {
    Tool.require("taskset", "apt-get install util-linux");
    int lastCore = Runtime.getRuntime().availableProcessors() - 1;
    List<String> pinned = List.of("taskset", "-c", "" + lastCore);
    pinThisProcess(lastCore == 0 ? "0" : "0-" + (lastCore - 1));
    try (TempFolder folder = TempFolder.create("ingest")) {
      measure(settings, folder.resolve("server"), pinned);
    } finally {
      pinThisProcess("0-" + lastCore);
    }
  }

  private static void measure(MeasurementOptions settings, Path data, List<String> pinned)
      throws IOException, InterruptedException {
    Map<String, String> environment = Map.of("BROADSIDE_JAVA_OPTS", heap(settings));
    try (LocalServer server = LocalServer.start(data, pinned, environment);
        Swarm swarm = new Swarm(server, settings.number("samples"))) {
      Tool.output(
          Tool.broadside("pack", "install", Tool.ownJar(), "--server", server.data()), Map.of());
      steps(settings, server, swarm);
    }
  }

  private static String heap(MeasurementOptions settings) {
    return "-Xmx" + settings.text("heap");
  }

  /// Every thread of it, those that it starts later too.
  private static void pinThisProcess(String cores) throws IOException, InterruptedException {
    String own = "" + ProcessHandle.current().pid();
    Tool.output(List.of("taskset", "-a", "-c", "-p", cores, own), Map.of());
  }

  private static void steps(MeasurementOptions settings, LocalServer server, Swarm swarm)
      throws IOException, InterruptedException {
    Report.heading(
        "P7: agents on one core, %s, %d operations, %,d transactions/s each, %d s each"
            .formatted(
                heap(settings),
                MetricsProbe.OPERATIONS,
                settings.number("samples"),
                settings.seconds()));
    Report.table(
        "agents",
        "acknowledged, p99",
        "longest",
        "in the live view, longest",
        "server CPU",
        "audit");
    swarm.growTo(settings.numbers("agents").getFirst());
    // A server that has just started compiles its code while it should take records.
    swarm.run(settings.seconds());
    int sustained = 0;
    for (int agents : settings.numbers("agents")) {
      swarm.growTo(agents);
      if (!sustains(agents, settings, server, swarm)) {
        break;
      }
      sustained = agents;
    }
    Report.line("");
    Report.figures();
    Report.figure("P7", "agents sustained", "%,d".formatted(sustained), sustained, AGENTS);
  }

  private static boolean sustains(
      int agents, MeasurementOptions settings, LocalServer server, Swarm swarm)
      throws IOException, InterruptedException {
    Duration before = cpu(server);
    List<JsonNode> results = swarm.run(settings.seconds());
    double cpuSeconds = cpu(server).minus(before).toMillis() / 1e3;
    List<Double> acks = swarm.ackLags();
    List<Double> live = swarm.liveLags();
    Report.row(
        "%,d".formatted(agents),
        "%.2f s".formatted(acks.get(acks.size() * 99 / 100)),
        "%.2f s".formatted(acks.getLast()),
        "%.2f s".formatted(live.getLast()),
        "%.0f %%".formatted(100 * cpuSeconds / settings.seconds()),
        results.stream()
            .map(result -> result.at("/audit/verdict").asString())
            .distinct()
            .collect(Collectors.joining(", ")));
    return acks.getLast() <= MOST_LAG_SECONDS && live.getLast() <= MOST_LAG_SECONDS;
  }

  private static Duration cpu(LocalServer server) {
    return server.process().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
