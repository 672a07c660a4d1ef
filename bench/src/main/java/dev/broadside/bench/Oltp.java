package dev.broadside.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// P3: transactions a second of sysbench's read-only and read-write mixes, against sysbench.
final class Oltp implements Measurement {
  private static final String TRANSACTIONS = "Com_commit";
  private static final Goal SPEED = Goal.atLeast(1.05, "");
  private static final List<Integer> CONNECTIONS = List.of(4, 16);

  /// Longer than any measurement: the load is ended from outside.
  private static final String LONG = "24h";

  @Override
  public Set<String> figures() {
    return Set.of("P3");
  }

  @Override
  public void measure(Settings settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    Sysbench.require();
    MariaDb database = databases.mariaDb();
    Sysbench.Tables tables = new Sysbench.Tables(1, settings.number("rows"));
    try (Sysbench sysbench = Sysbench.on(database);
        Turns turns = new Turns(database, settings, TRANSACTIONS)) {
      sysbench.prepare(tables, 1);
      Report.heading("P3: transactions, %s".formatted(conditions(settings, tables)));
      Report.ratios(Sysbench.version());
      for (String script : List.of("oltp_read_only", "oltp_read_write")) {
        for (int connections : CONNECTIONS) {
          Interleaved<Turns.Pace> rounds =
              turns.measure(
                  sysbench.running(script, tables, connections),
                  command(script, database, tables, connections),
                  database.environment());
          String what = "transactions/s, %s, %d connections".formatted(script, connections);
          Report.ratio("P3", what, rounds, "%,.0f", Turns.Pace::perSecond, SPEED);
        }
      }
      sysbench.cleanUp(tables);
    }
  }

  static String conditions(Settings settings, Sysbench.Tables tables) {
    return "%s, %d table of %,d rows, uniform"
        .formatted(Turns.conditions(settings), tables.count(), tables.rows());
  }

  /// Runs one of Broadside's sysbench jobs on tables that are there, until it is ended.
  static List<String> command(
      String script, MariaDb database, Sysbench.Tables tables, int connections) {
    List<String> command = new ArrayList<>(Tool.broadside("run", "sysbench_" + script));
    command.addAll(database.options());
    command.addAll(tables.options());
    command.addAll(List.of("--rand-type", "uniform", "--threads", "" + connections));
    command.addAll(List.of("--duration", LONG, "--quiet"));
    return command;
  }
}
