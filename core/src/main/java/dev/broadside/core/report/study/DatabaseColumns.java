package dev.broadside.core.report.study;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.study.StudyColumn.Kept;
import dev.broadside.core.report.study.StudyColumn.Source;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// What the database did at each step, as columns of a study's table: one line declares a column,
/// and tables, comparisons and [LimitRule]s read it. A column whose figures are not known at any
/// step is left out.
///
/// Time for each transaction comes from Little's law: the sessions that wait, on average, divided
/// by the transactions that end in a second, are the seconds that a transaction waits. Engines that
/// count the time of waits tell it more exactly than readings of the sessions that wait.
final class DatabaseColumns {
  /// The heading of those that are folded; declared figures of databases have it, too.
  static final String GROUP = "Database";

  /// On a terminal they go before anything else.
  private static final int RANK = 8;

  private static final double MEGA = 1e6;

  static final String LOCKS = "db_lock_ms_per_tx";
  static final String LOG = "db_log_ms_per_tx";
  static final String FILES = "db_file_ms_per_tx";
  static final String LATCHES = "db_latch_ms_per_tx";

  /// The declared figure's own column.
  static final String MISSES = StudyColumn.perTransactionId(DatabaseFigures.BUFFER_MISSES.id());

  static final String CPU = "db_cpu";
  static final String DISK = "db_disk";
  static final String CONNECTIONS = "db_connections";

  static final List<Kept> ALL =
      List.of(
          open(
              "db_iops",
              "file",
              "IOPS",
              "Requests of the database to read and write files.",
              at -> perSecond(at, DatabaseFigures.READS) + perSecond(at, DatabaseFigures.WRITES)),
          open(
              "db_read_mb",
              "read",
              "MB/s",
              "What the database read from files.",
              at -> perSecond(at, DatabaseFigures.READ_BYTES) / MEGA),
          open(
              "db_written_mb",
              "written",
              "MB/s",
              "What the database wrote to files.",
              at -> perSecond(at, DatabaseFigures.WRITTEN_BYTES) / MEGA),
          open(
              "db_syncs",
              "fsync",
              "/s",
              "Calls of fsync for files of data; MySQL and MariaDB count those for the log, too.",
              at -> perSecond(at, DatabaseFigures.DATA_SYNCS)),
          open(
              "db_log_syncs",
              "log fsync",
              "/s",
              "Calls of fsync for the log.",
              at -> perSecond(at, DatabaseFigures.LOG_SYNCS)),
          open(
              "db_rows_read_per_tx",
              "rows read/tx",
              "",
              "Rows that the database read, per transaction.",
              at -> each(at, DatabaseFigures.ROWS_READ)),
          open(
              LOCKS,
              "lock wait/tx",
              "ms",
              "How long a transaction waited for row locks.",
              at ->
                  waited(
                      at,
                      DatabaseFigures.ROW_LOCK_TIME,
                      DatabaseFigures.LOCK_WAITING,
                      DatabaseFigures.WAIT_LOCK)),
          folded(
              LOG,
              "log wait/tx",
              "ms",
              "How long a transaction waited for the log to be written or synced.",
              at -> waited(at, DatabaseFigures.WAIT_LOG, DatabaseFigures.LOG_SYNC_TIME)),
          folded(
              FILES,
              "file wait/tx",
              "ms",
              "How long a transaction waited for files; where the engine does not tell it, how long"
                  + " the busiest disk of its host read for it.",
              at -> {
                double told = waited(at, DatabaseFigures.WAIT_IO);
                return Double.isNaN(told) ? ofDisks(at, "readTime", one -> each(at, one)) : told;
              }),
          folded(
              LATCHES,
              "latch wait/tx",
              "ms",
              "How long a transaction waited for latches and buffers.",
              at -> waited(at, DatabaseFigures.WAIT_LATCH)),
          folded(
              CPU,
              "CPU of its host",
              "%",
              "Share of the CPU time of the database's host that was not idle.",
              at -> 100 * (1 - known(at.database().idle()))),
          folded(
              DISK,
              "busiest disk of its host",
              "%",
              "For how much of the time the busiest disk of the database's host was busy.",
              at -> 100 * ofDisks(at, "busy", one -> one.share().orElse(Double.NaN))),
          folded(
              CONNECTIONS,
              "connections in use",
              "%",
              "Connections, as a share of the most that the database allows.",
              at ->
                  100
                      * reading(at, DatabaseFigures.CONNECTIONS)
                      / reading(at, DatabaseFigures.MAX_CONNECTIONS)));

  private DatabaseColumns() {}

  private static Kept open(
      String id, String label, String unit, String help, ToDoubleFunction<Source> value) {
    return new Kept(new StudyColumn(id, label, unit, help, StudyColumn.OPEN, RANK), value);
  }

  private static Kept folded(
      String id, String label, String unit, String help, ToDoubleFunction<Source> value) {
    return new Kept(new StudyColumn(id, label, unit, help, GROUP, 0), value);
  }

  /// Hosts tell what is not known by a negative number.
  private static double known(double share) {
    return share >= 0 ? share : Double.NaN;
  }

  private static double perSecond(Source at, Figure figure) {
    return number(at, figure, FigureDocument::perSecond);
  }

  private static double reading(Source at, Figure figure) {
    return number(at, figure, FigureDocument::value);
  }

  private static double number(
      Source at, Figure figure, Function<FigureDocument, OptionalDouble> which) {
    return at.figure(figure.id()).map(which).orElse(OptionalDouble.empty()).orElse(Double.NaN);
  }

  private static double each(Source at, Figure figure) {
    return perSecond(at, figure) / at.throughput();
  }

  private static double each(Source at, FigureDocument amount) {
    return amount.perSecond().orElse(Double.NaN) / at.throughput();
  }

  /// Milliseconds for each transaction, from the first of the figures that is known: the time of
  /// all waits, or the number of sessions that wait.
  private static double waited(Source at, Figure... figures) {
    return Stream.of(figures)
        .mapToDouble(
            one -> one.kind().adds() ? each(at, one) : 1e3 * reading(at, one) / at.throughput())
        .filter(Double::isFinite)
        .findFirst()
        .orElse(Double.NaN);
  }

  /// The highest value of a figure of the disks of the database's host; not a number if none is
  /// known.
  private static double ofDisks(Source at, String figure, ToDoubleFunction<FigureDocument> value) {
    return at.watchers().stream()
        .map(agent -> "." + figure + "@" + HostUse.word(agent.name()))
        .flatMap(end ->
            at.run().figures().stream()
                .filter(one -> one.figure().id().startsWith("host.disk"))
                .filter(one -> one.figure().id().endsWith(end)))
        .mapToDouble(value)
        .filter(Double::isFinite)
        .max()
        .orElse(Double.NaN);
  }
}
