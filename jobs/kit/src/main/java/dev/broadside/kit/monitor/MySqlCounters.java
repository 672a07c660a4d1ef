package dev.broadside.kit.monitor;

import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What MySQL and MariaDB tell of themselves: "Server Status Variables" in the manuals of both.
///
/// Only SHOW statements are used: the servers do not count them among the SELECTs, which checks of
/// a run compare. They need neither a privilege nor the performance schema, but a user without the
/// privilege PROCESS sees no sessions but its own. Two of them make a temporary table each.
public final class MySqlCounters {
  private static final double MIB = 1 << 20;

  private static final View STATUS =
      View.names("SHOW GLOBAL STATUS", "show global status where variable_name in (%s)", "");

  private static final View VARIABLES =
      View.names("SHOW GLOBAL VARIABLES", "show global variables where variable_name in (%s)", "");

  private static final View REPLICA =
      new View("SHOW REPLICA STATUS", "show replica status", View.Shape.COLUMNS, "");

  private static final View REPLICAS =
      new View("SHOW ALL SLAVES STATUS", "show all slaves status", View.Shape.COLUMNS, "");

  private static final View SESSIONS =
      new View("SHOW PROCESSLIST", "show processlist", View.Shape.SESSIONS, "");

  /// InnoDB lists each transaction that waits, with the lock.
  private static final LockQuestion LOCKS =
      new LockQuestion(
          "SHOW ENGINE INNODB STATUS",
          "show engine innodb status",
          Pattern.compile(
              "HAS BEEN WAITING .{1,40} FOR THIS LOCK TO BE GRANTED:\\s+(?:RECORD|TABLE) LOCK"
                  + ".{0,999}? table (.{1,999}?) trx id"),
          "PROCESS");

  private static final List<EngineCounter> BOTH =
      List.of(
          STATUS.gives(DatabaseFigures.SELECTS, "Com_select"),
          STATUS.gives(DatabaseFigures.INSERTS, "Com_insert + Com_insert_select + Com_replace"),
          STATUS.gives(DatabaseFigures.UPDATES, "Com_update + Com_update_multi"),
          STATUS.gives(DatabaseFigures.DELETES, "Com_delete + Com_delete_multi"),
          STATUS.gives(DatabaseFigures.COMMITS, "Com_commit + Com_xa_commit"),
          STATUS.gives(DatabaseFigures.ROLLBACKS, "Com_rollback + Com_xa_rollback"),
          STATUS.gives(DatabaseFigures.BUFFER_REQUESTS, "Innodb_buffer_pool_read_requests"),
          STATUS.gives(DatabaseFigures.BUFFER_MISSES, "Innodb_buffer_pool_reads"),
          STATUS.gives(DatabaseFigures.READS, "Innodb_data_reads"),
          STATUS.gives(DatabaseFigures.WRITES, "Innodb_data_writes"),
          STATUS.gives(DatabaseFigures.READ_BYTES, "Innodb_data_read"),
          STATUS.gives(DatabaseFigures.WRITTEN_BYTES, "Innodb_data_written"),
          STATUS.gives(DatabaseFigures.DATA_SYNCS, "Innodb_data_fsyncs"),
          STATUS.gives(DatabaseFigures.DIRTY, "Innodb_buffer_pool_bytes_dirty").times(1 / MIB),
          STATUS.gives(DatabaseFigures.LOG_BYTES, "Innodb_os_log_written"),
          STATUS.gives(DatabaseFigures.ROW_LOCK_WAITS, "Innodb_row_lock_waits"),
          STATUS.gives(DatabaseFigures.ROW_LOCK_TIME, "Innodb_row_lock_time"),
          STATUS.gives(DatabaseFigures.LOCK_WAITING, "Innodb_row_lock_current_waits"),
          STATUS.gives(DatabaseFigures.TEMP_TABLES, "Created_tmp_tables").less(2),
          STATUS.gives(DatabaseFigures.TEMP_DISK_TABLES, "Created_tmp_disk_tables"),
          STATUS.gives(DatabaseFigures.CONNECTIONS, "Threads_connected"),
          STATUS.gives(DatabaseFigures.RUNNING, "Threads_running").less(1),
          STATUS.gives(DatabaseFigures.UP, "Uptime"),
          // The one word is MariaDB's, the other MySQL's, for a commit that waits for the logs.
          SESSIONS.gives(DatabaseFigures.WAIT_LOG, "Commit + waiting for handler commit"),
          VARIABLES.gives(DatabaseFigures.MAX_CONNECTIONS, "max_connections"));

  private MySqlCounters() {}

  public static LockQuestion locks() {
    return LOCKS;
  }

  public static List<EngineCounter> ofMySql() {
    return with(
        STATUS.gives(DatabaseFigures.ROWS_READ, "Innodb_rows_read"),
        STATUS.gives(
            DatabaseFigures.ROWS_CHANGED,
            "Innodb_rows_inserted + Innodb_rows_updated + Innodb_rows_deleted"),
        STATUS.gives(DatabaseFigures.LOG_SYNCS, "Innodb_os_log_fsyncs"),
        REPLICA.gives(DatabaseFigures.REPLICATION_LAG, "Seconds_Behind_Source"));
  }

  /// MariaDB no longer counts the rows and the log's syncs of InnoDB apart from those of others.
  public static List<EngineCounter> ofMariaDb() {
    return with(
        STATUS.gives(DatabaseFigures.ROWS_READ, "Rows_read"),
        STATUS.gives(
            DatabaseFigures.ROWS_CHANGED, "Handler_write + Handler_update + Handler_delete"),
        STATUS.gives(DatabaseFigures.DEADLOCKS, "Innodb_deadlocks"),
        STATUS.gives(DatabaseFigures.UNDO_LENGTH, "Innodb_history_list_length"),
        STATUS.gives(checkpointAge(), "Innodb_checkpoint_age").times(1 / MIB),
        REPLICAS.gives(DatabaseFigures.REPLICATION_LAG, "Seconds_Behind_Master"));
  }

  private static Figure checkpointAge() {
    return Figure.mean("db.mysql_checkpoint_age", "MiB", "checkpoint age")
        .in(DatabaseFigures.LOG)
        .help("The part of the redo log that a crash would have to replay.");
  }

  private static List<EngineCounter> with(EngineCounter... more) {
    return Stream.concat(BOTH.stream(), Stream.of(more)).toList();
  }
}
