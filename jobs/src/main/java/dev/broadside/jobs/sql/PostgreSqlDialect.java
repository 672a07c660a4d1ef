package dev.broadside.jobs.sql;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// PostgreSQL 12 and later.
record PostgreSqlDialect() implements Dialect {
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

  @Override
  public String identity() {
    return "serial";
  }

  @Override
  public List<String> continueIdentity(String table, String column, long next) {
    return List.of(
        "select setval(pg_get_serial_sequence('%s', '%s'), %d, false)"
            .formatted(table, column, next));
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
    order by name\
    """;
  }

  @Override
  public String roomForConnectionsQuery() {
    return """
    select current_setting('max_connections')::bigint
      - current_setting('superuser_reserved_connections')::bigint
      - (select count(*) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid())\
    """;
  }

  @Override
  public String countersQuery(List<String> tables) {
    return Stream.of("inserts n_tup_ins", "updates n_tup_upd", "deletes n_tup_del")
        .map(counter -> counter.split(" ", 2))
        .map(counter -> tableCounter(counter[0], counter[1], tables))
        .collect(
            Collectors.joining(
                " union all ",
                "",
                """
                 union all select 'commits', xact_commit from pg_stat_database
                where datname = current_database()\
                """));
  }

  /// The catalog has names in lower case, as every name without quotes.
  private static String tableCounter(String name, String column, List<String> tables) {
    return """
    select '%s', coalesce(sum(%s), 0)::bigint from pg_stat_user_tables
    where schemaname = current_schema() and relname in ('%s')\
    """
        .formatted(name, column, String.join("', '", tables).toLowerCase(Locale.ROOT));
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
    select p from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'DROP', 'INDEX']) p\
    """;
  }
}
