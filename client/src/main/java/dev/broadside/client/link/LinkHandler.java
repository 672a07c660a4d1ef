package dev.broadside.client.link;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.ProtocolException;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.security.cert.CertificateException;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLException;

/// One connection's events, turned into those of a [Dialer.Outcome] and a [Link.Listener]. Used by
/// the channel's thread only.
final class LinkHandler extends SimpleChannelInboundHandler<WebSocketFrame> {
  private final LinkCodec codec = new LinkCodec();
  private final ServerAddress server;
  private final Dialer.Outcome outcome;
  private State state = new Dialing();
  private String reason = "the connection was closed";

  /// What the connection is to its user.
  private sealed interface State {}

  private record Dialing() implements State {}

  private record Open(WebSocketLink link, Link.Listener listener) implements State {}

  private record Over() implements State {}

  LinkHandler(ServerAddress server, Dialer.Outcome outcome) {
    this.server = server;
    this.outcome = outcome;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE && state instanceof Dialing) {
      WebSocketLink link = new WebSocketLink(context.channel());
      state = new Open(link, outcome.opened(link));
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    switch (frame) {
      case BinaryWebSocketFrame binary -> received(context, ByteBufUtil.getBytes(binary.content()));
      case CloseWebSocketFrame close -> close(context, reason(close));
      default -> close(context, "the server sent a frame that is not binary");
    }
  }

  private static String reason(CloseWebSocketFrame close) {
    String said = PlainText.line(Objects.requireNonNullElse(close.reasonText(), ""));
    return "the server closed the connection" + (said.isEmpty() ? "" : ": " + said);
  }

  private void received(ChannelHandlerContext context, byte[] frame) {
    if (!(state instanceof Open open)) {
      return;
    }
    try {
      open.listener().received(codec.decode(frame));
    } catch (ProtocolException e) {
      close(context, message(e));
    }
  }

  private void close(ChannelHandlerContext context, String why) {
    reason = why;
    context.close();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (state instanceof Open open && context.channel().isWritable()) {
      open.link().drain();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (state instanceof Dialing) {
      failed(failure(cause));
    }
    close(context, "it broke: " + message(cause));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    switch (state) {
      case Dialing _ ->
          failed(new DialFailure.Unreachable(server + " closed the connection while it was made"));
      case Open open -> {
        state = new Over();
        open.link().ended();
        open.listener().closed(reason);
      }
      case Over _ -> {}
    }
  }

  /// The attempt ended without a link. Also called where there never was a channel.
  void failed(DialFailure failure) {
    if (state instanceof Dialing) {
      state = new Over();
      outcome.failed(failure);
    }
  }

  /// What an exception while connecting means.
  DialFailure failure(Throwable cause) {
    if (cause instanceof WebSocketClientHandshakeException handshake) {
      return refused(
          Optional.ofNullable(handshake.response()).map(r -> r.status().code()).orElse(0));
    }
    for (Throwable inner = cause; inner != null; inner = inner.getCause()) {
      if (inner instanceof CertificateException || inner instanceof SSLException) {
        String why = PinnedTrust.wrongClock(inner).orElseGet(() -> message(rootOf(cause)));
        return new DialFailure.Untrusted(server + " is not trusted: " + why);
      }
    }
    return new DialFailure.Unreachable(server + " cannot be reached: " + message(rootOf(cause)));
  }

  private DialFailure refused(int status) {
    return switch (status) {
      case 401, 403 -> new DialFailure.Unknown(server + " does not know this agent's credential");
      // A right credential is never made to wait.
      case 429 ->
          new DialFailure.Unknown(
              server + " does not know this agent's credential, and lets it try less often");
      case 0 -> new DialFailure.Unreachable(server + " does not take agents in here");
      default ->
          new DialFailure.Unreachable(server + " does not take agents in here: HTTP " + status);
    };
  }

  private static Throwable rootOf(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static String message(Throwable cause) {
    return Objects.requireNonNullElse(cause.getMessage(), cause.getClass().getSimpleName());
  }
}
