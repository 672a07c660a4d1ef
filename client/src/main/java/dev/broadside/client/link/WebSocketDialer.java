package dev.broadside.client.link;

import dev.broadside.core.wire.LinkCodec;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/// Dials a server's `/agent` by WebSocket over TLS. One thread, `uplink`, serves all links.
public final class WebSocketDialer implements Dialer {
  /// How long an attempt may take before it counts as failed.
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
  public void dial(String credential, Outcome outcome) {
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
                fill(channel.pipeline(), credential, handler);
              }
            })
        .connect(server.host(), server.port())
        .addListener(connected -> {
          if (!connected.isSuccess()) {
            handler.failed(handler.failure(connected.cause()));
          }
        });
  }

  private void fill(ChannelPipeline pipeline, String credential, LinkHandler handler) {
    pipeline.addLast(
        new SslHandler(engine()),
        new HttpClientCodec(),
        new HttpObjectAggregator(MAX_RESPONSE),
        new WebSocketClientProtocolHandler(handshake(credential)),
        new WebSocketFrameAggregator(LinkCodec.MAX_FRAME),
        handler);
  }

  private SSLEngine engine() {
    SSLEngine engine = trust.context().createSSLEngine(server.host(), server.port());
    engine.setUseClientMode(true);
    engine.setSSLParameters(trust.parameters());
    return engine;
  }

  private WebSocketClientProtocolConfig handshake(String credential) {
    return WebSocketClientProtocolConfig.newBuilder()
        .webSocketUri(server.webSocket(PATH))
        .customHeaders(
            new DefaultHttpHeaders().set(HttpHeaderNames.AUTHORIZATION, "Bearer " + credential))
        .maxFramePayloadLength(LinkCodec.MAX_FRAME)
        .handshakeTimeoutMillis(PATIENCE.toMillis())
        .generateOriginHeader(false)
        .handleCloseFrames(false)
        .build();
  }

  @Override
  public void close() {
    threads.shutdownGracefully(0, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }
}
