package dev.broadside.server.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;

/// Keeps connections open between uses, since opening one costs more than most of what is done with
/// it.
///
/// There are never more than the server's few threads use at once. One that no longer answers is
/// replaced.
final class ConnectionPool implements ConnectionFactory, AutoCloseable {
  private static final int VALID_WITHIN_SECONDS = 2;

  private final DataSource source;
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  ConnectionPool(DataSource source) {
    this.source = source;
  }

  @Override
  public Connection openConnection() throws SQLException {
    for (Connection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      if (kept.isValid(VALID_WITHIN_SECONDS)) {
        return kept;
      }
      kept.close();
    }
    return source.getConnection();
  }

  @Override
  public void closeConnection(Connection connection) throws SQLException {
    if (closed.get() || connection.isClosed()) {
      connection.close();
    } else {
      idle.addFirst(connection);
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
