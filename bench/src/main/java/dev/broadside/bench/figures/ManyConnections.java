package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.Host;
import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.probes.NoopDatabase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// P8: what a transaction and a connection cost with very many connections on one agent, against a
/// few.
///
/// A connection is a TCP connection to [NoopDatabase], with a load thread of its own; a transaction
/// is one question and its answer. The driver and the database, which would hide the agent's own
/// cost, are left out.
public final class ManyConnections implements Measurement {
  private static final int FEW = 16;
  private static final int LOOK_MILLIS = 250;
  private static final Goal CPU = Goal.atMost(2, "");
  private static final Goal MEMORY = Goal.atMost(150, "KB");

  /// One side's figures.
  private record Result(double perSecond, double cpuMicros, double residentKilobytes) {}

  @Override
  public Set<String> figures() {
    return Set.of("P8");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException {
    int many = settings.number("many");
    Report.heading(
        "P8: %,d connections against %d, %d rounds of %d s each"
            .formatted(many, FEW, settings.rounds(), settings.seconds()));
    try (NoopDatabase database = NoopDatabase.start()) {
      Interleaved<Result> rounds =
          Interleaved.of(
              settings.rounds(),
              () -> run(FEW, database, settings),
              () -> run(many, database, settings));
      print(many, rounds);
    }
  }

  private static void print(int many, Interleaved<Result> rounds) {
    Report.table(
        "#", "figure", FEW + " connections", "%,d".formatted(many), "ratio", "goal", "reached");
    Report.ratio("P8", "CPU µs per transaction", rounds, "%.2f", Result::cpuMicros, CPU);
    double memory =
        (rounds.own(Result::residentKilobytes).median()
                - rounds.peer(Result::residentKilobytes).median())
            / (many - FEW);
    Report.row(
        "P8",
        "resident memory of the worker",
        rounds.peer(Result::residentKilobytes).text("%,.0f") + " KB",
        rounds.own(Result::residentKilobytes).text("%,.0f") + " KB",
        "**%.1f KB a connection**".formatted(memory),
        MEMORY.toString(),
        MEMORY.reached(memory) ? "yes" : "no");
    Report.row(
        "P8",
        "transactions/s",
        rounds.peer(Result::perSecond).text("%,.0f"),
        rounds.own(Result::perSecond).text("%,.0f"),
        rounds.ratio(Result::perSecond).text("%.3f"),
        "",
        "");
  }

  private static Result run(int connections, NoopDatabase database, MeasurementOptions settings)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("echo_probe", "--pack", Tool.ownJar()));
    arguments.addAll(List.of("--port", "" + database.port(), "--threads", "" + connections));
    arguments.addAll(settings.times());
    try (Watch watch = new Watch()) {
      Tool.Run run = Tool.run(Map.of(), arguments);
      return new Result(run.transactionsPerSecond(), run.cpuMicros(), watch.mostKilobytes());
    }
  }

  /// Looks again and again how large the largest process below this one is: the worker.
  private static final class Watch implements AutoCloseable {
    private final AtomicLong most = new AtomicLong();
    private final Thread thread = Thread.ofPlatform().name("memory-watch").start(this::look);

    private void look() {
      try {
        while (true) {
          ProcessHandle.current()
              .descendants()
              .mapToLong(Host::residentKilobytes)
              .forEach(size -> most.accumulateAndGet(size, Math::max));
          Thread.sleep(LOOK_MILLIS);
        }
      } catch (InterruptedException _) {
        // The run is over.
      }
    }

    double mostKilobytes() {
      return most.get();
    }

    @Override
    public void close() throws InterruptedException {
      thread.interrupt();
      thread.join();
    }
  }
}
