package dev.broadside.bench.figures;

import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.FloorLoop;
import dev.broadside.bench.peers.ServedMariaDb;
import dev.broadside.bench.peers.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/// P0: [FloorLoop] against sysbench, over the number of connections. It has no goal: the goals of
/// P1 and P2 are read beside it.
public final class Floor implements Measurement {
  @Override
  public Set<String> figures() {
    return Set.of("P0");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    Comparison.run(
        new Comparison.Subject("P0: point select", "bare sockets", PointSelects.QUERIES),
        settings,
        databases,
        comparison -> {
          for (int connections : settings.numbers("connections")) {
            print(
                connections,
                comparison.with("oltp_point_select", connections, floor(comparison, connections)));
          }
        });
  }

  private static void print(int connections, Interleaved<Turns.Pace> rounds) {
    String at = ", %,d connections".formatted(connections);
    Report.ratio("P0", "queries/s" + at, rounds, "%,.0f", Turns.Pace::perSecond);
    Report.ratio("P0", "client CPU µs per query" + at, rounds, "%.2f", Turns.Pace::cpuMicros);
  }

  private static List<String> floor(Comparison comparison, int connections) {
    ServedMariaDb database = comparison.database();
    return List.of(
        Tool.java(),
        "-XX:+UseParallelGC",
        "-cp",
        Tool.ownJar(),
        FloorLoop.class.getName(),
        ServedMariaDb.HOST,
        "" + database.port(),
        database.name(),
        database.user(),
        "" + connections,
        "" + comparison.tables().rows());
  }
}
