package dev.broadside.bench.figures;

import dev.broadside.bench.Interleaved;
import dev.broadside.bench.MeasurementOptions;
import dev.broadside.bench.Report;
import dev.broadside.bench.Tool;
import dev.broadside.bench.peers.Databases;
import dev.broadside.bench.peers.ServedMariaDb;
import dev.broadside.bench.peers.Sysbench;
import dev.broadside.bench.peers.Turns;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// A comparison with sysbench by [Turns], on tables that sysbench makes and drops.
public record Comparison(
    Turns turns,
    Sysbench sysbench,
    ServedMariaDb database,
    Sysbench.Tables tables,
    String threadKind) {
  private static final String THREAD_KIND = "thread-kind";

  /// Longer than any measurement: the load is ended from outside.
  private static final String LONG = "24h";

  /// What is compared.
  public interface Body {
    void measure(Comparison comparison) throws IOException, InterruptedException;
  }

  /// What is compared with sysbench.
  ///
  /// @param own the side that is not sysbench
  /// @param status the server's counter of the work
  public record Subject(String title, String own, String status) {
    /// By `broadside run`, with the kind of threads that is set.
    public static Subject broadside(String title, String status, MeasurementOptions settings) {
      return new Subject(title, "Broadside, " + settings.text(THREAD_KIND) + " threads", status);
    }
  }

  /// Makes the tables, prints the head of the figures, measures, and drops the tables.
  public static void run(
      Subject subject, MeasurementOptions settings, Databases databases, Body body)
      throws IOException, InterruptedException, SQLException {
    Sysbench.require();
    ServedMariaDb database = databases.mariaDb();
    Sysbench.Tables tables = new Sysbench.Tables(1, settings.number("rows"));
    try (Sysbench sysbench = Sysbench.on(database);
        Turns turns = Turns.on(database, settings, subject.status())) {
      sysbench.prepare(tables, 1);
      Report.heading(
          "%s, %s, %d table of %,d rows, uniform"
              .formatted(
                  subject.title(), Turns.conditions(settings), tables.count(), tables.rows()));
      Report.ratios(Sysbench.version(), subject.own());
      body.measure(new Comparison(turns, sysbench, database, tables, settings.text(THREAD_KIND)));
      sysbench.cleanUp(tables);
    }
  }

  /// Compares one script of sysbench with the job that stands for it.
  public Interleaved<Turns.Pace> of(String script, int connections)
      throws IOException, InterruptedException {
    return with(script, connections, own(script, connections));
  }

  /// Compares one script of sysbench with any command.
  public Interleaved<Turns.Pace> with(String script, int connections, List<String> command)
      throws IOException, InterruptedException {
    return turns.measure(
        sysbench.running(script, tables, connections), command, database.environment());
  }

  private List<String> own(String script, int connections) {
    List<String> command = new ArrayList<>(Tool.broadside("run", "sysbench_" + script));
    command.addAll(database.options());
    command.addAll(tables.options());
    command.addAll(List.of("--rand-type", "uniform", "--threads", "" + connections));
    command.addAll(List.of("--thread-kind", threadKind, "--duration", LONG, "--quiet"));
    return command;
  }
}
