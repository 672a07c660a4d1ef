package dev.broadside.server.exchange;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

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

  /// Makes the next close wait until the client has closed its side, or `longest` is over. What
  /// still arrives is dropped. For the connection's event loop.
  ///
  /// If a connection is closed while bytes of the client wait unread, TCP resets it, and the client
  /// never sees the answer that was sent before (RFC 9112, section 9.6).
  public static void closeAfterClient(HttpConnection connection, Duration longest) {
    pipeline(connection).addFirst(new CloseAfterClient(longest));
  }

  /// The Netty pipeline of the connection. For its event loop.
  public static ChannelPipeline pipeline(HttpConnection connection) {
    return ((ConnectionBase) connection).channelHandlerContext().pipeline();
  }

  private static final class CloseAfterClient extends ChannelDuplexHandler {
    private final Duration longest;
    private boolean closing;

    private CloseAfterClient(Duration longest) {
      this.longest = longest;
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise closed) {
      if (closing || !(context.channel() instanceof DuplexChannel channel)) {
        context.close(closed);
        return;
      }
      closing = true;
      channel.closeFuture().addListener(_ -> closed.trySuccess());
      channel.config().setAutoRead(true);
      channel.shutdownOutput();
      context.executor().schedule(() -> context.close(), longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
      if (closing) {
        ReferenceCountUtil.release(read);
      } else {
        context.fireChannelRead(read);
      }
    }
  }
}
