package dev.broadside.kit.monitor;

import dev.broadside.core.work.Figure;
import dev.broadside.core.work.database.DatabaseFigures;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What MySQL and MariaDB tell of themselves: "Server Status Variables" in the manuals of both.
///
/// SHOW statements are used where there are any: the servers do not count them among the SELECTs,
/// and they need neither a privilege nor the performance schema, but a user without the privilege
/// PROCESS sees no sessions but its own. Three of them make a temporary table each, which the
/// servers do not count for the session. What they count for it is what the monitor itself does by
/// SELECTs, and is taken from what they count for all.
public final class MySqlCounters {
  private static final double MIB = 1 << 20;
  private static final double MILLIS_OF_PICOS = 1e-9;

  private static final View STATUS =
      View.names("SHOW GLOBAL STATUS", "show global status where variable_name in (%s)", "");

  private static final View OWN =
      View.names("SHOW SESSION STATUS", "show session status where variable_name in (%s)", "");

  private static final View TRANSACTIONS =
      View.expressions(
          "information_schema.innodb_trx", "from information_schema.innodb_trx", "PROCESS");

  private static final View METRICS =
      View.names(
          "information_schema.innodb_metrics",
          "select name, count from information_schema.innodb_metrics where name in (%s)",
          "PROCESS");

  private static final View WAITS =
      View.expressions(
          "performance_schema.events_waits_summary_global_by_event_name",
          "from performance_schema.events_waits_summary_global_by_event_name"
              + " where count_star > 0",
          "SELECT on performance_schema");

  private static final View SIZES =
      View.expressions(
              "information_schema.tables",
              "from information_schema.tables where table_schema = database()",
              "")
          .onceAMinute();

  /// The table of all tables tells in MySQL what it knew up to a day ago.
  private static final View INNODB_SIZES =
      View.expressions(
              "information_schema.innodb_tablestats",
              "from information_schema.innodb_tablestats where name like concat(database(), '/%')",
              "")
          .onceAMinute();

  private static final View VARIABLES =
      View.names("SHOW GLOBAL VARIABLES", "show global variables where variable_name in (%s)", "");

  private static final View REPLICA =
      new View("SHOW REPLICA STATUS", "show replica status", View.Shape.COLUMNS, "", false);

  private static final View REPLICAS =
      new View("SHOW ALL SLAVES STATUS", "show all slaves status", View.Shape.COLUMNS, "", false);

  private static final View SESSIONS =
      new View("SHOW PROCESSLIST", "show processlist", View.Shape.SESSIONS, "", false);

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
          STATUS.gives(DatabaseFigures.TEMP_TABLES, "Created_tmp_tables").less(3),
          STATUS.gives(DatabaseFigures.TEMP_DISK_TABLES, "Created_tmp_disk_tables"),
          STATUS.gives(DatabaseFigures.CONNECTIONS, "Threads_connected"),
          STATUS.gives(DatabaseFigures.RUNNING, "Threads_running").less(1),
          STATUS.gives(DatabaseFigures.UP, "Uptime"),
          OWN.gives(DatabaseFigures.SELECTS, "Com_select").times(-1),
          OWN.gives(DatabaseFigures.TEMP_TABLES, "Created_tmp_tables").times(-1),
          // The one word is MariaDB's, the other MySQL's, for a commit that waits for the logs.
          SESSIONS.gives(DatabaseFigures.WAIT_LOG, "Commit + waiting for handler commit"),
          VARIABLES.gives(DatabaseFigures.MAX_CONNECTIONS, "max_connections"),
          TRANSACTIONS.gives(
              DatabaseFigures.OLDEST_TRANSACTION,
              "coalesce(max(timestampdiff(second, trx_started, now())), 0)"),
          waited("file", "files", "io/file/"),
          waited("table", "rows of tables", "io/table/"),
          waited("socket", "sockets", "io/socket/"),
          waited("lock", "locks of tables and metadata", "lock/"),
          waited("synch", "mutexes and the like", "synch/"));

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
        METRICS.gives(DatabaseFigures.DEADLOCKS, "lock_deadlocks"),
        METRICS.gives(DatabaseFigures.UNDO_LENGTH, "trx_rseg_history_len"),
        INNODB_SIZES.gives(
            DatabaseFigures.TABLE_SIZE, "sum(clust_index_size) * @@innodb_page_size / 1048576"),
        INNODB_SIZES.gives(
            DatabaseFigures.INDEX_SIZE, "sum(other_index_size) * @@innodb_page_size / 1048576"),
        REPLICA.gives(DatabaseFigures.REPLICATION_LAG, "Seconds_Behind_Source"));
  }

  /// MariaDB no longer counts the rows and the log's syncs of InnoDB apart from those of others.
  public static List<EngineCounter> ofMariaDb() {
    return with(
        STATUS.gives(DatabaseFigures.ROWS_READ, "Rows_read"),
        OWN.gives(DatabaseFigures.ROWS_READ, "Rows_read").times(-1),
        STATUS.gives(
            DatabaseFigures.ROWS_CHANGED, "Handler_write + Handler_update + Handler_delete"),
        STATUS.gives(DatabaseFigures.DEADLOCKS, "Innodb_deadlocks"),
        STATUS.gives(DatabaseFigures.UNDO_LENGTH, "Innodb_history_list_length"),
        SIZES.gives(DatabaseFigures.TABLE_SIZE, "sum(data_length) / 1048576"),
        SIZES.gives(DatabaseFigures.INDEX_SIZE, "sum(index_length) / 1048576"),
        STATUS.gives(checkpointAge(), "Innodb_checkpoint_age").times(1 / MIB),
        REPLICAS.gives(DatabaseFigures.REPLICATION_LAG, "Seconds_Behind_Master"));
  }

  /// Unknown where nothing was ever counted: most instruments are off by default.
  private static EngineCounter waited(String id, String label, String events) {
    return WAITS
        .gives(
            DatabaseFigures.waited("db.mysql_wait_" + id, label),
            "sum(case when event_name like 'wait/%s%%' then sum_timer_wait end)".formatted(events))
        .times(MILLIS_OF_PICOS);
  }

  /// @param prepared where the server counts what was prepared on it, which no digest tells
  /// @param times as in [StatementView.All]
  private static StatementView.All statements(StatementView prepared, String times) {
    StatementView digests =
        new StatementView(
            "performance_schema.events_statements_summary_by_digest",
            """
            select digest, digest_text, first_seen, count_star, sum_timer_wait, max_timer_wait,
              sum_rows_sent + sum_rows_affected, sum_rows_examined, sum_created_tmp_tables, null
            from performance_schema.events_statements_summary_by_digest
            where schema_name = database()\
            """,
            MILLIS_OF_PICOS,
            false,
            "");
    return new StatementView.All(
        List.of(digests, prepared),
        "show global variables where variable_name = 'performance_schema'",
        "performance_schema is off, which also tells waits; set performance_schema=ON in the"
            + " server's options, and start it again",
        times);
  }

  public static StatementView.All statementsOfMySql() {
    return statements(
        new StatementView(
            "performance_schema.prepared_statements_instances",
            """
            select concat(owner_thread_id, '/', statement_id), sql_text, '', count_execute,
              sum_timer_execute, max_timer_execute, sum_rows_sent + sum_rows_affected,
              sum_rows_examined, sum_created_tmp_tables, null
            from performance_schema.prepared_statements_instances
            where owner_thread_id in (
              select thread_id from performance_schema.threads where processlist_db = database())\
            """,
            MILLIS_OF_PICOS,
            true,
            "the server tells of a prepared statement while its session lives: what a session did"
                + " between its last reading and its end is missing"),
        """
        select cast(pow(2, ceil(log2(bucket_timer_high / 1000000))) as unsigned),
          sum(count_bucket)
        from performance_schema.events_statements_histogram_by_digest
        where schema_name = database() and count_bucket > 0 group by 1\
        """);
  }

  /// MariaDB has the table of prepared statements, but does not count their executions in it.
  public static StatementView.All statementsOfMariaDb() {
    return statements(
        new StatementView(
            "performance_schema.events_statements_summary_global_by_event_name",
            """
            select event_name, '(all that was prepared on the server)', '', count_star,
              sum_timer_wait, max_timer_wait, sum_rows_sent + sum_rows_affected,
              sum_rows_examined, sum_created_tmp_tables, null
            from performance_schema.events_statements_summary_global_by_event_name
            where event_name = 'statement/com/Execute'\
            """,
            MILLIS_OF_PICOS,
            false,
            "MariaDB counts statements that were prepared on the server together, for all"
                + " databases; add useServerPrepStmts=false to the URL to see each"),
        "");
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
