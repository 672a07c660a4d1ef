package dev.broadside.server.http;

import dev.broadside.core.report.Json;
import dev.broadside.core.time.SystemTime;
import dev.broadside.core.time.Time;
import dev.broadside.server.Server;
import dev.broadside.server.ServerConfig;
import dev.broadside.server.packs.PackFiles;
import dev.broadside.server.security.SetupException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import tools.jackson.databind.JsonNode;

/// A real server on a free loopback port, with the probe pack, and a client for it, which is the
/// administrator unless a request says who else it comes from.
public final class TestServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Server server;
  private final Path data;
  private final HttpClient client;
  private final Optional<String> token;

  private TestServer(Server server, Path data, boolean admin) {
    this.server = server;
    this.data = data;
    this.client = client(data);
    this.token = admin ? Optional.of(adminToken(data)) : Optional.empty();
  }

  public static TestServer start(Path directory) throws SetupException {
    return start(directory, new SystemTime());
  }

  public static TestServer start(Path directory, Time time) throws SetupException {
    return start(directory, time, config -> config);
  }

  /// @param more what else is asked of the server
  public static TestServer start(Path directory, Time time, UnaryOperator<ServerConfig> more)
      throws SetupException {
    return start(directory, time, more, true);
  }

  /// The same with a client that is nobody.
  public static TestServer startForStrangers(Path directory, Time time) throws SetupException {
    return start(directory, time, config -> config, false);
  }

  private static TestServer start(
      Path directory, Time time, UnaryOperator<ServerConfig> more, boolean admin)
      throws SetupException {
    Path data = directory.resolve("data");
    ServerConfig config =
        ServerConfig.local(data, 0, "0.1.0-test")
            .withBundledPacks(bundled(directory))
            .notifying(channels(directory));
    return new TestServer(Server.start(more.apply(config), time), data, admin);
  }

  /// A client that trusts the authority of the server of a data folder.
  public static HttpClient client(Path data) {
    return HttpClient.newBuilder()
        .sslContext(trusting(data.resolve("ca/ca.pem")))
        .version(HttpClient.Version.HTTP_1_1)
        .build();
  }

  /// What makes a client of a data folder's server the administrator.
  public static String adminToken(Path data) {
    try {
      return Files.readString(data.resolve("admin-token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SSLContext trusting(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      Certificate authority = CertificateFactory.getInstance("X.509").generateCertificate(in);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new SignedBy(authority)}, null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Looks at the signature alone: a server whose time is the test's has certificates of that time.
  private static final class SignedBy extends X509ExtendedTrustManager {
    private final Certificate authority;

    SignedBy(Certificate authority) {
      this.authority = authority;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      try {
        chain[0].verify(authority.getPublicKey());
      } catch (GeneralSecurityException e) {
        throw new CertificateException(e);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
      throw new UnsupportedOperationException();
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /// One that leads nowhere.
  private static Path channels(Path directory) {
    try {
      return Files.writeString(
          Files.createDirectories(directory).resolve("notify.yaml"),
          "channels: {ops: {webhook: 'http://127.0.0.1:1/'}}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path bundled(Path directory) {
    try {
      Path bundled = Files.createDirectories(directory.resolve("bundled"));
      Files.write(bundled.resolve("probe.jar"), PackFiles.good("1.0"));
      return bundled;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Server server() {
    return server;
  }

  public URI uri(String path) {
    return server.address().resolve(path);
  }

  public int port() {
    return server.address().getPort();
  }

  public Path data() {
    return data;
  }

  public String joinSecret() throws IOException {
    return Files.readString(server.data().resolve("join"))
        .lines()
        .toList()
        .getLast()
        .replace("secret ", "");
  }

  public HttpClient client() {
    return client;
  }

  public HttpResponse<String> get(String path, String... headers) {
    HttpRequest.Builder request = request(path, headers);
    return send(request.GET());
  }

  public HttpResponse<String> post(String path, String json, String... headers) {
    return send(
        request(path, headers)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  public HttpResponse<String> post(String path) {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  public HttpResponse<String> upload(String path, byte[] bytes) {
    return send(
        request(path)
            .header("Content-Type", "application/octet-stream")
            .POST(BodyPublishers.ofByteArray(bytes)));
  }

  public HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
    List<String> given = List.of(headers);
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    if (!given.contains("Authorization") && !given.contains("Cookie")) {
      token.ifPresent(admin -> request.header("Authorization", "Bearer " + admin));
    }
    return request;
  }

  public HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// Sends bytes as they are over plain HTTP, and reads until the server closes the connection.
  public static String raw(int port, String text) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return exchange(socket, text);
    }
  }

  private static String exchange(Socket socket, String text) throws IOException {
    // The server would close it after a minute in which nothing comes.
    socket.setSoTimeout(45_000);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  /// A request with headers that well-behaved clients do not let one choose; the connection is
  /// closed after it.
  public String raw(String method, String path, Map<String, String> headers, String body)
      throws IOException {
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
    token.ifPresent(admin -> text.append("Authorization: Bearer " + admin + "\r\n"));
    try (Socket socket = client.sslContext().getSocketFactory().createSocket("127.0.0.1", port())) {
      return exchange(socket, text + "Connection: close\r\n\r\n" + body);
    }
  }

  public static JsonNode json(HttpResponse<String> response) {
    return Json.mapper().readTree(response.body());
  }

  @Override
  public void close() {
    client.shutdownNow();
    server.close();
  }
}
