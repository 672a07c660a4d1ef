package dev.broadside.kit.jdbc;

import dev.broadside.kit.engine.MeasuringSockets;
import java.io.IOException;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/// A connection that measures, and the socket beneath it.
///
/// @param connection of one load thread
/// @param socket an unconnected one if the driver hides its own; [Connection#abort] closes that
record SocketConnection(Connection connection, Socket socket) {

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
    return new SocketConnection(connection, socket.get());
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
}
