package dev.broadside.server.http;

import dev.broadside.core.param.Problem;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.LinkCodec;
import dev.broadside.server.exchange.Addresses;
import dev.broadside.server.exchange.ConnectionAbort;
import dev.broadside.server.exchange.Connections;
import dev.broadside.server.security.CertificateAuthority.ServerCertificate;
import dev.broadside.server.security.SetupException;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.net.BindException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open port: HTTP/1.1 on one or more addresses, plain or over TLS 1.3.
///
/// Everything that a client may make the server keep before it has said who it is has a limit here.
final class HttpListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpListener.class);
  private static final int MAX_HEADER_BYTES = 8 * 1024;
  private static final int MAX_LINE_BYTES = 4 * 1024;
  private static final int IDLE_SECONDS = 60;
  private static final int WEB_SOCKET_GOODBYE_SECONDS = 2;

  /// A quarter of the room is kept for agents and for whoever has logged in.
  static final Connections.Limits LIMITS = new Connections.Limits(4_096, 3_072, 512);

  /// Of an IPv6 address, what one customer of a network is given as his own.
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

  /// @param connections those that are open
  /// @param invalidHandler answers what is no HTTP, or goes beyond a limit
  HttpListener(
      Vertx vertx,
      Connections<HttpConnection> connections,
      Handler<HttpServerRequest> handler,
      Handler<HttpServerRequest> invalidHandler,
      Time time) {
    this.vertx = vertx;
    this.connections = connections;
    this.handler = handler;
    this.invalidHandler = invalidHandler;
    this.time = time;
  }

  /// Listens on an address.
  ///
  /// @param port 0 for any that is free
  /// @param certificate what to show; none for a plain port
  /// @return the port
  int listen(InetAddress address, int port, Optional<ServerCertificate> certificate)
      throws SetupException {
    HttpServer server = vertx.createHttpServer(options(certificate));
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

  private static HttpServerOptions options(Optional<ServerCertificate> certificate) {
    HttpServerOptions options =
        new HttpServerOptions()
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
            .setSslHandshakeTimeout(FIRST_REQUEST.toSeconds())
            .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
            .setReuseAddress(true);
    certificate.ifPresent(shown ->
        options
            .setSsl(true)
            .setEnabledSecureTransportProtocols(Set.of(TLS))
            .setKeyCertOptions(pem(shown)));
    return options;
  }

  private static PemKeyCertOptions pem(ServerCertificate certificate) {
    return new PemKeyCertOptions()
        .setCertValue(Buffer.buffer(certificate.chain()))
        .setKeyValue(Buffer.buffer(certificate.key()));
  }

  /// Shows another certificate to new connections; those that stand stay.
  void show(ServerCertificate certificate) {
    for (HttpServer server : servers) {
      server
          .updateSSLOptions(
              new ServerSSLOptions()
                  .setEnabledSecureTransportProtocols(Set.of(TLS))
                  .setKeyCertOptions(pem(certificate)))
          .onFailure(e -> LOG.error("the renewed certificate cannot be shown", e));
    }
  }

  private void connected(HttpConnection connection) {
    silent.put(connection, time.runIn(FIRST_REQUEST, () -> ConnectionAbort.abort(connection)));
    connection.closeHandler(_ -> {
      connections.closed(connection);
      Optional.ofNullable(silent.remove(connection)).ifPresent(Time.Timer::cancel);
    });
    connections.opened(connection, network(connection)).ifPresent(ConnectionAbort::abort);
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
}
