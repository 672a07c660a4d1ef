package dev.broadside.server.exchange;

import io.netty.channel.ChannelPipeline;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/// What Vert.x's public interface cannot do with a connection. This class, and no other, reaches
/// for the channel below.
public final class BareConnection {
  private BareConnection() {}

  /// Closes at once; what is pending fails. Any thread.
  ///
  /// Closing with Vert.x waits until what is pending has been written, and with a client that takes
  /// nothing that never happens.
  public static void abort(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      base.channelHandlerContext().close();
    } else {
      connection.close();
    }
  }

  /// What every byte of the connection goes through. For its event loop.
  public static ChannelPipeline pipeline(HttpConnection connection) {
    return ((ConnectionBase) connection).channelHandlerContext().pipeline();
  }
}
