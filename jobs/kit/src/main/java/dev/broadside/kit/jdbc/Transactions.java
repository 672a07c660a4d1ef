package dev.broadside.kit.jdbc;

import dev.broadside.kit.engine.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/// Transactions that begin and end with statements of their own, as tools written in C use them:
/// BEGIN is a network trip, timed and counted like any other, where JDBC would hide it.
///
/// For one connection, and ends with it. Used by one thread.
public final class Transactions {
  private final Statement words;
  private final String begin;

  /// @param connection in auto-commit as [#autoCommit(Dialect)] says
  public Transactions(Connection connection, Dialect dialect) throws SQLException {
    this.begin = dialect.begin();
    this.words = connection.createStatement();
    words.setEscapeProcessing(false);
  }

  /// Whether a connection for such transactions is in auto-commit: yes if the database has BEGIN,
  /// which suspends it.
  public static boolean autoCommit(Dialect dialect) {
    return !dialect.begin().isEmpty();
  }

  /// Whether beginning makes a network trip: not if the database has no BEGIN.
  public boolean tripToBegin() {
    return !begin.isEmpty();
  }

  /// Makes no trip if the database has no BEGIN.
  public void begin() throws SQLException {
    if (tripToBegin()) {
      words.execute(begin);
    }
  }

  public void commit() throws SQLException {
    words.execute("commit");
  }

  /// Does no harm if no transaction is open.
  public void rollback() throws SQLException {
    words.execute("rollback");
  }
}
