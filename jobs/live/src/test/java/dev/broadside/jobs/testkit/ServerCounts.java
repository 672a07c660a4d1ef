package dev.broadside.jobs.testkit;

import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What a database server itself has counted: executed statements by kind, connections, deadlocks.
///
/// @param values by the names `select`, `update`, `insert`, `delete`, `begin`, `commit`,
///   `rollback`, `connections`, `deadlocks`, and `rows_sent` to clients by selects
public record ServerCounts(Map<String, Long> values) {

  /// Reads them now. On PostgreSQL only statements count that name the table, a regular expression,
  /// but for BEGIN, COMMIT and ROLLBACK.
  public static ServerCounts read(LiveTarget target, Connection connection, String table)
      throws SQLException {
    return new ServerCounts(
        switch (target) {
          case MARIADB, MARIADB_BY_CONNECTOR_J -> mariaDb(connection);
          case POSTGRESQL -> postgreSql(connection, table);
        });
  }

  private static Map<String, Long> mariaDb(Connection connection) throws SQLException {
    Map<String, Long> values = new TreeMap<>();
    Rows.pairs(
            connection,
            """
            show global status where variable_name in
            ('Com_select', 'Com_update', 'Com_insert', 'Com_delete', 'Com_begin', 'Com_commit',
             'Com_rollback', 'Connections', 'Innodb_deadlocks', 'Rows_sent')\
            """)
        .forEach((name, value) ->
            values.put(
                name.toLowerCase(Locale.ROOT).replace("com_", "").replace("innodb_", ""),
                Long.parseLong(value)));
    return values;
  }

  private static Map<String, Long> postgreSql(Connection connection, String table)
      throws SQLException {
    Rows.run(connection, "create extension if not exists pg_stat_statements");
    Map<String, Long> values = new TreeMap<>();
    for (String kind : new String[] {"select", "update", "insert", "delete"}) {
      values.put(kind, sum(connection, "calls", "^" + kind + ".*" + table));
    }
    values.put("rows_sent", sum(connection, "rows", "^select.*" + table));
    for (String kind : new String[] {"begin", "commit", "rollback"}) {
      values.put(kind, sum(connection, "calls", "^" + kind + "$"));
    }
    String database = "from pg_stat_database where datname = current_database()";
    values.put("connections", Rows.whole(connection, "select sessions " + database));
    values.put("deadlocks", Rows.whole(connection, "select deadlocks " + database));
    return values;
  }

  private static long sum(Connection connection, String column, String pattern)
      throws SQLException {
    return Rows.whole(
        connection,
        "select coalesce(sum(%s), 0)::bigint from pg_stat_statements where query ~* '%s'"
            .formatted(column, pattern));
  }

  public ServerCounts minus(ServerCounts before) {
    Map<String, Long> grown = new TreeMap<>();
    values.forEach((name, value) -> grown.put(name, value - before.of(name)));
    return new ServerCounts(grown);
  }

  public long of(String name) {
    return values.getOrDefault(name, 0L);
  }

  /// How much of the sum of some values one of them is.
  public double percent(String name, String... among) {
    return 100.0 * of(name) / Arrays.stream(among).mapToLong(this::of).sum();
  }
}
