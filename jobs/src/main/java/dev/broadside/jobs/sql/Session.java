package dev.broadside.jobs.sql;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// One load thread's connection, which can be brought back to life. Used by that thread only.
public final class Session implements AutoCloseable {
  private static final int ALIVE_WITHIN_SECONDS = 5;

  private final Target target;
  private final Dialect dialect;
  private final Settings settings;

  /// Written by its thread, read by [#abort()] too.
  private volatile Connection connection;

  /// How a session's transactions behave.
  ///
  /// @param isolation a constant of [Connection], or [#DATABASE_DEFAULT]
  /// @param autoCommit whether every statement is a transaction of its own
  public record Settings(int isolation, boolean autoCommit) {
    /// Leaves the isolation as the database has it.
    public static final int DATABASE_DEFAULT = -1;
  }

  public Session(Target target, Dialect dialect, Settings settings) throws SQLException {
    this.target = target;
    this.dialect = dialect;
    this.settings = settings;
    this.connection = connect(target, settings);
  }

  private static Connection connect(Target target, Settings settings) throws SQLException {
    Connection connection = target.connect(Target.Purpose.RUN);
    try {
      if (settings.isolation() != Settings.DATABASE_DEFAULT) {
        connection.setTransactionIsolation(settings.isolation());
      }
      connection.setAutoCommit(settings.autoCommit());
      return connection;
    } catch (SQLException failure) {
      closeAfter(failure, connection);
      throw failure;
    }
  }

  public Connection connection() {
    return connection;
  }

  public boolean autoCommit() {
    return settings.autoCommit();
  }

  public PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  /// One network trip of its own.
  public void commit() throws SQLException {
    connection.commit();
  }

  public Failure classify(Exception failure) {
    return dialect.errors().classify(failure);
  }

  /// Ends what is left of a failed transaction, on the old connection where it still serves, else
  /// on a new one.
  ///
  /// @return true where the connection is new, so that statements have to be prepared again
  /// @throws SQLException where no connection can be made at present
  public boolean recover(Failure failure) throws SQLException {
    if (failure.errorClass() != ErrorClass.CONNECTION_LOST && rolledBack()) {
      return false;
    }
    discard();
    // With a time limit first: a measuring connection has none, and would wait for minutes.
    target.connect(Target.Purpose.SET_UP).close();
    connection = connect(target, settings);
    return true;
  }

  /// Breaks off whatever the connection waits for. May be called by any thread.
  void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException _) {
      // It is broken already, which is what was wanted.
    }
  }

  private boolean rolledBack() {
    try {
      if (!settings.autoCommit()) {
        connection.rollback();
      }
      return connection.isValid(ALIVE_WITHIN_SECONDS);
    } catch (SQLException _) {
      // Whatever it was, a connection that cannot roll back is of no use any more.
      return false;
    }
  }

  private void discard() {
    try {
      connection.close();
    } catch (SQLException _) {
      // It is broken: that is why it is discarded.
    }
  }

  /// Rolls back first, since Oracle's driver would commit what is open.
  @Override
  public void close() throws SQLException {
    try (Connection closing = connection) {
      if (!settings.autoCommit() && !closing.isClosed()) {
        closing.rollback();
      }
    }
  }

  private static void closeAfter(SQLException failure, Connection connection) {
    try {
      connection.close();
    } catch (SQLException second) {
      failure.addSuppressed(second);
    }
  }
}
