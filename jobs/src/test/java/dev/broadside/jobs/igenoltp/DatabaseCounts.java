package dev.broadside.jobs.igenoltp;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/// What a database itself has counted: statements by kind, and rows that it sent to clients.
///
/// @param rowsSent rows of selects
/// @param selects how many selects it executed
/// @param inserts how many inserts, of one row each
/// @param deletes how many deletes, of one row each
record DatabaseCounts(long rowsSent, long selects, long inserts, long deletes) {

  static DatabaseCounts read(LiveTarget target, Connection connection) throws SQLException {
    return switch (target) {
      case MARIADB, MARIADB_BY_CONNECTOR_J -> mariaDb(connection);
      case POSTGRESQL -> postgreSql(connection);
    };
  }

  private static DatabaseCounts mariaDb(Connection connection) throws SQLException {
    Map<String, String> status =
        Rows.pairs(
            connection,
            """
            show global status
            where variable_name in ('Rows_sent', 'Com_select', 'Com_insert', 'Com_delete')\
            """);
    return new DatabaseCounts(
        Long.parseLong(status.get("Rows_sent")),
        Long.parseLong(status.get("Com_select")),
        Long.parseLong(status.get("Com_insert")),
        Long.parseLong(status.get("Com_delete")));
  }

  private static DatabaseCounts postgreSql(Connection connection) throws SQLException {
    Rows.run(connection, "create extension if not exists pg_stat_statements");
    return new DatabaseCounts(
        sum(connection, "rows", "select"),
        sum(connection, "calls", "select"),
        sum(connection, "rows", "insert"),
        sum(connection, "rows", "delete"));
  }

  private static long sum(Connection connection, String column, String kind) throws SQLException {
    return Rows.whole(
        connection,
        "select coalesce(sum(%s), 0)::bigint from pg_stat_statements where query ~ '^%s.*live_'"
            .formatted(column, kind));
  }

  DatabaseCounts minus(DatabaseCounts before) {
    return new DatabaseCounts(
        rowsSent - before.rowsSent,
        selects - before.selects,
        inserts - before.inserts,
        deletes - before.deletes);
  }

  double rowsReadPercent() {
    return 100.0 * rowsSent / (rowsSent + inserts + deletes);
  }

  double selectsPercent() {
    return 100.0 * selects / (selects + inserts + deletes);
  }

  double insertsPercent() {
    return 100.0 * inserts / (selects + inserts + deletes);
  }
}
