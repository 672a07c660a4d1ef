package dev.broadside.kit.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.broadside.kit.engine.MeasuringSockets;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/// A connection that measures, and the socket beneath it.
///
/// @param connection of one load thread
/// @param socket an unconnected one if the driver hides its own; [Connection#abort] closes that
/// @param end gives a connection up that is of no use any more
record SocketConnection(Connection connection, Socket socket, End end) {

  /// Closes a connection for good.
  @FunctionalInterface
  interface End {
    void close() throws SQLException;
  }

  /// What is done with a connection as soon as it is open, within the time of the handshake.
  @FunctionalInterface
  interface Opened {
    void with(Connection connection) throws SQLException;
  }

  static SocketConnection open(Target target, Opened opened) throws SQLException {
    return open(target, Handshake.USUAL, opened);
  }

  static SocketConnection open(Target target, Handshake handshake, Opened opened)
      throws SQLException {
    AtomicReference<Socket> socket = new AtomicReference<>(new Socket());
    MeasuringSockets.Opening<Connection> opening =
        () -> {
          Connection connection =
              MeasuringSockets.handingTo(socket, () -> target.connectAtOnce(Target.Purpose.RUN));
          return opened(connection, opened);
        };
    Connection connection =
        target.engine().takesOurSockets()
            ? handshake.closingAfterLimit(() -> close(socket.get()), opening)
            : handshake.onAnotherThread(opening);
    return new SocketConnection(connection, socket.get(), connection::close);
  }

  /// The connection after `opened`; closed if that fails.
  static Connection opened(Connection connection, Opened opened) throws SQLException {
    try {
      opened.with(connection);
      return connection;
    } catch (SQLException failure) {
      try {
        connection.close();
      } catch (SQLException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  /// The same, with its connection wrapped.
  SocketConnection watched(UnaryOperator<Connection> watch) {
    return new SocketConnection(watch.apply(connection), socket, end);
  }

  /// Breaks off what the connection waits for in the driver's own way. May be called by any thread,
  /// and may itself wait for the server: MariaDB Connector/J connects once more to send a KILL, so
  /// that the server gives up the statement too.
  void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException | RuntimeException _) {
      // It is broken already, or will be cut, which is what was wanted.
    }
  }

  /// Closes the socket, which never blocks. May be called by any thread.
  void cut() {
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // It is broken already, which is what was wanted.
    }
  }

  /// The connections of an agent that its load threads share, as those of an application do:
  /// HikariCP with a fixed size and its own presets. For any thread.
  static final class Pool implements AutoCloseable {
    /// The operation that waits for a connection.
    static final String OPERATION = "wait for connection";

    private final HikariDataSource pool;
    private final Map<Connection, Socket> sockets =
        Collections.synchronizedMap(new WeakHashMap<>());

    /// Opens all of them.
    ///
    /// @param renewed gets each connection that is opened later, while it is still in auto-commit
    /// @throws SQLException if one cannot be opened
    Pool(Target target, Session.Settings settings, int size, Consumer<Connection> renewed)
        throws SQLException {
      AtomicBoolean full = new AtomicBoolean();
      Opened opened =
          connection -> {
            if (full.get()) {
              renewed.accept(connection);
            }
            settings.hold(connection, target);
          };
      HikariConfig config = new HikariConfig();
      config.setDataSource(
          source(() -> {
            SocketConnection line = open(target, opened);
            sockets.put(line.connection, line.socket);
            return line.connection;
          }));
      config.setMaximumPoolSize(size);
      config.setAutoCommit(settings.autoCommit());
      config.setReadOnly(target.readsOnly());
      try {
        pool = new HikariDataSource(config);
      } catch (HikariPool.PoolInitializationException refused) {
        throw refused.getCause() instanceof SQLException cause
            ? cause
            : new SQLException("the pool has no connection", refused);
      }
      fill(size);
      full.set(true);
    }

    /// HikariCP asks a source for connections, and for how many seconds it waits for those that are
    /// being opened when it is closed.
    private static DataSource source(MeasuringSockets.Opening<Connection> opening) {
      return (DataSource)
          Proxy.newProxyInstance(
              DataSource.class.getClassLoader(),
              new Class<?>[] {DataSource.class},
              (_, method, _) -> method.getName().equals("getConnection") ? opening.open() : 5);
    }

    private void fill(int size) throws SQLException {
      List<Connection> all = new ArrayList<>();
      try {
        while (all.size() < size) {
          all.add(pool.getConnection());
        }
      } catch (SQLException refused) {
        pool.close();
        throw refused;
      } finally {
        for (Connection one : all) {
          one.close();
        }
      }
    }

    /// Waits for a connection; its taker closes it to give it back.
    ///
    /// @throws SQLTimeoutException if none was free for as long as HikariCP waits
    SocketConnection take() throws SQLException {
      try {
        Connection taken = pool.getConnection();
        Socket socket = sockets.getOrDefault(taken.unwrap(Connection.class), new Socket());
        return new SocketConnection(taken, socket, () -> evict(taken));
      } catch (SQLTransientConnectionException late) {
        if (late.getCause() instanceof SQLException refused) {
          throw refused;
        }
        throw new SQLTimeoutException(
            "no connection of the pool was free within %d s"
                .formatted(pool.getConnectionTimeout() / 1_000),
            late);
      }
    }

    /// What was given back belongs to another thread by now.
    private void evict(Connection taken) throws SQLException {
      if (!taken.isClosed()) {
        pool.evictConnection(taken);
      }
    }

    @Override
    public void close() {
      pool.close();
    }
  }
}
