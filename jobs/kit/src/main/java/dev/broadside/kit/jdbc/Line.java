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
/// @param socket one that was never connected, where the driver keeps its own to itself; its
///   [Connection#abort] closes it then
record Line(Connection connection, Socket socket) {

  /// What is done with a connection as soon as it is open, within the time of the handshake.
  @FunctionalInterface
  interface Opened {
    void with(Connection connection) throws SQLException;
  }

  static Line open(Target target, Opened opened) throws SQLException {
    return open(target, Handshake.USUAL, opened);
  }

  static Line open(Target target, Handshake handshake, Opened opened) throws SQLException {
    AtomicReference<Socket> socket = new AtomicReference<>(new Socket());
    MeasuringSockets.Opening<Connection> opening =
        () -> {
          Connection connection =
              MeasuringSockets.handingTo(socket, () -> target.connectAtOnce(Target.Purpose.RUN));
          return opened(connection, opened);
        };
    Connection connection =
        target.engine().takesOurSockets()
            ? handshake.cuttable(() -> close(socket.get()), opening)
            : handshake.aside(opening);
    return new Line(connection, socket.get());
  }

  /// The connection, or none where it turns out to be of no use.
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

  /// Breaks off in the driver's way whatever the connection waits for. May be called by any thread,
  /// and may itself wait for the server: MariaDB Connector/J connects once more to send a KILL, so
  /// that the server gives up the statement too.
  void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException | RuntimeException _) {
      // It is broken already, or will be cut, which is what was wanted.
    }
  }

  /// Closes the socket itself, which waits for nobody. May be called by any thread.
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
