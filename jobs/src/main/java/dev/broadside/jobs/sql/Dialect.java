package dev.broadside.jobs.sql;

import java.util.List;

/// What one database says differently from the others. Immutable.
///
/// Workloads write their statements once, in the SQL that all five understand, and take from here the words that differ.
public sealed interface Dialect {

  /// Stable name, as in [Dialects#named(String)].
  String name();

  /// Type of a 64-bit whole number.
  String wholeNumber();

  /// Type of a text of at most so many characters.
  String text(int characters);

  /// Type of a date and time to the microsecond.
  default String timestamp() {
    return "timestamp(6)";
  }

  /// The database's own date and time, to the microsecond.
  default String now() {
    return "localtimestamp(6)";
  }

  /// What follows the closing bracket of a CREATE TABLE.
  default String tableOptions() {
    return "";
  }

  /// The first rows of an ordered query.
  default String first(String query, int rows) {
    return query + " fetch first " + rows + " rows only";
  }

  /// Statements to be run after a table was filled, so that the planner knows it.
  List<String> afterLoad(String table);

  /// The classes of this database's errors.
  ErrorTable errors();

  /// Rows of (name, value): the settings that explain a result; empty where there are none.
  String settingsQuery();

  /// How many more connections the database would accept from us, as one whole number; empty where it has no limit.
  String roomForConnectionsQuery();

  /// Rows of (name, value) with the names `inserts`, `deletes`, `commits`: what the database counted for the table, or
  /// for itself where it does not count by table. Empty where it counts nothing worth trusting.
  String countersQuery(String table);

  /// How far the counters may be off, in one clause.
  String counterSlack();

  /// Rows of one column: the privileges that we hold here, from SELECT, INSERT, DELETE, CREATE, DROP, INDEX; ROLE where
  /// some come by a role, whose privileges are not looked into. Empty where that cannot be asked.
  String heldPrivilegesQuery();

  /// MySQL 8.0 and later.
  record MySql() implements Dialect {
    @Override
    public String name() {
      return "mysql";
    }

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
      return MySqlWords.SETTINGS;
    }

    @Override
    public String roomForConnectionsQuery() {
      return MySqlWords.room("performance_schema.global_status");
    }

    @Override
    public String countersQuery(String table) {
      return MySqlWords.counters("performance_schema.global_status");
    }

    @Override
    public String counterSlack() {
      return MySqlWords.SLACK;
    }

    @Override
    public String heldPrivilegesQuery() {
      return MySqlWords.HELD_PRIVILEGES;
    }
  }

  /// MariaDB 10.6 and later.
  record MariaDb() implements Dialect {
    private static final MySql LIKE = new MySql();

    @Override
    public String name() {
      return "mariadb";
    }

    @Override
    public String wholeNumber() {
      return LIKE.wholeNumber();
    }

    @Override
    public String text(int characters) {
      return LIKE.text(characters);
    }

    @Override
    public String timestamp() {
      return LIKE.timestamp();
    }

    @Override
    public String tableOptions() {
      return LIKE.tableOptions();
    }

    @Override
    public String first(String query, int rows) {
      return LIKE.first(query, rows);
    }

    @Override
    public List<String> afterLoad(String table) {
      return LIKE.afterLoad(table);
    }

    @Override
    public ErrorTable errors() {
      return LIKE.errors();
    }

    @Override
    public String settingsQuery() {
      return LIKE.settingsQuery();
    }

    @Override
    public String roomForConnectionsQuery() {
      return MySqlWords.room("information_schema.global_status");
    }

    @Override
    public String countersQuery(String table) {
      return MySqlWords.counters("information_schema.global_status");
    }

    @Override
    public String counterSlack() {
      return MySqlWords.SLACK;
    }

    @Override
    public String heldPrivilegesQuery() {
      return LIKE.heldPrivilegesQuery();
    }
  }

  /// PostgreSQL 12 and later.
  record PostgreSql() implements Dialect {
    @Override
    public String name() {
      return "postgresql";
    }

    @Override
    public String wholeNumber() {
      return "bigint";
    }

    @Override
    public String text(int characters) {
      return "varchar(" + characters + ")";
    }

    /// Unlike `localtimestamp`, not the start of the transaction.
    @Override
    public String now() {
      return "clock_timestamp()";
    }

    @Override
    public List<String> afterLoad(String table) {
      return List.of("vacuum (analyze) " + table);
    }

    @Override
    public ErrorTable errors() {
      return ErrorTables.POSTGRESQL;
    }

    @Override
    public String settingsQuery() {
      return """
          select name, coalesce(setting || ' ' || unit, setting) from pg_settings where name in
          ('shared_buffers', 'synchronous_commit', 'fsync', 'full_page_writes', 'max_connections',
           'max_wal_size', 'wal_level', 'default_transaction_isolation', 'autovacuum')
          order by name""";
    }

    @Override
    public String roomForConnectionsQuery() {
      return """
          select current_setting('max_connections')::bigint
            - current_setting('superuser_reserved_connections')::bigint
            - (select count(*) from pg_stat_activity
               where backend_type = 'client backend' and pid <> pg_backend_pid())""";
    }

    @Override
    public String countersQuery(String table) {
      return """
          select 'inserts', n_tup_ins from pg_stat_user_tables
            where schemaname = current_schema() and relname = '%1$s'
          union all select 'deletes', n_tup_del from pg_stat_user_tables
            where schemaname = current_schema() and relname = '%1$s'
          union all select 'commits', xact_commit from pg_stat_database
            where datname = current_database()"""
          .formatted(table);
    }

    @Override
    public String counterSlack() {
      return "sessions flush late; other sessions and rolled-back rows count too";
    }

    @Override
    public String heldPrivilegesQuery() {
      return """
          select p from unnest(array['CREATE']) p where has_schema_privilege(current_schema(), p)
          union all
          select p from unnest(array['SELECT', 'INSERT', 'DELETE', 'DROP', 'INDEX']) p""";
    }
  }

  /// Oracle Database 19c and later.
  ///
  /// @param statistics whether to gather the optimizer's statistics after loading
  record Oracle(boolean statistics) implements Dialect {
    @Override
    public String name() {
      return statistics ? "oracle" : "oracle-on-h2";
    }

    @Override
    public String wholeNumber() {
      return "number(19)";
    }

    @Override
    public String text(int characters) {
      return "varchar2(" + characters + ")";
    }

    @Override
    public List<String> afterLoad(String table) {
      return statistics
          ? List.of("begin dbms_stats.gather_table_stats(user, upper('" + table + "')); end;")
          : List.of();
    }

    @Override
    public ErrorTable errors() {
      return statistics ? ErrorTables.ORACLE : ErrorTables.H2;
    }

    @Override
    public String settingsQuery() {
      return statistics
          ? """
          select name, value from v$parameter where name in
          ('sga_target', 'pga_aggregate_target', 'processes', 'sessions', 'open_cursors',
           'commit_logging', 'commit_wait', 'cpu_count', 'compatible')
          order by name"""
          : "";
    }

    @Override
    public String roomForConnectionsQuery() {
      return statistics
          ? """
          select to_number(p.value) - (select count(*) from v$session) + 1
          from v$parameter p where p.name = 'sessions'"""
          : "";
    }

    @Override
    public String countersQuery(String table) {
      return statistics
          ? "select 'commits', value from v$sysstat where name = 'user commits'"
          : "";
    }

    @Override
    public String counterSlack() {
      return "other sessions count too";
    }

    @Override
    public String heldPrivilegesQuery() {
      return statistics
          ? """
          select 'CREATE' from session_privs where privilege in ('CREATE TABLE', 'CREATE ANY TABLE')
          union all select 'SELECT' from dual union all select 'INSERT' from dual
          union all select 'DELETE' from dual union all select 'DROP' from dual
          union all select 'INDEX' from dual"""
          : "";
    }
  }

  /// H2 2.x in its regular mode.
  record H2() implements Dialect {
    @Override
    public String name() {
      return "h2";
    }

    @Override
    public String wholeNumber() {
      return "bigint";
    }

    @Override
    public String text(int characters) {
      return "varchar(" + characters + ")";
    }

    @Override
    public List<String> afterLoad(String table) {
      return List.of("analyze table " + table);
    }

    @Override
    public ErrorTable errors() {
      return ErrorTables.H2;
    }

    @Override
    public String settingsQuery() {
      return """
          select setting_name, setting_value from information_schema.settings where setting_name in
          ('CACHE_SIZE', 'MODE', 'WRITE_DELAY', 'DEFAULT_LOCK_TIMEOUT') order by setting_name""";
    }

    @Override
    public String roomForConnectionsQuery() {
      return "";
    }

    @Override
    public String countersQuery(String table) {
      return "";
    }

    @Override
    public String counterSlack() {
      return "it counts nothing worth trusting";
    }

    @Override
    public String heldPrivilegesQuery() {
      return "";
    }
  }
}
