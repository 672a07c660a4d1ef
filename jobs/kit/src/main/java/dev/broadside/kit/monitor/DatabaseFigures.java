package dev.broadside.kit.monitor;

import dev.broadside.core.work.Figure;

/// What databases tell of themselves, by the same ids on every engine; an engine leaves out what it
/// does not have. Amounts are shown per second of the time between two readings.
final class DatabaseFigures {
  private static final String WORK = "Database, work";
  private static final String PAGES = "Database, pages and files";
  static final String LOG = "Database, log";
  private static final String LOCKS = "Database, locks";
  private static final String TEMPORARY = "Database, temporary data";
  static final String SESSIONS = "Database, sessions";
  static final String WAITS = "Database, waits";

  /// For how long the database was watched: amounts are counted over this time.
  static final Figure TIME =
      Figure.sum("db" + Figure.WATCHED, "ms", "watched")
          .in(WORK)
          .help("The time between the readings that the other figures come from.");

  static final Figure PLAN_CHANGES =
      Figure.count("db.plan_changes", "", "changed plans")
          .in(WORK)
          .help("How often a statement of the load got another plan.");

  static final Figure SELECTS = amount(WORK, "db.selects", "", "selects");
  static final Figure INSERTS = amount(WORK, "db.inserts", "", "inserts");
  static final Figure UPDATES = amount(WORK, "db.updates", "", "updates");
  static final Figure DELETES = amount(WORK, "db.deletes", "", "deletes");
  static final Figure COMMITS =
      amount(WORK, "db.commits", "", "commits").help("Of all sessions of the database.");
  static final Figure ROLLBACKS = amount(WORK, "db.rollbacks", "", "rollbacks");
  static final Figure ROWS_READ =
      amount(WORK, "db.rows_read", "rows", "rows read").alsoPerTransaction();
  static final Figure ROWS_CHANGED =
      amount(WORK, "db.rows_changed", "rows", "rows changed")
          .alsoPerTransaction()
          .help("Rows inserted, updated and deleted, those of rolled-back transactions included.");

  static final Figure BUFFER_REQUESTS =
      amount(PAGES, "db.buffer_requests", "", "page requests")
          .alsoPerTransaction()
          .help("Pages that were asked of the buffer pool.");
  static final Figure BUFFER_MISSES =
      Figure.sum("db.buffer_misses", "", "page misses")
          .in(PAGES)
          .asShareOf(BUFFER_REQUESTS.id())
          .alsoPerTransaction()
          .help("Page requests that the buffer pool could not serve without reading the page.");
  static final Figure READS =
      amount(PAGES, "db.reads", "", "reads").alsoPerTransaction().help("Requests to read files.");
  static final Figure WRITES =
      amount(PAGES, "db.writes", "", "writes")
          .alsoPerTransaction()
          .help("Requests to write files.");
  static final Figure READ_BYTES =
      amount(PAGES, "db.read_bytes", "B", "bytes read").alsoPerTransaction();
  static final Figure WRITTEN_BYTES =
      amount(PAGES, "db.written_bytes", "B", "bytes written").alsoPerTransaction();
  static final Figure DATA_SYNCS =
      amount(PAGES, "db.data_syncs", "", "syncs").help("Calls of fsync for files of data.");
  static final Figure CHECKPOINTS = amount(PAGES, "db.checkpoints", "", "checkpoints");
  static final Figure DIRTY =
      Figure.mean("db.dirty", "MiB", "dirty pages")
          .in(PAGES)
          .help("Pages of the buffer pool that are not yet written.");
  static final Figure EVICTIONS =
      amount(PAGES, "db.evictions", "", "evictions")
          .help("Pages that had to leave the buffer pool for others.");
  static final Figure TABLE_SIZE = size("db.table_size", "tables").help("Of the job's schema.");
  static final Figure INDEX_SIZE =
      size("db.index_size", "indexes")
          .help("Of the job's schema; a table that is kept in its primary key is none.");
  static final Figure UNDO_LENGTH =
      Figure.mean("db.undo_length", "", "history list")
          .in(PAGES)
          .help("Old versions of rows that are not yet purged, in undo logs.");

  static final Figure LOG_BYTES =
      amount(LOG, "db.log_bytes", "B", "log written")
          .alsoPerTransaction()
          .help("The redo log, or the write-ahead log.");
  static final Figure LOG_SYNCS =
      amount(LOG, "db.log_syncs", "", "log syncs")
          .alsoPerTransaction()
          .help("Calls of fsync for the log.");
  static final Figure LOG_SYNC_TIME =
      Figure.sum("db.log_sync_time", "ms", "log sync time")
          .in(LOG)
          .asShareOf(LOG_SYNCS.id())
          .help("How long each sync of the log took.");

  static final Figure ROW_LOCK_WAITS = amount(LOCKS, "db.row_lock_waits", "", "row lock waits");
  static final Figure ROW_LOCK_TIME =
      Figure.sum("db.row_lock_time", "ms", "row lock time")
          .in(LOCKS)
          .asShareOf(ROW_LOCK_WAITS.id())
          .help("How long each wait for a row lock took.");
  static final Figure DEADLOCKS = amount(LOCKS, "db.deadlocks", "", "deadlocks");
  static final Figure LOCK_WAITING =
      Figure.mean("db.lock_waiting", "", "waiting for a lock")
          .in(LOCKS)
          .help("Sessions that waited for a lock at the moment of the reading.");

  static final Figure TEMP_TABLES = amount(TEMPORARY, "db.temp_tables", "", "temporary tables");
  static final Figure TEMP_DISK_TABLES =
      amount(TEMPORARY, "db.temp_disk_tables", "", "temporary tables or files on disk");
  static final Figure TEMP_BYTES = amount(TEMPORARY, "db.temp_bytes", "B", "temporary bytes");

  static final Figure CONNECTIONS =
      Figure.worst("db.connections", "", "connections")
          .in(SESSIONS)
          .help("Of all users, the monitor's own included.");
  static final Figure MAX_CONNECTIONS =
      Figure.last("db.max_connections", "connections", "most connections")
          .in(SESSIONS)
          .help("So many connections the database allows.");
  static final Figure RUNNING =
      Figure.mean("db.running", "", "running sessions")
          .in(SESSIONS)
          .help("Sessions at work at the moment of the reading, without the monitor's own.");
  static final Figure OLDEST_TRANSACTION =
      Figure.worst("db.oldest_transaction", "s", "oldest transaction")
          .in(SESSIONS)
          .help("Age of the oldest open transaction.");
  static final Figure REPLICATION_LAG =
      Figure.worst("db.replication_lag", "s", "replication lag")
          .in(SESSIONS)
          .help("How far a replica is late; unknown without one, or without the privilege to ask.");
  static final Figure UP =
      Figure.last("db.up", "s", "up for").in(SESSIONS).help("Since the start of the database.");

  static final Figure WAIT_LOCK = waiting("lock", "lock", "For a lock.");
  static final Figure WAIT_IO = waiting("io", "file", "For a file to be read or written.");
  static final Figure WAIT_LOG = waiting("log", "log", "For the log to be written or synced.");
  static final Figure WAIT_LATCH = waiting("latch", "latch", "For a latch or a buffer.");
  static final Figure WAIT_CLIENT =
      waiting("client", "client", "For the client amid a transaction or a statement.");

  private DatabaseFigures() {}

  /// A counted amount.
  static Figure amount(String section, String id, String unit, String label) {
    return Figure.sum(id, unit, label).in(section).asShareOf(TIME.id());
  }

  private static Figure size(String id, String label) {
    return Figure.last(id, "MiB", label).in(PAGES);
  }

  /// What all sessions together waited.
  static Figure waited(String id, String label) {
    return amount(WAITS, id, "ms", "waited: " + label)
        .help("Of all sessions together; 1,000 ms per second are one session that waits.");
  }

  private static Figure waiting(String word, String label, String help) {
    return Figure.mean("db.wait_" + word, "sessions", "waiting: " + label)
        .in(WAITS)
        .help(help + " Sessions at the moment of the reading.");
  }
}
