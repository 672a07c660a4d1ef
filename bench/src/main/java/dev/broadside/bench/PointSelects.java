package dev.broadside.bench;

import java.io.IOException;
import java.util.Set;

/// P1 and P2: queries a second and client CPU per query of a point select, against sysbench, over
/// the number of connections.
final class PointSelects implements Measurement {
  private static final Goal SPEED = Goal.atLeast(1.10, "");
  private static final Goal CPU = Goal.atMost(1.0, "");

  /// One side's figures.
  ///
  /// @param cpuMicros of the client for one query, once warm
  /// @param cpuMicrosOfAll the same with all that the command did besides
  private record Result(double queriesPerSecond, double cpuMicros, double cpuMicrosOfAll) {}

  @Override
  public Set<String> figures() {
    return Set.of("P1", "P2");
  }

  @Override
  public void measure(Settings settings, Databases databases)
      throws IOException, InterruptedException {
    Sysbench.require();
    MariaDb database = databases.mariaDb();
    Sysbench.Tables tables = new Sysbench.Tables(1, settings.number("rows"));
    try (Sysbench sysbench = Sysbench.on(database)) {
      sysbench.prepare(tables, 1);
      Report.heading("P1, P2: point select, %s".formatted(Oltp.conditions(settings, tables)));
      Report.ratios(Sysbench.version());
      for (int connections : settings.numbers("connections")) {
        Interleaved<Result> rounds =
            Interleaved.of(
                settings.rounds(),
                () ->
                    peer(
                        sysbench.run("oltp_point_select", tables, connections, settings.seconds())),
                () -> own(settings, database, tables, connections));
        print(connections, rounds);
      }
      sysbench.cleanUp(tables);
    }
  }

  private static void print(int connections, Interleaved<Result> rounds) {
    String at = ", %,d connections".formatted(connections);
    Report.ratio("P1", "queries/s" + at, rounds, "%,.0f", Result::queriesPerSecond, SPEED);
    Report.ratio("P2", "client CPU µs per query" + at, rounds, "%.2f", Result::cpuMicros, CPU);
    Report.ratio(
        "P2",
        "the same of the whole command, with connecting, JVM start and warm-up" + at,
        rounds,
        "%.2f",
        Result::cpuMicrosOfAll,
        CPU);
  }

  private static Result peer(Sysbench.Result result) {
    return new Result(result.queriesPerSecond(), result.cpuMicros(), result.cpuMicrosOfAll());
  }

  private static Result own(
      Settings settings, MariaDb database, Sysbench.Tables tables, int connections)
      throws IOException, InterruptedException {
    OwnRun run = Oltp.run("sysbench_oltp_point_select", settings, database, tables, connections);
    return new Result(run.transactionsPerSecond(), run.cpuMicros(), run.cpuMicrosOfAll());
  }
}
