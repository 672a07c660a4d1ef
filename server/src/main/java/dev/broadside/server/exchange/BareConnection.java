package dev.broadside.server.exchange;

import io.netty.channel.ChannelPipeline;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/// Operations on a connection that Vert.x's public interface lacks. Only this class uses the Netty
/// channel.
public final class BareConnection {
  private BareConnection() {}

  /// Closes at once; pending writes fail. Any thread.
  ///
  /// Vert.x's own close waits for pending writes, which never end if the client reads nothing.
  public static void abort(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      base.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }

  /// The Netty pipeline of the connection. For its event loop.
  public static ChannelPipeline pipeline(HttpConnection connection) {
    return ((ConnectionBase) connection).channelHandlerContext().pipeline();
  }
}
