package dev.broadside.server.http;

import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.server.exchange.Addresses;
import dev.broadside.server.exchange.BareConnection;
import dev.broadside.server.exchange.Connections;
import dev.broadside.server.security.CertificateAuthority.ServerCertificate;
import dev.broadside.server.security.SetupException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.OptionalSslHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open port: HTTP/1.1 over TLS 1.3 on one or more addresses.
///
/// On loopback it also accepts plain HTTP, since browsers would warn every user of a certificate
/// from an unknown authority. The first byte tells the two apart. On other addresses plain HTTP
/// gets an answer that says to use TLS ([TlsOnly]).
///
/// All memory that a client can occupy before it has authenticated is limited here.
final class HttpListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  static final int MAX_HEADER_BYTES = 8 * 1024;
  static final int MAX_LINE_BYTES = 4 * 1024;
  private static final int IDLE_SECONDS = 60;
  private static final int WEB_SOCKET_GOODBYE_SECONDS = 2;

  /// A quarter of the connections is reserved for agents and users who have logged in.
  static final Connections.Limits LIMITS = new Connections.Limits(4_096, 3_072, 512);

  /// The part of an IPv6 address that identifies one customer of a network.
  private static final int IPV6_NETWORK_BYTES = 8;

  private static final Duration FIRST_REQUEST = Duration.ofSeconds(10);
  private static final String TLS = "TLSv1.3";

  private final Vertx vertx;
  private final Handler<HttpServerRequest> handler;
  private final Handler<HttpServerRequest> invalidHandler;
  private final Time time;
  private final List<HttpServer> servers = new ArrayList<>();
  private final Map<HttpConnection, Time.Timer> silent = new ConcurrentHashMap<>();
  private final Connections<HttpConnection> connections;
  private volatile SslContext tls;

  /// @param certificate shown until [#show]
  /// @param connections the open ones
  /// @param invalidHandler answers requests that are no HTTP or exceed a limit
  HttpListener(
      Vertx vertx,
      ServerCertificate certificate,
      Connections<HttpConnection> connections,
      Handler<HttpServerRequest> handler,
      Handler<HttpServerRequest> invalidHandler,
      Time time) {
    this.vertx = vertx;
    this.tls = context(certificate);
    this.connections = connections;
    this.handler = handler;
    this.invalidHandler = invalidHandler;
    this.time = time;
  }

  /// Listens on an address.
  ///
  /// @param port 0 for any free one
  /// @return the port
  int listen(InetAddress address, int port) throws SetupException {
    HttpServer server = vertx.createHttpServer(options());
    server.requestHandler(this::request);
    server.invalidRequestHandler(invalidHandler);
    server.connectionHandler(this::connected);
    server.exceptionHandler(e -> LOG.debug("a connection failed before its first request", e));
    try {
      await(server.listen(port, address.getHostAddress()));
    } catch (CompletionException e) {
      throw cannotListen(address, port, Optional.ofNullable(e.getCause()).orElse(e));
    }
    servers.add(server);
    return server.actualPort();
  }

  /// Without Vert.x's own TLS, which would apply to all connections of an address.
  private static HttpServerOptions options() {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setUseAlpn(false)
        .setMaxHeaderSize(MAX_HEADER_BYTES)
        .setMaxInitialLineLength(MAX_LINE_BYTES)
        .setIdleTimeout(IDLE_SECONDS)
        .setMaxWebSocketFrameSize(LinkCodec.MAX_FRAME)
        .setMaxWebSocketMessageSize(LinkCodec.MAX_FRAME)
        .setWebSocketClosingTimeout(WEB_SOCKET_GOODBYE_SECONDS)
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setReuseAddress(true);
  }

  /// Not by Netty's builder, which loads all of Bouncy Castle's provider: half a second of a start.
  private static SslContext context(ServerCertificate certificate) {
    try {
      SSLContext context = certificate.tls();
      return new JdkSslContext(
          context,
          false,
          List.of(context.getDefaultSSLParameters().getCipherSuites()),
          IdentityCipherSuiteFilter.INSTANCE,
          ApplicationProtocolConfig.DISABLED,
          ClientAuth.NONE,
          new String[] {TLS},
          false);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the server's certificate cannot be used", e);
    }
  }

  /// Shows another certificate to new connections; open ones stay open.
  void show(ServerCertificate certificate) {
    tls = context(certificate);
  }

  /// Called before a byte is read.
  private void connected(HttpConnection connection) {
    BareConnection.pipeline(connection).addFirst(door(connection));
    silent.put(connection, time.runIn(FIRST_REQUEST, () -> BareConnection.abort(connection)));
    connection.closeHandler(_ -> {
      connections.closed(connection);
      Optional.ofNullable(silent.remove(connection)).ifPresent(Time.Timer::cancel);
    });
    connections.opened(connection, network(connection)).ifPresent(BareConnection::abort);
  }

  private ChannelHandler door(HttpConnection connection) {
    return Addresses.loopback(connection.localAddress().hostAddress())
        ? new OptionalSslHandler(tls)
        : new TlsOnly(tls);
  }

  private static String network(HttpConnection connection) {
    String address = connection.remoteAddress().hostAddress();
    byte[] bytes = InetAddress.ofLiteral(address.replaceFirst("%.*", "")).getAddress();
    return bytes.length > IPV6_NETWORK_BYTES
        ? HexFormat.of().formatHex(bytes, 0, IPV6_NETWORK_BYTES)
        : address;
  }

  private void request(HttpServerRequest request) {
    Optional.ofNullable(silent.remove(request.connection())).ifPresent(Time.Timer::cancel);
    handler.handle(request);
  }

  private static SetupException cannotListen(InetAddress address, int port, Throwable cause) {
    String where = Addresses.inUrl(Addresses.plain(address)) + ":" + port;
    String said = String.valueOf(cause.getMessage());
    if (said.contains("assign requested address")) {
      return new SetupException(
          Problem.wrong(
              "address " + Addresses.plain(address),
              "this host has no such address",
              "give one of this host with --listen"),
          cause);
    }
    if (cause instanceof BindException && said.contains("in use")) {
      return new SetupException(
          Problem.wrong(
              "port " + port,
              "another program uses it",
              "stop that program, or give another port with --port"),
          cause);
    }
    return new SetupException(
        Problem.wrong(
            where, "the server cannot listen there (" + said + ")", "give another port or address"),
        cause);
  }

  /// Stops listening, and closes every connection.
  @Override
  public void close() {
    for (HttpServer server : servers) {
      await(server.close());
    }
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  /// Accepts TLS only. Plain HTTP gets an answer that says so, anything else is closed. Nothing
  /// that came in plain text reaches the part that reads requests.
  static final class TlsOnly extends OptionalSslHandler {
    private static final String SENTENCE =
        "This port speaks TLS only: write https:// in the address instead of http://.\n";

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

    /// Answers once. The connection ends when the client closes it, or when the time for a first
    /// request is over: if it were closed at once, it would be reset before the answer is read.
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

      /// Whether it begins with an HTTP method.
      private static boolean isHttp(ByteBuf bytes) {
        String first =
            bytes.toString(0, Math.min(4, bytes.readableBytes()), StandardCharsets.US_ASCII);
        return first.matches("[A-Z]{3}[A-Z ]");
      }
    }
  }
}
