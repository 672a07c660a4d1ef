package dev.broadside.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;

/// P1 and P2: queries a second and client CPU per query of a point select, against sysbench, over
/// the number of connections.
final class PointSelects implements Measurement {
  private static final String SCRIPT = "oltp_point_select";
  private static final String QUERIES = "Com_stmt_execute";
  private static final Goal SPEED = Goal.atLeast(1.10, "");
  private static final Goal CPU = Goal.atMost(1.0, "");

  @Override
  public Set<String> figures() {
    return Set.of("P1", "P2");
  }

  @Override
  public void measure(Settings settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    Sysbench.require();
    MariaDb database = databases.mariaDb();
    Sysbench.Tables tables = new Sysbench.Tables(1, settings.number("rows"));
    try (Sysbench sysbench = Sysbench.on(database);
        Turns turns = new Turns(database, settings, QUERIES)) {
      sysbench.prepare(tables, 1);
      Report.heading("P1, P2: point select, %s".formatted(Oltp.conditions(settings, tables)));
      Report.ratios(Sysbench.version());
      for (int connections : settings.numbers("connections")) {
        Interleaved<Turns.Pace> rounds =
            turns.measure(
                sysbench.running(SCRIPT, tables, connections),
                Oltp.command(SCRIPT, database, tables, connections),
                database.environment());
        String at = ", %,d connections".formatted(connections);
        Report.ratio("P1", "queries/s" + at, rounds, "%,.0f", Turns.Pace::perSecond, SPEED);
        Report.ratio(
            "P2", "client CPU µs per query" + at, rounds, "%.2f", Turns.Pace::cpuMicros, CPU);
      }
      sysbench.cleanUp(tables);
    }
  }
}
