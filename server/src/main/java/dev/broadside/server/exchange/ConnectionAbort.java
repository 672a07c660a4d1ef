package dev.broadside.server.exchange;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/// Ends a connection whose client takes nothing.
///
/// Closing with Vert.x waits until what is pending has been written, and with such a client that
/// never happens. Its public interface has no other way, so this class, and no other, reaches for
/// the channel below.
public final class ConnectionAbort {
  private ConnectionAbort() {}

  /// Closes at once; what is pending fails. Any thread.
  public static void abort(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      base.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }
}
