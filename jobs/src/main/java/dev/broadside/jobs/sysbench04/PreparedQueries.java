package dev.broadside.jobs.sysbench04;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// The statements of one connection; they end with it. All are prepared, whether the requests have
/// them or not: as in the tool's modes simple and complex.
record PreparedQueries(
    PreparedStatement pointSelect,
    PreparedStatement simpleRange,
    PreparedStatement sumRange,
    PreparedStatement orderRange,
    PreparedStatement distinctRange,
    PreparedStatement indexUpdate,
    PreparedStatement nonIndexUpdate,
    PreparedStatement delete,
    PreparedStatement insert,
    Transactions transactions) {

  static PreparedQueries on(Connection connection, OltpStatements sql, Dialect dialect)
      throws SQLException {
    return new PreparedQueries(
        connection.prepareStatement(sql.pointSelect()),
        connection.prepareStatement(sql.simpleRange()),
        connection.prepareStatement(sql.sumRange()),
        connection.prepareStatement(sql.orderRange()),
        connection.prepareStatement(sql.distinctRange()),
        connection.prepareStatement(sql.indexUpdate()),
        connection.prepareStatement(sql.nonIndexUpdate()),
        connection.prepareStatement(sql.delete()),
        connection.prepareStatement(sql.insert()),
        new Transactions(connection, dialect));
  }
}
