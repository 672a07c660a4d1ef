package dev.broadside.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// P3: transactions a second of sysbench's read-only and read-write mixes, against sysbench.
final class Oltp implements Measurement {
  private static final Goal SPEED = Goal.atLeast(1.05, "");
  private static final List<Integer> CONNECTIONS = List.of(4, 16);

  @Override
  public Set<String> figures() {
    return Set.of("P3");
  }

  @Override
  public void measure(Settings settings, Databases databases)
      throws IOException, InterruptedException {
    Sysbench.require();
    MariaDb database = databases.mariaDb();
    Sysbench.Tables tables = new Sysbench.Tables(1, settings.number("rows"));
    try (Sysbench sysbench = Sysbench.on(database)) {
      sysbench.prepare(tables, 1);
      Report.heading("P3: transactions, %s".formatted(conditions(settings, tables)));
      Report.ratios(Sysbench.version());
      for (String script : List.of("oltp_read_only", "oltp_read_write")) {
        for (int connections : CONNECTIONS) {
          Interleaved<Double> rounds =
              Interleaved.of(
                  settings.rounds(),
                  () ->
                      sysbench
                          .run(script, tables, connections, settings.seconds())
                          .transactionsPerSecond(),
                  () ->
                      run("sysbench_" + script, settings, database, tables, connections)
                          .transactionsPerSecond());
          String what = "transactions/s, %s, %d connections".formatted(script, connections);
          Report.ratio("P3", what, rounds, "%,.0f", Double::doubleValue, SPEED);
        }
      }
      sysbench.cleanUp(tables);
    }
  }

  static String conditions(Settings settings, Sysbench.Tables tables) {
    return "%d rounds of %d s each, %d table of %,d rows, uniform"
        .formatted(settings.rounds(), settings.seconds(), tables.count(), tables.rows());
  }

  /// Runs one of Broadside's sysbench jobs on tables that are there.
  static OwnRun run(
      String job, Settings settings, MariaDb database, Sysbench.Tables tables, int connections)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(job));
    arguments.addAll(database.options());
    arguments.addAll(tables.options());
    arguments.addAll(List.of("--rand-type", "uniform", "--threads", "" + connections));
    arguments.addAll(settings.times());
    return new OwnRun(Tool.run(database.environment(), arguments));
  }
}
