package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;

/// P1 and P2: queries a second and client CPU per query of a point select, against sysbench, over
/// the number of connections.
public final class PointSelects implements Measurement {
  /// The server's counter of prepared queries.
  public static final String QUERIES = "Com_stmt_execute";

  private static final Goal SPEED = Goal.atLeast(1.0, "");
  private static final Goal CPU = Goal.atMost(0.92, "");

  @Override
  public Set<String> figures() {
    return Set.of("P1", "P2");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    Comparison.run(
        Comparison.Subject.broadside("P1, P2: point select", QUERIES, settings),
        settings,
        databases,
        comparison -> {
          for (int connections : settings.numbers("connections")) {
            print(connections, comparison.of("oltp_point_select", connections));
          }
        });
  }

  private static void print(int connections, Interleaved<Turns.Pace> rounds) {
    String at = ", %,d connections".formatted(connections);
    Report.ratio("P1", "queries/s" + at, rounds, "%,.0f", Turns.Pace::perSecond, SPEED);
    Report.ratio("P2", "client CPU µs per query" + at, rounds, "%.2f", Turns.Pace::cpuMicros, CPU);
  }
}
