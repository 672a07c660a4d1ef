package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.FloorLoop;
import dev.broadside.bench.peers.ServedMariaDb;
import dev.broadside.bench.peers.Sysbench;
import dev.broadside.bench.peers.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// P0 to P3: sysbench beside another program that does the same, by [Turns], on tables that
/// sysbench makes and drops.
public enum AgainstSysbench implements Measurement {
  /// P0: [FloorLoop], over the number of connections. It has no goal: those of P1 and P2 are read
  /// beside it.
  FLOOR("P0", "Com_stmt_execute", "oltp_point_select"),

  /// P1 and P2: queries a second and client CPU of a query, over the number of connections.
  POINT_SELECTS("P1 P2", "Com_stmt_execute", "oltp_point_select"),

  /// P3: transactions a second.
  OLTP("P3", "Com_commit", "oltp_read_only", "oltp_read_write");

  private static final Goal SPEED = Goal.atLeast(1.0, "");
  private static final Goal CPU = Goal.atMost(0.92, "");
  private static final List<Integer> OLTP_CONNECTIONS = List.of(4, 16);

  private final String numbers;
  private final String status;
  private final List<String> scripts;

  /// @param status the server's counter of the work
  AgainstSysbench(String numbers, String status, String... scripts) {
    this.numbers = numbers;
    this.status = status;
    this.scripts = List.of(scripts);
  }

  @Override
  public Set<String> figures() {
    return Set.of(numbers.split(" "));
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException, SQLException {
    Sysbench.require();
    ServedMariaDb database = databases.mariaDb();
    Sysbench.Tables tables = new Sysbench.Tables(1, settings.number("rows"));
    String own = settings.text("thread-kind");
    try (Sysbench sysbench = Sysbench.on(database);
        Turns turns = Turns.on(database, settings, status)) {
      sysbench.prepare(tables, 1);
      Report.heading(
          "%s, %s, %d table of %,d rows, uniform"
              .formatted(numbers, Turns.conditions(settings), tables.count(), tables.rows()));
      Report.ratios(
          Sysbench.version(), this == FLOOR ? "bare sockets" : "Broadside, " + own + " threads");
      for (String script : scripts) {
        for (int connections : this == OLTP ? OLTP_CONNECTIONS : settings.numbers("connections")) {
          print(
              ", %s, %,d connections".formatted(script, connections),
              turns.measure(
                  sysbench.running(script, tables, connections),
                  this == FLOOR
                      ? floor(database, tables, connections)
                      : own(script, database, tables, connections, own),
                  database.environment()));
        }
      }
      sysbench.cleanUp(tables);
    }
  }

  private void print(String at, Interleaved<Turns.Pace> rounds) {
    String speed = "queries/s" + at;
    String cpu = "client CPU µs per query" + at;
    switch (this) {
      case FLOOR -> {
        Report.ratio("P0", speed, rounds, "%,.0f", Turns.Pace::perSecond);
        Report.ratio("P0", cpu, rounds, "%.2f", Turns.Pace::cpuMicros);
      }
      case POINT_SELECTS -> {
        Report.ratio("P1", speed, rounds, "%,.0f", Turns.Pace::perSecond, SPEED);
        Report.ratio("P2", cpu, rounds, "%.2f", Turns.Pace::cpuMicros, CPU);
        Report.ratio("P15", "switches per query" + at, rounds, "%.2f", Turns.Pace::switches);
        Report.ratio("P15", "resident MB" + at, rounds, "%.0f", Turns.Pace::megabytes);
      }
      case OLTP -> {
        Report.ratio("P3", "transactions/s" + at, rounds, "%,.0f", Turns.Pace::perSecond, SPEED);
        Report.ratio("P3", "CPU µs each" + at, rounds, "%.1f", Turns.Pace::cpuMicros);
      }
    }
  }

  private static List<String> floor(
      ServedMariaDb database, Sysbench.Tables tables, int connections) {
    List<String> command = new ArrayList<>(List.of(Tool.java(), "-XX:+UseParallelGC", "-cp"));
    command.addAll(List.of(Tool.ownJar(), FloorLoop.class.getName(), ServedMariaDb.HOST));
    command.addAll(List.of("" + database.port(), database.name(), database.user()));
    command.addAll(List.of("" + connections, "" + tables.rows()));
    return command;
  }

  /// Longer than any measurement: the load is ended from outside.
  private static List<String> own(
      String script,
      ServedMariaDb database,
      Sysbench.Tables tables,
      int connections,
      String threadKind) {
    List<String> command = new ArrayList<>(Tool.broadside("run", "sysbench_" + script));
    command.addAll(database.options());
    command.addAll(tables.options());
    command.addAll(List.of("--rand-type", "uniform", "--threads", "" + connections));
    command.addAll(List.of("--thread-kind", threadKind, "--duration", "24h", "--quiet"));
    return command;
  }
}
