package dev.broadside.core.diagnosis;

/// The ids of the database's figures that rules read. An engine that does not have one leaves it
/// out, and a rule then says nothing by it.
final class DatabaseIds {
  /// Begins all of them.
  static final String PREFIX = "db.";

  /// For how long the database was watched: all amounts are of this time.
  static final String WATCHED = "db.watched";

  static final String COMMITS = "db.commits";
  static final String BUFFER_REQUESTS = "db.buffer_requests";
  static final String BUFFER_MISSES = "db.buffer_misses";
  static final String WRITTEN_BYTES = "db.written_bytes";
  static final String LOG_SYNCS = "db.log_syncs";
  static final String LOG_SYNC_TIME = "db.log_sync_time";
  static final String CHECKPOINTS = "db.checkpoints";
  static final String ROW_LOCK_WAITS = "db.row_lock_waits";
  static final String ROW_LOCK_TIME = "db.row_lock_time";
  static final String CONNECTIONS = "db.connections";
  static final String MAX_CONNECTIONS = "db.max_connections";
  static final String REPLICATION_LAG = "db.replication_lag";
  static final String LOCK_WAITING = "db.lock_waiting";
  static final String WAIT_IO = "db.wait_io";
  static final String WAIT_LOG = "db.wait_log";

  private DatabaseIds() {}
}
