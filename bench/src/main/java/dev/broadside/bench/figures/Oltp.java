package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/// P3: transactions a second of sysbench's read-only and read-write mixes, against sysbench.
public final class Oltp implements Measurement {
  private static final String TRANSACTIONS = "Com_commit";
  private static final Goal SPEED = Goal.atLeast(1.0, "");
  private static final List<Integer> CONNECTIONS = List.of(4, 16);

  @Override
  public Set<String> figures() {
    return Set.of("P3");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    Comparison.run(
        Comparison.Subject.broadside("P3: transactions", TRANSACTIONS, settings),
        settings,
        databases,
        Oltp::measure);
  }

  private static void measure(Comparison comparison) throws IOException, InterruptedException {
    for (String script : List.of("oltp_read_only", "oltp_read_write")) {
      for (int connections : CONNECTIONS) {
        Report.ratio(
            "P3",
            "transactions/s, %s, %d connections".formatted(script, connections),
            comparison.of(script, connections),
            "%,.0f",
            Turns.Pace::perSecond,
            SPEED);
      }
    }
  }
}
