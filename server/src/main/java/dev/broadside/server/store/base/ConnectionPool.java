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

/// Keeps connections open between uses, since opening one costs more than most of what is done with
/// it. One that no longer answers is replaced.
///
/// There are never more than a given number; whoever wants one more waits for a while. Where the
/// database refuses, nobody waits: HikariCP would, as long as for a place in a pool that is full.
final class ConnectionPool implements ConnectionFactory, AutoCloseable {
  private static final int VALID_WITHIN_SECONDS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final DataSource source;
  private final Claim claim;
  private final Semaphore free;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  /// @param claim what each new connection needs before it is used
  /// @param most how many there may be
  ConnectionPool(DataSource source, Claim claim, int most) {
    this.source = source;
    this.claim = claim;
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
      claim.on(fresh);
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
