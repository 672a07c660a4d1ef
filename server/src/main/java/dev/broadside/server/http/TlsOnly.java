package dev.broadside.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/// Accepts TLS only. Plain HTTP gets an answer that says so, anything else is closed. Nothing that
/// came in plain text reaches the part that reads requests.
final class TlsOnly extends OptionalSslHandler {
  private static final String SENTENCE =
      "This port speaks TLS only: write https:// in the address in the place of http://.\n";

  private static final byte[] ANSWER =
      ("""
      HTTP/1.1 400 Bad Request\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Length: %d\r
      Connection: close\r
      \r
      """
                  .formatted(SENTENCE.length())
              + SENTENCE)
          .getBytes(StandardCharsets.US_ASCII);

  TlsOnly(SslContext tls) {
    super(tls);
  }

  @Override
  protected ChannelHandler newNonSslHandler(ChannelHandlerContext context) {
    return new Refusal();
  }

  /// Answers once. The connection ends when the client goes, or with the time for a first request:
  /// closed at once, it would be reset before the answer is read.
  private static final class Refusal extends ChannelInboundHandlerAdapter {
    private boolean answered;

    @Override
    public void channelRead(ChannelHandlerContext context, Object read) {
      boolean http = read instanceof ByteBuf bytes && isHttp(bytes);
      ReferenceCountUtil.release(read);
      if (answered) {
        return;
      }
      answered = true;
      if (http) {
        context.writeAndFlush(Unpooled.wrappedBuffer(ANSWER));
      } else {
        context.close();
      }
    }

    /// Whether a method begins it.
    private static boolean isHttp(ByteBuf bytes) {
      String first =
          bytes.toString(0, Math.min(4, bytes.readableBytes()), StandardCharsets.US_ASCII);
      return first.matches("[A-Z]{3}[A-Z ]");
    }
  }
}
