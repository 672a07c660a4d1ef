package dev.broadside.kit.monitor;

import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
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

  /// The database hides the state of sessions that the user may not see, but not their database.
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

  private static final View SIZES =
      View.expressions(
              "pg_class",
              "from pg_class where relkind in ('r', 'm')"
                  + " and relnamespace = to_regnamespace(current_schema())",
              "")
          .onceAMinute();

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
    all.add(SIZES.gives(DatabaseFigures.TABLE_SIZE, "sum(pg_table_size(oid)) / 1048576.0"));
    all.add(SIZES.gives(DatabaseFigures.INDEX_SIZE, "sum(pg_indexes_size(oid)) / 1048576.0"));
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

  /// What the extension tells of this database; several users' counts of one statement are one.
  public static StatementView.All statements(int version) {
    String since =
        version >= 17
            ? "min(stats_since)"
            : version >= 14 ? "(select stats_reset from pg_stat_statements_info)" : "''";
    return new StatementView.All(
        List.of(
            new StatementView(
                "pg_stat_statements",
                """
                select queryid, min(query), %s, sum(calls), sum(total_exec_time),
                  max(max_exec_time), sum(rows), null, null, sum(shared_blks_read)
                from pg_stat_statements
                where dbid = (select oid from pg_database where datname = current_database())
                group by queryid\
                """
                    .formatted(since),
                1,
                false,
                "")),
        "select 'pg_stat_statements', case when count(*) > 0 then 'ON' else 'OFF' end"
            + " from pg_extension where extname = 'pg_stat_statements'",
        "pg_stat_statements is not installed in this database; name it in"
            + " shared_preload_libraries, and create the extension",
        "");
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
        DATA_IO.gives(DatabaseFigures.EVICTIONS, "sum(evictions)"),
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
