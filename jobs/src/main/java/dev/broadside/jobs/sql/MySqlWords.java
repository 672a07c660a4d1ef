package dev.broadside.jobs.sql;

/// Queries that MySQL and MariaDB share.
final class MySqlWords {
  static final String SETTINGS =
      """
      show global variables where variable_name in
      ('innodb_buffer_pool_size', 'innodb_flush_log_at_trx_commit', 'innodb_flush_method',
       'innodb_log_file_size', 'innodb_redo_log_capacity', 'innodb_doublewrite', 'sync_binlog',
       'log_bin', 'max_connections', 'transaction_isolation', 'tx_isolation', 'thread_handling',
       'query_cache_type', 'performance_schema')""";

  /// Privileges given to this very user, globally, on this database or on tables in it. What comes by roles is not in
  /// these views, so a role is said instead.
  static final String HELD_PRIVILEGES =
      """
      select privilege_type from information_schema.user_privileges where grantee = %1$s
      union select privilege_type from information_schema.schema_privileges
        where grantee = %1$s and database() like table_schema
      union select privilege_type from information_schema.table_privileges
        where grantee = %1$s and table_schema = database()
      union select 'ROLE' from dual where coalesce(current_role(), 'NONE') <> 'NONE'"""
          .formatted(
              "concat('''', substring_index(current_user(), '@', 1), '''@''',"
                  + " substring_index(current_user(), '@', -1), '''')");

  static final String SLACK = "other sessions and statements rolled back count too";

  private MySqlWords() {}

  static String room(String statusTable) {
    return """
        select @@max_connections - variable_value + 1 from %s
        where variable_name = 'Threads_connected'"""
        .formatted(statusTable);
  }

  /// `Handler_commit` would count statements in auto-commit too, but in units of the storage engine.
  static String counters(String statusTable) {
    return """
        select case lower(variable_name) when 'com_insert' then 'inserts'
          when 'com_delete' then 'deletes' else 'commits' end, variable_value
        from %s where variable_name in ('Com_insert', 'Com_delete', 'Com_commit')"""
        .formatted(statusTable);
  }
}
