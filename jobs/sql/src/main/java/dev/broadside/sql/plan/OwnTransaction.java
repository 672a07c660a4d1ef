package dev.broadside.sql.plan;

import dev.broadside.core.work.Failure;
import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.jdbc.Session;
import dev.broadside.kit.jdbc.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/// A transaction that a script begins and ends by itself, on a connection in auto-commit. If the
/// driver sends BEGIN together with the first statement, the driver does it, which saves a network
/// trip. For one thread and one connection.
final class OwnTransaction {
  private final Connection connection;
  private final Optional<Transactions> words;
  private boolean open;

  OwnTransaction(Connection connection, Dialect dialect) throws SQLException {
    this.connection = connection;
    this.words =
        dialect.begin().isEmpty() || dialect.beginTravelsAlong()
            ? Optional.empty()
            : Optional.of(new Transactions(connection, dialect));
  }

  boolean open() {
    return open;
  }

  boolean tripToBegin() {
    return words.isPresent();
  }

  void begin() throws SQLException {
    if (words.isPresent()) {
      words.get().begin();
    } else {
      connection.setAutoCommit(false);
    }
    open = true;
  }

  void end(boolean commits) throws SQLException {
    if (words.isPresent()) {
      endByWords(words.get(), commits);
    } else {
      if (commits) {
        connection.commit();
      } else {
        connection.rollback();
      }
      connection.setAutoCommit(true);
    }
    open = false;
  }

  private static void endByWords(Transactions words, boolean commits) throws SQLException {
    if (commits) {
      words.commit();
    } else {
      words.rollback();
    }
  }

  /// Ends it after a failure.
  ///
  /// @return as [Session#recover(Failure)]
  boolean recover(Session session, Failure failure) throws SQLException {
    boolean byWords = open && words.isPresent();
    open = false;
    return byWords ? session.recover(failure, words.get()) : session.recover(failure);
  }
}
