package dev.broadside.jobs.sysbench;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.Transactions;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// The statements of one connection; they end with it. Used by one thread.
///
/// @param text for inserts that are never prepared
/// @param statements by ordinal of the operation, then by table
record Prepared(Statement text, Transactions transactions, PreparedStatement[][] statements) {

  static Prepared on(Session session, Options options, Dialect dialect) throws SQLException {
    PreparedStatement[][] statements = new PreparedStatement[Operation.values().length][];
    for (Operation operation : Operation.values()) {
      statements[operation.ordinal()] = new PreparedStatement[options.tables()];
      if (isPrepared(operation, options)) {
        for (int table = 0; table < options.tables(); table++) {
          statements[operation.ordinal()][table] =
              session.prepare(Statements.sql(operation, Sbtest.table(table + 1), options));
        }
      }
    }
    Statement text = session.connection().createStatement();
    text.setEscapeProcessing(false);
    return new Prepared(text, new Transactions(session.connection(), dialect), statements);
  }

  private static boolean isPrepared(Operation operation, Options options) {
    return switch (operation) {
      case BEGIN, COMMIT, MISS, FLUSH -> false;
      case INSERT -> options.operations().has(Operation.DELETE) && options.perEvent(operation) > 0;
      case POINT_SELECT,
          SIMPLE_RANGE,
          SUM_RANGE,
          ORDER_RANGE,
          DISTINCT_RANGE,
          INDEX_UPDATE,
          NON_INDEX_UPDATE,
          DELETE,
          RANDOM_POINTS,
          RANDOM_RANGES ->
          options.perEvent(operation) > 0;
    };
  }

  PreparedStatement[] of(Operation operation) {
    return statements[operation.ordinal()];
  }
}
