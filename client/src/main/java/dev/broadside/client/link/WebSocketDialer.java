package dev.broadside.client.link;

import dev.broadside.core.param.PlainText;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ProtocolException;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/// Dials a server's `/agent` by WebSocket over TLS. One thread, `uplink`, serves all links.
public final class WebSocketDialer implements Dialer {
  /// How long the server's host may take to answer, and the threads to end.
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String PATH = "/agent";
  private static final int MAX_RESPONSE = 64 * 1024;

  /// What lies in buffers below the link cannot be overtaken, so they are small: on a link of 64
  /// kbit/s a heartbeat must get through within 10 s (fault F10). Half of it would be less than one
  /// segment of a loopback device, and then each write waits for a delayed acknowledgement.
  private static final int SOCKET_BUFFER = 64 * 1024;

  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(8 * 1024, 16 * 1024);

  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(
          1, Thread.ofPlatform().daemon().name("uplink").factory(), NioIoHandler.newFactory());
  private final ServerAddress server;
  private final PinnedTrust trust;

  /// @param trust whom the server's certificate has to come from: before that is proven, nothing is
  ///   sent
  public WebSocketDialer(ServerAddress server, PinnedTrust trust) {
    this.server = server;
    this.trust = trust;
  }

  @Override
  public void dial(String credential, Duration patience, Outcome outcome) {
    LinkHandler handler = new LinkHandler(server, outcome);
    new Bootstrap()
        .group(threads)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) PATIENCE.toMillis())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_SNDBUF, SOCKET_BUFFER)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                fill(channel.pipeline(), handshake(credential, patience), handler);
              }
            })
        .connect(server.host(), server.port())
        .addListener(connected -> {
          if (!connected.isSuccess()) {
            handler.failed(handler.failure(connected.cause()));
          }
        });
  }

  private void fill(
      ChannelPipeline pipeline, WebSocketClientProtocolConfig handshake, LinkHandler handler) {
    SslHandler tls = new SslHandler(engine());
    tls.setHandshakeTimeoutMillis(handshake.handshakeTimeoutMillis());
    pipeline.addLast(
        tls,
        new HttpClientCodec(),
        new HttpObjectAggregator(MAX_RESPONSE),
        new WebSocketClientProtocolHandler(handshake),
        new WebSocketFrameAggregator(LinkCodec.MAX_FRAME),
        handler);
  }

  private SSLEngine engine() {
    SSLEngine engine = trust.context().createSSLEngine(server.host(), server.port());
    engine.setUseClientMode(true);
    engine.setSSLParameters(trust.parameters());
    return engine;
  }

  private WebSocketClientProtocolConfig handshake(String credential, Duration patience) {
    return WebSocketClientProtocolConfig.newBuilder()
        .webSocketUri(server.webSocket(PATH))
        .customHeaders(
            new DefaultHttpHeaders().set(HttpHeaderNames.AUTHORIZATION, "Bearer " + credential))
        .maxFramePayloadLength(LinkCodec.MAX_FRAME)
        .handshakeTimeoutMillis(patience.toMillis())
        .generateOriginHeader(false)
        .handleCloseFrames(false)
        .build();
  }

  @Override
  public void close() {
    threads.shutdownGracefully(0, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /// One connection's events, turned into those of a [Dialer.Outcome] and a [Link.Listener]. Used
  /// by the channel's thread only.
  private static final class LinkHandler extends SimpleChannelInboundHandler<WebSocketFrame> {
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
        case BinaryWebSocketFrame binary ->
            received(context, ByteBufUtil.getBytes(binary.content()));
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
            failed(
                new DialFailure.Unreachable(server + " closed the connection while it was made"));
        case Open open -> {
          state = new Over();
          open.link().ended();
          open.listener().closed(reason);
        }
        case Over _ -> {}
      }
    }

    /// The attempt ended without a link. Also called if there never was a channel.
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

  /// A [Link] over a WebSocket: each message is one binary frame made by the [LinkCodec].
  ///
  /// Frames leave two queues, control first, only while the channel is writable, so that little
  /// lies in buffers that nothing can overtake. Safe for use by several threads; no method waits.
  static final class WebSocketLink implements Link {
    /// How long the peer may take to read what comes before the end.
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final LinkCodec codec = new LinkCodec();
    private final OutgoingFrames frames = new OutgoingFrames();
    private final AtomicBoolean drainDue = new AtomicBoolean();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Channel channel;

    /// Takes over a channel whose handshake is complete.
    WebSocketLink(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void send(Message message) {
      if (!channel.isActive() || closing.get()) {
        return;
      }
      if (!frames.add(codec.encode(message), message instanceof Message.Bulk)) {
        channel.close();
        return;
      }
      if (drainDue.compareAndSet(false, true)) {
        channel.eventLoop().execute(this::drain);
      }
    }

    /// Writes while the channel takes it. Called by the channel's own thread.
    void drain() {
      drainDue.set(false);
      boolean wrote = false;
      while (channel.isWritable() && !closing.get()) {
        Optional<byte[]> frame = frames.next();
        if (frame.isEmpty()) {
          break;
        }
        write(frame.get());
        wrote = true;
      }
      if (wrote) {
        channel.flush();
      }
    }

    private void write(byte[] frame) {
      channel
          .write(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(frame)))
          .addListener(
              (ChannelFutureListener)
                  written -> {
                    frames.written(frame.length);
                    if (!written.isSuccess()) {
                      channel.close();
                    }
                  });
    }

    /// The channel has closed: nothing more will be sent.
    void ended() {
      frames.clear();
    }

    @Override
    public long pendingBytes() {
      return Math.max(0, frames.pendingBytes());
    }

    @Override
    public void close() {
      if (channel.isActive() && closing.compareAndSet(false, true)) {
        channel.eventLoop().execute(this::closeInGoodOrder);
      }
    }

    private void closeInGoodOrder() {
      frames.dropBulk();
      for (Optional<byte[]> frame = frames.next(); frame.isPresent(); frame = frames.next()) {
        write(frame.get());
      }
      channel
          .writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.NORMAL_CLOSURE))
          .addListener(ChannelFutureListener.CLOSE);
      // All that waits behind what a frozen peer does not take.
      var _ =
          channel
              .eventLoop()
              .schedule(() -> channel.close(), CLOSING.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Frames that wait to be sent, in two queues: control overtakes bulk, and each is in order.
    /// Safe for use by several threads.
    ///
    /// Bounded: a sender of bulk looks at [#pendingBytes()] and waits, so a queue that grows to
    /// [#MAX_BYTES] all the same means that the peer has stopped reading.
    static final class OutgoingFrames {
      /// A link with more than this waiting is closed.
      static final long MAX_BYTES = 64L << 20;

      private final Queue<byte[]> control = new ArrayDeque<>();
      private final Queue<byte[]> bulk = new ArrayDeque<>();
      private long pendingBytes;

      /// Adds a frame.
      ///
      /// @return false if there is no more room, and the frame is not added
      synchronized boolean add(byte[] frame, boolean isBulk) {
        if (pendingBytes + frame.length > MAX_BYTES) {
          return false;
        }
        pendingBytes += frame.length;
        return (isBulk ? bulk : control).add(frame);
      }

      /// Takes the next frame; its bytes stay pending until they are [#written].
      synchronized Optional<byte[]> next() {
        return Optional.ofNullable(control.isEmpty() ? bulk.poll() : control.poll());
      }

      /// A frame of this many bytes has been handed to the network.
      synchronized void written(int bytes) {
        pendingBytes -= bytes;
      }

      /// Bytes added and not yet handed to the network.
      synchronized long pendingBytes() {
        return pendingBytes;
      }

      /// Drops the bulk that waits.
      synchronized void dropBulk() {
        bulk.forEach(frame -> pendingBytes -= frame.length);
        bulk.clear();
      }

      /// Drops everything that waits.
      synchronized void clear() {
        control.clear();
        bulk.clear();
        pendingBytes = 0;
      }
    }
  }
}
