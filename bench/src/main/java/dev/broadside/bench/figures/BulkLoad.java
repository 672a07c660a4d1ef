package dev.broadside.bench.figures;

import dev.broadside.bench.Goal;
import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.ServedMariaDb;
import dev.broadside.bench.peers.Sysbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// P9: how long it takes to load sysbench's rows with their index, against `sysbench prepare` with
/// as many threads, which both spread over as many tables; through both drivers of MariaDB.
public final class BulkLoad implements Measurement {
  private static final List<Integer> THREADS = List.of(1, 2, 4);

  @Override
  public Set<String> figures() {
    return Set.of("P9");
  }

  @Override
  public void measure(MeasurementOptions settings, Databases databases)
      throws IOException, InterruptedException {
    Sysbench.require();
    ServedMariaDb database = databases.mariaDb();
    int rows = settings.number("load-rows");
    try (Sysbench sysbench = Sysbench.on(database)) {
      Report.heading("P9: load of %,d rows, %d rounds".formatted(rows, settings.rounds()));
      Report.ratios(Sysbench.version());
      for (String driver : settings.texts("drivers")) {
        if (!driver.equals("postgresql")) {
          for (int threads : THREADS) {
            compare(settings, sysbench, database, driver, threads);
          }
        }
      }
    }
  }

  private static void compare(
      MeasurementOptions settings,
      Sysbench sysbench,
      ServedMariaDb database,
      String driver,
      int threads)
      throws IOException, InterruptedException {
    int rows = settings.number("load-rows");
    Sysbench.Tables tables = new Sysbench.Tables(threads, rows / threads);
    Interleaved<Double> rounds =
        Interleaved.of(
            settings.rounds(),
            () -> peer(sysbench, tables, rows),
            () -> own(database, driver, tables, rows));
    Report.ratio(
        "P9",
        "rows/s, jdbc:%s, %d threads, as many tables".formatted(driver, threads),
        rounds,
        "%,.0f",
        Double::doubleValue,
        Goal.atLeast(threads == 1 ? 1.0 : 1.3, ""));
  }

  private static double peer(Sysbench sysbench, Sysbench.Tables tables, int rows)
      throws IOException, InterruptedException {
    double seconds = sysbench.prepare(tables, tables.count()).wallSeconds();
    sysbench.cleanUp(tables);
    return rows / seconds;
  }

  /// The command does more than load, so its time on tables that are there is taken off.
  private static double own(ServedMariaDb database, String driver, Sysbench.Tables tables, int rows)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("sysbench_oltp_point_select"));
    arguments.addAll(database.options(driver));
    arguments.addAll(tables.options());
    arguments.addAll(List.of("--load-threads", "" + tables.count()));
    double loading = load(database, arguments);
    double loaded = load(database, arguments);
    arguments.addAll(List.of("--clean-up", "drop", "--duration", "1s"));
    Tool.run(database.environment(), arguments);
    return rows / (loading - loaded);
  }

  private static double load(ServedMariaDb database, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Tool.broadside("load"));
    command.addAll(arguments);
    return Tool.end(command, database.environment()).wallSeconds();
  }
}
