package dev.broadside.jobs.sysbench;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.kit.query.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/// How many statements of each kind a database itself has counted.
record StatementCounts(
    long selects, long inserts, long updates, long deletes, long begins, long commits) {

  static StatementCounts read(LiveTarget target, Connection connection) throws SQLException {
    return switch (target) {
      case MARIADB, MARIADB_BY_CONNECTOR_J -> mariaDb(connection);
      case POSTGRESQL -> postgreSql(connection);
    };
  }

  private static StatementCounts mariaDb(Connection connection) throws SQLException {
    Map<String, String> status =
        Rows.pairs(connection, "show global status where variable_name like 'Com\\_%'");
    return new StatementCounts(
        Long.parseLong(status.get("Com_select")),
        Long.parseLong(status.get("Com_insert")),
        Long.parseLong(status.get("Com_update")),
        Long.parseLong(status.get("Com_delete")),
        Long.parseLong(status.get("Com_begin")),
        Long.parseLong(status.get("Com_commit")));
  }

  private static StatementCounts postgreSql(Connection connection) throws SQLException {
    Rows.run(connection, "create extension if not exists pg_stat_statements");
    return new StatementCounts(
        calls(connection, "^select.*sbtest"),
        calls(connection, "^insert.*sbtest\\d"),
        calls(connection, "^update.*sbtest"),
        calls(connection, "^delete.*sbtest"),
        calls(connection, "^begin$"),
        calls(connection, "^commit$"));
  }

  private static long calls(Connection connection, String pattern) throws SQLException {
    return Rows.whole(
        connection,
        "select coalesce(sum(calls), 0)::bigint from pg_stat_statements where query ~* '"
            + pattern
            + "'");
  }

  StatementCounts minus(StatementCounts before) {
    return new StatementCounts(
        selects - before.selects,
        inserts - before.inserts,
        updates - before.updates,
        deletes - before.deletes,
        begins - before.begins,
        commits - before.commits);
  }
}
