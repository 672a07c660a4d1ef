package dev.broadside.kit.monitor;

import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// What PostgreSQL 14 and later tells of itself: "The Cumulative Statistics System" in its manual.
///
/// A reading is one transaction, which is rolled back, so that it is not among the commits that
/// checks of a run compare. Sessions report what they have done at most once per second, and an
/// idle session after ten seconds.
public final class PostgreSqlCounters {
  private static final String ANYBODY = "SELECT on this view, which PUBLIC has by default";

  /// Of a session that the user may not see only its database is told, among others.
  private static final String OTHERS =
      "pid <> pg_backend_pid() and (backend_type = 'client backend'"
          + " or backend_type is null and datid is not null)";

  private static final View WAL = View.expressions("pg_stat_wal", "from pg_stat_wal", ANYBODY);

  private static final View WAL_IO =
      View.expressions("pg_stat_io, wal", "from pg_stat_io where object = 'wal'", ANYBODY);

  private static final View DATA_IO =
      View.expressions(
          "pg_stat_io, relations",
          "from pg_stat_io where object in ('relation', 'temp relation')",
          ANYBODY);

  private static final View CHECKPOINTER =
      View.expressions("pg_stat_checkpointer", "from pg_stat_checkpointer", ANYBODY);

  private static final View WRITER =
      View.expressions("pg_stat_bgwriter", "from pg_stat_bgwriter", ANYBODY);

  private static final View ACTIVITY =
      View.expressions("pg_stat_activity", "from pg_stat_activity where " + OTHERS, ANYBODY);

  private static final View RECOVERY = View.expressions("functions of recovery", "", ANYBODY);

  private static final Figure HIDDEN =
      Figure.worst("db.pg_hidden_sessions", "sessions", "hidden sessions")
          .in(DatabaseFigures.SESSIONS)
          .help(
              "Sessions whose state the monitor's user may not see, so that they are missing in the"
                  + " figures of sessions and waits; pg_read_all_stats lets it.");

  /// Who waits for a row holds or awaits the lock of its tuple, and often that of a transaction,
  /// which names no table.
  private static final LockQuestion LOCKS =
      new LockQuestion(
          "pg_locks",
          "select relation::regclass from pg_locks where relation is not null"
              + " and database = (select oid from pg_database where datname = current_database())"
              + " and (locktype = 'tuple' or not granted)",
          Pattern.compile("(.+)"),
          ANYBODY);

  private PostgreSqlCounters() {}

  public static LockQuestion locks() {
    return LOCKS;
  }

  /// @param version the major version
  public static List<EngineCounter> of(int version) {
    List<EngineCounter> all = new ArrayList<>();
    all.addAll(ofDatabase(version));
    all.addAll(ofFiles(version));
    all.addAll(ofLog(version));
    all.addAll(ofSessions());
    all.add(
        RECOVERY.gives(
            DatabaseFigures.REPLICATION_LAG,
            // A standby that has replayed all is not late, however long ago the last commit was.
            "case when pg_is_in_recovery()"
                + " and pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0"
                + " when pg_is_in_recovery() then"
                + " extract(epoch from now() - pg_last_xact_replay_timestamp()) else"
                + " (select max(extract(epoch from replay_lag)) from pg_stat_replication) end"));
    return List.copyOf(all);
  }

  /// Our own rollbacks are reported at once, so that each reading finds exactly one.
  private static List<EngineCounter> ofDatabase(int version) {
    String flush = version >= 15 ? ", pg_stat_force_next_flush()" : "";
    View database =
        View.expressions(
            "pg_stat_database",
            "from pg_stat_database" + flush + " where datname = current_database()",
            ANYBODY);
    return List.of(
        database.gives(DatabaseFigures.COMMITS, "xact_commit"),
        database.gives(DatabaseFigures.ROLLBACKS, "xact_rollback").less(1),
        database.gives(DatabaseFigures.ROWS_READ, "tup_returned"),
        database.gives(DatabaseFigures.ROWS_CHANGED, "tup_inserted + tup_updated + tup_deleted"),
        database.gives(DatabaseFigures.BUFFER_REQUESTS, "blks_hit + blks_read"),
        database.gives(DatabaseFigures.BUFFER_MISSES, "blks_read"),
        database.gives(DatabaseFigures.DEADLOCKS, "deadlocks"),
        database.gives(DatabaseFigures.TEMP_DISK_TABLES, "temp_files"),
        database.gives(DatabaseFigures.TEMP_BYTES, "temp_bytes"));
  }

  private static List<EngineCounter> ofFiles(int version) {
    View checkpoints = version >= 17 ? CHECKPOINTER : WRITER;
    EngineCounter count =
        checkpoints.gives(
            DatabaseFigures.CHECKPOINTS,
            version >= 17 ? "num_timed + num_requested" : "checkpoints_timed + checkpoints_req");
    if (version < 16) {
      return List.of(
          count,
          WRITER.gives(
              DatabaseFigures.WRITES, "buffers_checkpoint + buffers_clean + buffers_backend"),
          WRITER.gives(DatabaseFigures.DATA_SYNCS, "buffers_backend_fsync"));
    }
    boolean bytes = version >= 18;
    return List.of(
        count,
        DATA_IO.gives(DatabaseFigures.READS, "sum(reads)"),
        DATA_IO.gives(DatabaseFigures.WRITES, "sum(writes)"),
        DATA_IO.gives(
            DatabaseFigures.READ_BYTES, bytes ? "sum(read_bytes)" : "sum(reads * op_bytes)"),
        DATA_IO.gives(
            DatabaseFigures.WRITTEN_BYTES,
            bytes
                ? "sum(write_bytes) + sum(extend_bytes)"
                : "sum(coalesce(writes, 0) * op_bytes + coalesce(extends, 0) * op_bytes)"),
        DATA_IO.gives(DatabaseFigures.DATA_SYNCS, "sum(fsyncs)"));
  }

  /// The time of syncs is known if the server has been told to measure it.
  private static List<EngineCounter> ofLog(int version) {
    boolean io = version >= 18;
    View syncs = io ? WAL_IO : WAL;
    return List.of(
        WAL.gives(DatabaseFigures.LOG_BYTES, "wal_bytes"),
        syncs.gives(DatabaseFigures.LOG_SYNCS, io ? "sum(fsyncs)" : "wal_sync"),
        syncs.gives(
            DatabaseFigures.LOG_SYNC_TIME,
            "case when current_setting('track_wal_io_timing') = 'on' then %s end"
                .formatted(io ? "sum(fsync_time)" : "wal_sync_time")));
  }

  private static List<EngineCounter> ofSessions() {
    return List.of(
        ACTIVITY.gives(DatabaseFigures.CONNECTIONS, "count(*) + 1"),
        ACTIVITY.gives(DatabaseFigures.RUNNING, count("state = 'active'")),
        ACTIVITY.gives(
            DatabaseFigures.UP,
            "extract(epoch from clock_timestamp() - pg_postmaster_start_time())"),
        ACTIVITY.gives(DatabaseFigures.MAX_CONNECTIONS, "current_setting('max_connections')::int"),
        ACTIVITY.gives(
            DatabaseFigures.OLDEST_TRANSACTION,
            "coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)"),
        ACTIVITY.gives(DatabaseFigures.LOCK_WAITING, count("wait_event_type = 'Lock'")),
        ACTIVITY.gives(DatabaseFigures.WAIT_LOCK, count("wait_event_type = 'Lock'")),
        ACTIVITY.gives(
            DatabaseFigures.WAIT_IO,
            count("wait_event_type = 'IO' and wait_event not ilike 'wal%'")),
        ACTIVITY.gives(
            DatabaseFigures.WAIT_LOG,
            count("wait_event_type in ('IO', 'LWLock') and wait_event ilike 'wal%'")),
        ACTIVITY.gives(
            DatabaseFigures.WAIT_LATCH,
            count(
                "wait_event_type in ('LWLock', 'BufferPin', 'Buffer')"
                    + " and wait_event not ilike 'wal%'")),
        ACTIVITY.gives(
            DatabaseFigures.WAIT_CLIENT, count("wait_event_type = 'Client' and state <> 'idle'")),
        ACTIVITY.gives(HIDDEN, count("query = '<insufficient privilege>'")));
  }

  private static String count(String which) {
    return "count(*) filter (where " + which + ")";
  }
}
