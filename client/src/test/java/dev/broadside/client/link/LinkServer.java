package dev.broadside.client.link;

import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.ProtocolException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/// The smallest server that agents can join and dial: a WebSocket at `/agent` for one credential,
/// and `POST /api/v1/join`, on a free port of the loopback address.
public final class LinkServer implements AutoCloseable {
  public static final String CREDENTIAL = "credential-of-the-tests";

  /// A wrong one that is told to wait.
  static final String TRIED_TOO_OFTEN = "tried-too-often";

  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private static final TestAuthority AUTHORITY = new TestAuthority();

  private final Supplier<SSLEngine> tls;
  private final Function<String, Answer> join;
  private final Function<Link, Link.Listener> accept;
  private final Channel listening;

  /// What `POST /api/v1/join` answers.
  public record Answer(int status, String json) {}

  private LinkServer(
      Supplier<SSLEngine> tls,
      Function<String, Answer> join,
      Function<Link, Link.Listener> accept) {
    this.tls = tls;
    this.join = join;
    this.accept = accept;
    this.listening =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    fill(channel);
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  /// A server that agents can join, with a certificate of [#pin()].
  public static LinkServer start(
      Function<String, Answer> join, Function<Link, Link.Listener> accept) {
    return encrypted(AUTHORITY.server("127.0.0.1", 1), join, accept);
  }

  /// The authority of those that were given no other certificate.
  public static AuthorityPin pin() {
    return AUTHORITY.pin();
  }

  /// A server that nobody can join.
  ///
  /// @param tune may change each connection's engine
  public static LinkServer tuned(
      SSLContext tls, Consumer<SSLEngine> tune, Function<Link, Link.Listener> accept) {
    return new LinkServer(() -> engine(tls, tune), _ -> new Answer(404, "{}"), accept);
  }

  /// A server that agents can join.
  public static LinkServer encrypted(
      SSLContext tls, Function<String, Answer> join, Function<Link, Link.Listener> accept) {
    return new LinkServer(() -> engine(tls, _ -> {}), join, accept);
  }

  private static SSLEngine engine(SSLContext tls, Consumer<SSLEngine> tune) {
    SSLEngine engine = tls.createSSLEngine();
    engine.setUseClientMode(false);
    tune.accept(engine);
    return engine;
  }

  public ServerAddress address() {
    int port = ((InetSocketAddress) listening.localAddress()).getPort();
    return new ServerAddress("127.0.0.1", port);
  }

  private void fill(Channel channel) {
    channel
        .pipeline()
        .addLast(
            new SslHandler(tls.get()),
            new HttpServerCodec(),
            new HttpObjectAggregator(64 * 1024),
            new Http(),
            new WebSocketServerProtocolHandler(
                WebSocketServerProtocolConfig.newBuilder()
                    .websocketPath("/agent")
                    .maxFramePayloadLength(LinkCodec.MAX_FRAME)
                    .build()),
            new WebSocketFrameAggregator(LinkCodec.MAX_FRAME),
            new Frames());
  }

  @Override
  public void close() {
    if (listening.isOpen()) {
      listening.close().syncUninterruptibly();
    }
    threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private final class Http extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      String credential = request.headers().get(HttpHeaderNames.AUTHORIZATION, "");
      if (request.uri().equals("/api/v1/join")) {
        answer(context, join.apply(request.content().toString(StandardCharsets.UTF_8)));
      } else if (credential.equals("Bearer " + CREDENTIAL)) {
        context.fireChannelRead(request.retain());
      } else {
        int status = credential.equals("Bearer " + TRIED_TOO_OFTEN) ? 429 : 401;
        answer(context, new Answer(status, "{}"));
      }
    }

    private void answer(ChannelHandlerContext context, Answer answer) {
      DefaultFullHttpResponse response =
          new DefaultFullHttpResponse(
              HttpVersion.HTTP_1_1,
              HttpResponseStatus.valueOf(answer.status()),
              Unpooled.copiedBuffer(answer.json(), StandardCharsets.UTF_8));
      response.headers().set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
      context.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
    }
  }

  private final class Frames extends SimpleChannelInboundHandler<WebSocketFrame> {
    private final LinkCodec codec = new LinkCodec();
    private Link.Listener listener;
    private WebSocketDialer.WebSocketLink link;

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof WebSocketServerProtocolHandler.HandshakeComplete) {
        link = new WebSocketDialer.WebSocketLink(context.channel());
        listener = accept.apply(link);
      }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame)
        throws ProtocolException {
      if (frame instanceof BinaryWebSocketFrame) {
        listener.received(codec.decode(ByteBufUtil.getBytes(frame.content())));
      }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      if (link != null) {
        link.drain();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      if (listener != null) {
        link.ended();
        listener.closed("the connection was closed");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      Objects.requireNonNull(cause);
      context.close();
    }
  }
}
