package dev.broadside.system.faults;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/// A database that is loaded by one user and hurt by another, and that says itself how often each
/// fault came to pass.
interface Victim extends AutoCloseable {
  /// Who makes the load; has no more privileges than that takes.
  String LOADER = "loader";

  String PASSWORD = "load-secret";

  String url();

  Path passwordFile();

  /// A new connection of the administrator.
  Connection admin() throws SQLException;

  /// A connection of the administrator that stays, for there may be no room for another.
  Connection control() throws SQLException;

  /// How often each fault has come to pass, by the database's own count.
  Counts counts() throws SQLException;

  /// The loader's present sessions.
  List<Long> sessions() throws SQLException;

  /// Ends a session as an administrator does.
  void kill(long session) throws SQLException;

  /// How long a new session of the loader waits for a lock.
  void limitLockWaits() throws SQLException;

  /// How long a statement of a new session of the loader may take; false lifts the limit.
  void limitStatements(boolean limited) throws SQLException;

  /// How many connections there may be; sessions that are there stay.
  void limitConnections(int most) throws SQLException;

  /// Takes a table for itself; the connection must not commit by itself. Ends with its transaction.
  void lockTable(Connection connection, String table) throws SQLException;

  /// Ends all of the server's processes at once, as `kill -9` does.
  void crash();

  /// Starts the server again, on the same port and data.
  void restart() throws Exception;

  @Override
  void close() throws Exception;

  /// What a database counts.
  ///
  /// @param refused connections refused because there were too many
  record Counts(long deadlocks, long lockTimeouts, long statementTimeouts, long refused) {
    Counts minus(Counts earlier) {
      return new Counts(
          deadlocks - earlier.deadlocks,
          lockTimeouts - earlier.lockTimeouts,
          statementTimeouts - earlier.statementTimeouts,
          refused - earlier.refused);
    }

    Counts plus(Counts later) {
      return new Counts(
          deadlocks + later.deadlocks,
          lockTimeouts + later.lockTimeouts,
          statementTimeouts + later.statementTimeouts,
          refused + later.refused);
    }
  }

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static List<Long> numbers(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<Long> numbers = new ArrayList<>();
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
      return numbers;
    }
  }

  /// The whole number that a query of the administrator gives.
  default long ask(String query) throws SQLException {
    return numbers(control(), query).getFirst();
  }

  /// Runs statements of the administrator.
  default void tell(String... statements) throws SQLException {
    run(control(), statements);
  }
}
