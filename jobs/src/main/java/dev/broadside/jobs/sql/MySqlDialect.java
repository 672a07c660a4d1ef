package dev.broadside.jobs.sql;

import java.util.List;

/// MySQL 8.0 and later, and MariaDB 10.6 and later: one dialect, but for where the server's
/// counters are.
///
/// @param name which of the two
/// @param statusTable where the counters are
record MySqlDialect(String name, String statusTable) implements Dialect {
  static final MySqlDialect MYSQL = new MySqlDialect("mysql", "performance_schema.global_status");
  static final MySqlDialect MARIADB =
      new MySqlDialect("mariadb", "information_schema.global_status");

  private static final String SETTINGS =
      """
      show global variables where variable_name in
      ('innodb_buffer_pool_size', 'innodb_flush_log_at_trx_commit', 'innodb_flush_method',
       'innodb_log_file_size', 'innodb_redo_log_capacity', 'innodb_doublewrite', 'sync_binlog',
       'log_bin', 'max_connections', 'transaction_isolation', 'tx_isolation', 'thread_handling',
       'query_cache_type', 'performance_schema')\
      """;

  /// Privileges given to this very user, globally, on this database or on tables in it. What comes
  /// by roles is not in these views, so a role is said instead.
  private static final String HELD_PRIVILEGES =
      """
      select privilege_type from information_schema.user_privileges where grantee = %1$s
      union select privilege_type from information_schema.schema_privileges
        where grantee = %1$s and database() like table_schema
      union select privilege_type from information_schema.table_privileges
        where grantee = %1$s and table_schema = database()
      union select 'ROLE' from dual where coalesce(current_role(), 'NONE') <> 'NONE'\
      """
          .formatted(
              "concat('''', substring_index(current_user(), '@', 1), '''@''',"
                  + " substring_index(current_user(), '@', -1), '''')");

  @Override
  public String wholeNumber() {
    return "bigint";
  }

  @Override
  public String text(int characters) {
    return "varchar(" + characters + ")";
  }

  @Override
  public String timestamp() {
    return "datetime(6)";
  }

  @Override
  public String tableOptions() {
    return " engine=InnoDB";
  }

  @Override
  public String tableOptions(String storageEngine) {
    return " engine=" + storageEngine;
  }

  @Override
  public String identity() {
    return "integer not null auto_increment";
  }

  @Override
  public String nextIdentity() {
    return "0";
  }

  @Override
  public List<String> continueIdentity(String table, String column, long next) {
    return List.of();
  }

  @Override
  public String keyClause(String name, String column) {
    return ", key " + name + " (" + column + ")";
  }

  @Override
  public String first(String query, int rows) {
    return query + " limit " + rows;
  }

  @Override
  public List<String> afterLoad(String table) {
    return List.of("analyze table " + table);
  }

  @Override
  public ErrorTable errors() {
    return ErrorTables.MYSQL;
  }

  @Override
  public String settingsQuery() {
    return SETTINGS;
  }

  @Override
  public String roomForConnectionsQuery() {
    return """
    select @@max_connections - variable_value + 1 from %s
    where variable_name = 'Threads_connected'\
    """
        .formatted(statusTable);
  }

  /// `Handler_commit` would count statements in auto-commit too, but in units of the storage
  /// engine.
  @Override
  public String countersQuery(List<String> tables) {
    return """
    select case lower(variable_name) when 'com_select' then 'selects'
      when 'com_insert' then 'inserts' when 'com_update' then 'updates'
      when 'com_delete' then 'deletes' when 'com_begin' then 'begins'
      else 'commits' end, variable_value
    from %s where variable_name in
      ('Com_select', 'Com_insert', 'Com_update', 'Com_delete', 'Com_begin', 'Com_commit')\
    """
        .formatted(statusTable);
  }

  @Override
  public String counterSlack() {
    return "other sessions and statements rolled back count too";
  }

  @Override
  public String heldPrivilegesQuery() {
    return HELD_PRIVILEGES;
  }
}
