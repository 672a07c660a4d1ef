package dev.broadside.server.store.base;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;

/// Keeps connections open between uses, since opening one costs more than most statements. A
/// connection that no longer answers is replaced.
///
/// The number of connections is bounded; a caller waits for a while if all are in use, but fails at
/// once if the database refuses a connection, unlike with HikariCP.
final class ConnectionPool implements ConnectionFactory, AutoCloseable {
  private static final int VALID_WITHIN_SECONDS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final DataSource source;
  private final WriterLock lock;
  private final Semaphore free;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /// @param lock acquired on each new connection before it is used
  /// @param most the most connections
  ConnectionPool(DataSource source, WriterLock lock, int most) {
    this.source = source;
    this.lock = lock;
    this.free = new Semaphore(most, true);
  }

  @Override
  public Connection openConnection() throws SQLException {
    waitForOne();
    try {
      return keptOrNew();
    } catch (SQLException | RuntimeException e) {
      free.release();
      throw e;
    }
  }

  private void waitForOne() throws SQLException {
    try {
      if (!free.tryAcquire(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new SQLTransientConnectionException(
            "all connections to the database are in use, and have been for "
                + PATIENCE.toSeconds()
                + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted while waiting for a connection", e);
    }
  }

  private Connection keptOrNew() throws SQLException {
    for (Connection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      if (kept.isValid(VALID_WITHIN_SECONDS)) {
        return kept;
      }
      kept.close();
    }
    Connection fresh = source.getConnection();
    try {
      lock.on(fresh);
      return fresh;
    } catch (SQLException e) {
      fresh.close();
      throw e;
    }
  }

  @Override
  public void closeConnection(Connection connection) throws SQLException {
    try {
      if (closed.get() || connection.isClosed()) {
        connection.close();
      } else {
        idle.addFirst(connection);
      }
    } finally {
      free.release();
    }
  }

  @Override
  public void close() throws SQLException {
    closed.set(true);
    for (Connection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      kept.close();
    }
  }
}
