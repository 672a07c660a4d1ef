package dev.broadside.core.work.database;

import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What databases tell of themselves, by the same ids on every engine; an engine leaves out what it
/// does not have. Amounts are shown per second of the time between two readings.
///
/// Diagnoses, tables of studies and comparisons read them by these ids, so a
/// [monitor][dev.broadside.core.work.TargetMonitor] of your own that gives, say, [#COMMITS] is
/// understood like those of the kit.
public final class DatabaseFigures {
  /// Begins all of their ids.
  public static final String PREFIX = "db.";

  private static final String WORK = "Database, work";
  private static final String PAGES = "Database, pages and files";
  public static final String LOG = "Database, log";
  private static final String LOCKS = "Database, locks";
  public static final String SESSIONS = "Database, sessions";
  public static final String WAITS = "Database, waits";
  private static final String TEMPORARY = "Database, temporary data";

  /// In the order in which people read them.
  private static final List<String> SECTIONS =
      List.of(WORK, PAGES, LOG, LOCKS, SESSIONS, WAITS, TEMPORARY);

  /// For how long the database was watched: amounts are counted over this time.
  public static final Figure TIME =
      Figure.sum("db.watched", "ms", "watched")
          .in(WORK)
          .help("The time between the readings that the other figures come from.");

  public static final Figure PLAN_CHANGES =
      Figure.count("db.plan_changes", "", "changed plans")
          .in(WORK)
          .help("How often a statement of the load got another plan.");

  public static final Figure SELECTS = amount(WORK, "db.selects", "", "selects");
  public static final Figure INSERTS = amount(WORK, "db.inserts", "", "inserts");
  public static final Figure UPDATES = amount(WORK, "db.updates", "", "updates");
  public static final Figure DELETES = amount(WORK, "db.deletes", "", "deletes");
  public static final Figure COMMITS =
      amount(WORK, "db.commits", "", "commits").help("Of all sessions of the database.");
  public static final Figure ROLLBACKS = amount(WORK, "db.rollbacks", "", "rollbacks");
  public static final Figure ROWS_READ =
      amount(WORK, "db.rows_read", "rows", "rows read").alsoPerTransaction();
  public static final Figure ROWS_CHANGED =
      amount(WORK, "db.rows_changed", "rows", "rows changed")
          .alsoPerTransaction()
          .help("Rows inserted, updated and deleted, those of rolled-back transactions included.");

  public static final Figure BUFFER_REQUESTS =
      amount(PAGES, "db.buffer_requests", "", "page requests")
          .alsoPerTransaction()
          .help("Pages that were asked of the buffer pool.");
  public static final Figure BUFFER_MISSES =
      Figure.sum("db.buffer_misses", "", "page misses")
          .in(PAGES)
          .asShareOf(BUFFER_REQUESTS.id())
          .alsoPerTransaction()
          .help("Page requests that the buffer pool could not serve without reading the page.");
  public static final Figure READS =
      amount(PAGES, "db.reads", "", "reads").alsoPerTransaction().help("Requests to read files.");
  public static final Figure WRITES =
      amount(PAGES, "db.writes", "", "writes")
          .alsoPerTransaction()
          .help("Requests to write files.");
  public static final Figure READ_BYTES =
      amount(PAGES, "db.read_bytes", "B", "bytes read").alsoPerTransaction();
  public static final Figure WRITTEN_BYTES =
      amount(PAGES, "db.written_bytes", "B", "bytes written").alsoPerTransaction();
  public static final Figure DATA_SYNCS =
      amount(PAGES, "db.data_syncs", "", "syncs").help("Calls of fsync for files of data.");
  public static final Figure CHECKPOINTS = amount(PAGES, "db.checkpoints", "", "checkpoints");
  public static final Figure DIRTY =
      Figure.mean("db.dirty", "MiB", "dirty pages")
          .in(PAGES)
          .help("Pages of the buffer pool that are not yet written.");
  public static final Figure EVICTIONS =
      amount(PAGES, "db.evictions", "", "evictions")
          .help("Pages that had to leave the buffer pool for others.");
  public static final Figure TABLE_SIZE =
      size("db.table_size", "tables").help("Of the job's schema.");
  public static final Figure INDEX_SIZE =
      size("db.index_size", "indexes")
          .help(
              "Of the job's schema. A table that is stored in its primary key counts as a table.");
  public static final Figure UNDO_LENGTH =
      Figure.mean("db.undo_length", "", "history list")
          .in(PAGES)
          .help("Old versions of rows that are not yet purged, in undo logs.");

  public static final Figure LOG_BYTES =
      amount(LOG, "db.log_bytes", "B", "log written")
          .alsoPerTransaction()
          .help("The redo log, or the write-ahead log.");
  public static final Figure LOG_SYNCS =
      amount(LOG, "db.log_syncs", "", "log syncs")
          .alsoPerTransaction()
          .help("Calls of fsync for the log.");
  public static final Figure LOG_SYNC_TIME =
      Figure.sum("db.log_sync_time", "ms", "log sync time")
          .in(LOG)
          .asShareOf(LOG_SYNCS.id())
          .help("How long each sync of the log took.");

  public static final Figure ROW_LOCK_WAITS =
      amount(LOCKS, "db.row_lock_waits", "", "row lock waits");
  public static final Figure ROW_LOCK_TIME =
      Figure.sum("db.row_lock_time", "ms", "row lock time")
          .in(LOCKS)
          .asShareOf(ROW_LOCK_WAITS.id())
          .help("How long each wait for a row lock took.");
  public static final Figure DEADLOCKS = amount(LOCKS, "db.deadlocks", "", "deadlocks");
  public static final Figure LOCK_WAITING =
      Figure.mean("db.lock_waiting", "", "waiting for a lock")
          .in(LOCKS)
          .help("Sessions that waited for a lock at the moment of the reading.");

  public static final Figure TEMP_TABLES =
      amount(TEMPORARY, "db.temp_tables", "", "temporary tables");
  public static final Figure TEMP_DISK_TABLES =
      amount(TEMPORARY, "db.temp_disk_tables", "", "temporary tables or files on disk");
  public static final Figure TEMP_BYTES =
      amount(TEMPORARY, "db.temp_bytes", "B", "temporary bytes");

  public static final Figure CONNECTIONS =
      Figure.worst("db.connections", "", "connections")
          .in(SESSIONS)
          .help("Of all users, the monitor's own included.");
  public static final Figure MAX_CONNECTIONS =
      Figure.last("db.max_connections", "", "connection limit")
          .in(SESSIONS)
          .help("So many connections the database allows.");
  public static final Figure RUNNING =
      Figure.mean("db.running", "", "running sessions")
          .in(SESSIONS)
          .help("Sessions at work at the moment of the reading, without the monitor's own.");
  public static final Figure OLDEST_TRANSACTION =
      Figure.worst("db.oldest_transaction", "s", "oldest transaction")
          .in(SESSIONS)
          .help("Age of the oldest open transaction.");
  public static final Figure REPLICATION_LAG =
      Figure.worst("db.replication_lag", "s", "replication lag")
          .in(SESSIONS)
          .help("How far a replica is late; unknown without one, or without the privilege to ask.");
  public static final Figure UP =
      Figure.last("db.up", "s", "up for").in(SESSIONS).help("Since the start of the database.");

  public static final Figure WAIT_LOCK = waiting("lock", "lock", "For a lock.");
  public static final Figure WAIT_IO = waiting("io", "file", "For a file to be read or written.");
  public static final Figure WAIT_LOG =
      waiting("log", "log", "For the log to be written or synced.");
  public static final Figure WAIT_LATCH = waiting("latch", "latch", "For a latch or a buffer.");
  public static final Figure WAIT_CLIENT =
      waiting("client", "client", "For the client amid a transaction or a statement.");

  /// All that more than one engine may have. What only one has begins with its word, such as
  /// `db.pg_`.
  public static final List<Figure> ALL =
      List.of(
          TIME,
          PLAN_CHANGES,
          SELECTS,
          INSERTS,
          UPDATES,
          DELETES,
          COMMITS,
          ROLLBACKS,
          ROWS_READ,
          ROWS_CHANGED,
          BUFFER_REQUESTS,
          BUFFER_MISSES,
          READS,
          WRITES,
          READ_BYTES,
          WRITTEN_BYTES,
          DATA_SYNCS,
          CHECKPOINTS,
          DIRTY,
          EVICTIONS,
          TABLE_SIZE,
          INDEX_SIZE,
          UNDO_LENGTH,
          LOG_BYTES,
          LOG_SYNCS,
          LOG_SYNC_TIME,
          ROW_LOCK_WAITS,
          ROW_LOCK_TIME,
          DEADLOCKS,
          LOCK_WAITING,
          TEMP_TABLES,
          TEMP_DISK_TABLES,
          TEMP_BYTES,
          CONNECTIONS,
          MAX_CONNECTIONS,
          RUNNING,
          OLDEST_TRANSACTION,
          REPLICATION_LAG,
          UP,
          WAIT_LOCK,
          WAIT_IO,
          WAIT_LOG,
          WAIT_LATCH,
          WAIT_CLIENT);

  private static final List<Engine> ENGINES =
      List.of(
          new Engine(
              "jdbc:(?:mysql|mariadb):.*",
              Set.of(
                  CHECKPOINTS,
                  EVICTIONS,
                  LOG_SYNC_TIME,
                  TEMP_BYTES,
                  WAIT_CLIENT,
                  WAIT_IO,
                  WAIT_LATCH,
                  WAIT_LOCK),
              "mysql_checkpoint_age mysql_wait_file mysql_wait_lock mysql_wait_socket"
                  + " mysql_wait_synch mysql_wait_table"),
          new Engine(
              "jdbc:postgresql:.*",
              Set.of(
                  DELETES,
                  DIRTY,
                  INSERTS,
                  ROW_LOCK_TIME,
                  ROW_LOCK_WAITS,
                  SELECTS,
                  TEMP_TABLES,
                  UNDO_LENGTH,
                  UPDATES),
              "pg_hidden_sessions"),
          new Engine(
              "jdbc:oracle:.*",
              Set.of(
                  DATA_SYNCS,
                  DELETES,
                  DIRTY,
                  EVICTIONS,
                  INSERTS,
                  REPLICATION_LAG,
                  ROWS_CHANGED,
                  SELECTS,
                  TEMP_BYTES,
                  TEMP_DISK_TABLES,
                  TEMP_TABLES,
                  UNDO_LENGTH,
                  UPDATES,
                  WAIT_CLIENT,
                  WAIT_IO,
                  WAIT_LATCH,
                  WAIT_LOCK,
                  WAIT_LOG),
              "oracle_wait_application oracle_wait_commit oracle_wait_concurrency"
                  + " oracle_wait_configuration oracle_wait_network oracle_wait_system_io"
                  + " oracle_wait_user_io"),
          new Engine("jdbc:h2:.*", Set.copyOf(ALL), ""));

  /// An engine, or a family of engines whose drivers connect to each other's databases. A test
  /// holds each against the counters that the kit reads, of several versions.
  ///
  /// @param urls matches its URLs
  /// @param lacks those of [#ALL] that no version has
  /// @param own what only it has, without the prefix, between blanks
  private record Engine(String urls, Set<Figure> lacks, String own) {
    List<String> ids() {
      return Stream.concat(
              ALL.stream().filter(one -> !lacks.contains(one)).map(Figure::id),
              Stream.of(own.split(" ")).filter(id -> !id.isEmpty()).map(PREFIX::concat))
          .toList();
    }
  }

  private DatabaseFigures() {}

  /// Where a figure's heading stands among the others.
  public static int place(Figure figure) {
    return SECTIONS.indexOf(figure.section());
  }

  /// Whether some database may have a figure with this id.
  public static boolean mayHave(String id) {
    return ENGINES.stream().anyMatch(one -> one.ids().contains(id));
  }

  /// Those of [#ALL] under the heading of one of them; none for other figures.
  public static Stream<Figure> alike(String id) {
    return ALL.stream()
        .filter(one -> one.id().equals(id))
        .flatMap(one -> ALL.stream().filter(other -> other.section().equals(one.section())));
  }

  /// The ids that a database may have, by the engine that its JDBC URL names; empty if that is not
  /// known.
  public static Optional<List<String>> at(String url) {
    return ENGINES.stream().filter(one -> url.matches(one.urls)).findFirst().map(Engine::ids);
  }

  /// A counted amount.
  public static Figure amount(String section, String id, String unit, String label) {
    return Figure.sum(id, unit, label).in(section).asShareOf(TIME.id());
  }

  private static Figure size(String id, String label) {
    return Figure.last(id, "MiB", label).in(PAGES);
  }

  /// What all sessions together waited.
  public static Figure waited(String id, String label) {
    return amount(WAITS, id, "ms", "waited: " + label)
        .help("Of all sessions together; 1,000 ms per second are one session that waits.");
  }

  private static Figure waiting(String word, String label, String help) {
    return Figure.mean("db.wait_" + word, "sessions", "waiting: " + label)
        .in(WAITS)
        .help(help + " Sessions at the moment of the reading.");
  }
}
