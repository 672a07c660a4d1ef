package dev.broadside.kit.monitor;

import dev.broadside.core.work.database.DatabaseFigures;
import java.util.List;

/// What Oracle Database 19c and later tells of itself: "Statistics Descriptions" and "Oracle Wait
/// Events" in its Reference. Views that need the licence of the Diagnostics Pack are left alone.
public final class OracleCounters {
  private static final double MILLIS_OF_CENTIS = 10;
  private static final double MILLIS_OF_MICROS = 1e-3;

  private static final View STATISTICS =
      View.names(
          "v$sysstat",
          "select name, value from v$sysstat where name in (%s)",
          "SELECT on v_$sysstat");

  private static final View WAITS =
      View.names(
          "v$system_event by wait class",
          "select wait_class, sum(time_waited_micro) from v$system_event"
              + " where wait_class in (%s) group by wait_class",
          "SELECT on v_$system_event");

  private static final View EVENTS =
      View.names(
          "v$system_event",
          "select event, total_waits from v$system_event where event in (%s)",
          "SELECT on v_$system_event");

  private static final View EVENT_TIMES =
      View.names(
          "v$system_event, time",
          "select event, time_waited_micro from v$system_event where event in (%s)",
          "SELECT on v_$system_event");

  private static final View SESSIONS =
      View.expressions("v$session", "from v$session", "SELECT on v_$session");

  private static final View PARAMETERS =
      View.names(
          "v$parameter",
          "select name, to_number(value) from v$parameter where name in (%s)",
          "SELECT on v_$parameter");

  private static final View TRANSACTIONS =
      View.expressions("v$transaction", "from v$transaction", "SELECT on v_$transaction");

  private static final View SEGMENTS =
      View.expressions("user_segments", "from user_segments", "").onceAMinute();

  private static final View INSTANCE =
      View.expressions("v$instance", "from v$instance", "SELECT on v_$instance");

  /// The user who parses is not told by all views, and may be another than the monitor's.
  private static final StatementView.All STATEMENTS =
      new StatementView.All(
          List.of(
              new StatementView(
                  "v$sqlarea",
                  """
                  select sql_id, substr(sql_text, 1, 1000), first_load_time, executions,
                    elapsed_time, null, rows_processed, null, null, disk_reads
                  from v$sqlarea
                  where parsing_schema_name not in ('SYS', 'SYSTEM') and executions > 0\
                  """,
                  MILLIS_OF_MICROS,
                  false,
                  "")),
          "select 'there', 'ON' from dual",
          "",
          "");

  private OracleCounters() {}

  public static StatementView.All statements() {
    return STATEMENTS;
  }

  public static List<EngineCounter> all() {
    return List.of(
        STATISTICS.gives(DatabaseFigures.COMMITS, "user commits"),
        STATISTICS.gives(DatabaseFigures.ROLLBACKS, "user rollbacks"),
        STATISTICS.gives(
            DatabaseFigures.ROWS_READ, "table scan rows gotten + table fetch by rowid"),
        STATISTICS.gives(DatabaseFigures.BUFFER_REQUESTS, "session logical reads"),
        STATISTICS.gives(DatabaseFigures.BUFFER_MISSES, "physical reads cache"),
        STATISTICS.gives(DatabaseFigures.READS, "physical read total IO requests"),
        STATISTICS.gives(DatabaseFigures.WRITES, "physical write total IO requests"),
        STATISTICS.gives(DatabaseFigures.READ_BYTES, "physical read total bytes"),
        STATISTICS.gives(DatabaseFigures.WRITTEN_BYTES, "physical write total bytes"),
        STATISTICS.gives(DatabaseFigures.CHECKPOINTS, "DBWR checkpoints"),
        STATISTICS.gives(DatabaseFigures.LOG_BYTES, "redo size"),
        STATISTICS.gives(DatabaseFigures.LOG_SYNCS, "redo synch writes"),
        STATISTICS.gives(DatabaseFigures.LOG_SYNC_TIME, "redo synch time").times(MILLIS_OF_CENTIS),
        EVENTS.gives(DatabaseFigures.ROW_LOCK_WAITS, "enq: TX - row lock contention"),
        EVENT_TIMES
            .gives(DatabaseFigures.ROW_LOCK_TIME, "enq: TX - row lock contention")
            .times(MILLIS_OF_MICROS),
        STATISTICS.gives(DatabaseFigures.DEADLOCKS, "enqueue deadlocks"),
        waited("application", "Application"),
        waited("concurrency", "Concurrency"),
        waited("user_io", "User I/O"),
        waited("system_io", "System I/O"),
        waited("commit", "Commit"),
        waited("configuration", "Configuration"),
        waited("network", "Network"),
        SESSIONS.gives(DatabaseFigures.CONNECTIONS, user("sid")),
        SESSIONS.gives(
            DatabaseFigures.RUNNING,
            user(
                "case when status = 'ACTIVE' and sid <> sys_context('USERENV', 'SID') then sid end")),
        SESSIONS.gives(
            DatabaseFigures.LOCK_WAITING, "count(case when blocking_session > 0 then sid end)"),
        TRANSACTIONS.gives(
            DatabaseFigures.OLDEST_TRANSACTION,
            "round((sysdate - nvl(min(start_date), sysdate)) * 86400)"),
        SEGMENTS.gives(DatabaseFigures.TABLE_SIZE, megabytes("TABLE%")),
        SEGMENTS.gives(DatabaseFigures.INDEX_SIZE, megabytes("INDEX%")),
        INSTANCE.gives(DatabaseFigures.UP, "round((sysdate - startup_time) * 86400)"),
        PARAMETERS.gives(DatabaseFigures.MAX_CONNECTIONS, "sessions"));
  }

  private static String megabytes(String type) {
    return "sum(case when segment_type like '%s' then bytes end) / 1048576".formatted(type);
  }

  private static String user(String counted) {
    return "count(case when type = 'USER' then " + counted + " end)";
  }

  /// Time of all sessions, in one of the classes of waits.
  private static EngineCounter waited(String id, String waitClass) {
    return WAITS
        .gives(DatabaseFigures.waited("db.oracle_wait_" + id, waitClass), waitClass)
        .times(MILLIS_OF_MICROS);
  }
}
