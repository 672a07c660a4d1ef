package dev.broadside.jobs.sbtest;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.Transactions;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;

/// The statements of one connection; they end with it. Used by one thread.
///
/// @param transactions begin and end with statements of their own
/// @param statements by ordinal of the operation, then by table
public record PreparedOperations(Transactions transactions, PreparedStatement[][] statements) {

  /// @param operations those that are prepared
  /// @param sql of an operation on a table
  public static PreparedOperations on(
      Session session,
      Dialect dialect,
      List<Operation> operations,
      List<String> tables,
      BiFunction<Operation, String, String> sql)
      throws SQLException {
    PreparedStatement[][] statements =
        new PreparedStatement[Operation.values().length][tables.size()];
    for (Operation operation : operations) {
      for (int table = 0; table < tables.size(); table++) {
        statements[operation.ordinal()][table] =
            session.prepare(sql.apply(operation, tables.get(table)));
      }
    }
    return new PreparedOperations(new Transactions(session.connection(), dialect), statements);
  }

  public PreparedStatement[] of(Operation operation) {
    return statements[operation.ordinal()];
  }
}
