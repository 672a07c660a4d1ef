package dev.broadside.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransactionRollbackException;

/// A failure as a database or its line causes it, made to order at a call that a test names:
/// [TestRun#fail(Fault, String)].
public enum Fault {
  /// The database takes the whole transaction back and says that it was the victim of a deadlock.
  DEADLOCK,
  /// The connection breaks before the call arrives: the database takes everything back.
  CONNECTION_LOST,
  /// The call takes effect and the connection breaks before its answer arrives. The outcome of a
  /// commit is uncertain then.
  ANSWER_LOST;

  /// Whether the call reaches the database at all.
  boolean arrives() {
    return this == ANSWER_LOST;
  }

  /// Does to the connection what the failure does, and makes the driver's exception.
  SQLException on(Connection connection) throws SQLException {
    return switch (this) {
      case DEADLOCK -> deadlock(connection);
      case CONNECTION_LOST, ANSWER_LOST -> {
        breakOff(connection);
        yield new SQLNonTransientConnectionException("injected: the connection is lost", "08S01");
      }
    };
  }

  private static SQLException deadlock(Connection connection) throws SQLException {
    String product = connection.getMetaData().getDatabaseProductName();
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    String words = "injected: deadlock";
    return switch (product) {
      case "PostgreSQL" -> new SQLException(words, "40P01");
      case "Oracle" -> new SQLException(words, "61000", 60);
      case "H2" -> new SQLTransactionRollbackException(words, "40001", 40001);
      default -> new SQLTransactionRollbackException(words, "40001", 1213);
    };
  }

  /// A server rolls back the open transaction of a client that is gone.
  private static void breakOff(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
    }
    connection.close();
  }
}
