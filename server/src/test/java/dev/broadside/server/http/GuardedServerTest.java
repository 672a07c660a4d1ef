package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.time.ManualTime;
import dev.broadside.core.wire.Message;
import dev.broadside.server.jobs.SocketAgent;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Who may come in, over real sockets and in manual time.
class GuardedServerTest {
  /// Every route that needs a login, with its method.
  private static final List<String> GUARDED =
      List.of(
          "GET /api/v1/jobs",
          "POST /api/v1/jobs",
          "GET /api/v1/jobs/x",
          "GET /api/v1/jobs/x/results",
          "GET /api/v1/jobs/x/submission",
          "GET /api/v1/jobs/x/report",
          "GET /api/v1/jobs/x/report.html",
          "GET /api/v1/jobs/x/log",
          "GET /api/v1/jobs/x/series",
          "POST /api/v1/jobs/x/cancel",
          "GET /api/v1/jobs/x/live",
          "GET /api/v1/live",
          "GET /api/v1/studies",
          "POST /api/v1/studies",
          "GET /api/v1/studies/x",
          "GET /api/v1/studies/x/results",
          "GET /api/v1/studies/x/table",
          "GET /api/v1/studies/x/table.csv",
          "GET /api/v1/studies/x/report",
          "POST /api/v1/studies/x/cancel",
          "POST /api/v1/studies/x/pause",
          "POST /api/v1/studies/x/resume",
          "GET /api/v1/comparison",
          "GET /api/v1/history",
          "GET /api/v1/job-classes",
          "GET /api/v1/packs",
          "POST /api/v1/packs",
          "GET /api/v1/agents",
          "POST /api/v1/agent-tokens",
          "POST /api/v1/login-links",
          "DELETE /api/v1/agent-tokens",
          "DELETE /api/v1/session");

  private final ManualTime time = new ManualTime(Instant.now());

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.startForStrangers(directory, time);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /// What a browser keeps of a login.
  private record Login(String cookie, String csrf) {}

  private String linkToken() {
    URI link = server.server().newLoginLink();
    assertTrue(link.toString().startsWith("http://127.0.0.1:"), link.toString());
    return link.getFragment().replaceFirst("^token=", "");
  }

  private HttpResponse<String> logIn(String token) {
    return server.post("/api/v1/session", "{\"token\": \"%s\"}".formatted(token));
  }

  private Login login() {
    HttpResponse<String> response = logIn(linkToken());
    assertEquals(200, response.statusCode(), response.body());
    String cookie = response.headers().firstValue("Set-Cookie").orElseThrow();
    return new Login(
        cookie.substring(0, cookie.indexOf(';')),
        TestServer.json(response).path("csrf").asString());
  }

  private String adminToken() {
    return TestServer.adminToken(server.data());
  }

  private HttpResponse<String> call(String route, String... headers) {
    String[] parts = route.split(" ");
    return server.send(server.request(parts[1], headers).method(parts[0], BodyPublishers.noBody()));
  }

  @Test
  void withoutALoginNothingIsTold() {
    for (String route : GUARDED) {
      HttpResponse<String> response = call(route);
      assertEquals(401, response.statusCode(), route);
      assertFalse(response.body().contains("jobs\":"), route);
    }
    assertEquals(200, server.get("/healthz").statusCode());
    JsonNode session = TestServer.json(server.get("/api/v1/session"));
    assertEquals("", session.path("user").asString());
    assertEquals("", session.path("csrf").asString());
  }

  @Test
  void aLoginLinkOpensASessionOnce() {
    String token = linkToken();
    HttpResponse<String> first = logIn(token);
    assertEquals(200, first.statusCode());
    String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
    for (String attribute : List.of("HttpOnly", "Secure", "SameSite=Strict", "Path=/")) {
      assertTrue(cookie.contains(attribute), cookie);
    }
    assertEquals(403, logIn(token).statusCode());
    String pair = cookie.substring(0, cookie.indexOf(';'));
    assertEquals(200, server.get("/api/v1/jobs", "Cookie", pair).statusCode());
    assertEquals(
        "admin",
        TestServer.json(server.get("/api/v1/session", "Cookie", pair)).path("user").asString());
  }

  @Test
  void aLoginLinkEndsAfterTenMinutes() {
    String token = linkToken();
    time.advance(Duration.ofMinutes(10));
    assertEquals(403, logIn(token).statusCode());
  }

  @Test
  void theAdminTokenOpensAnyNumberOfSessions() {
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> opened = logIn(adminToken());
      assertEquals(200, opened.statusCode(), opened.body());
      String cookie = opened.headers().firstValue("Set-Cookie").orElseThrow();
      String pair = cookie.substring(0, cookie.indexOf(';'));
      assertEquals(200, server.get("/api/v1/jobs", "Cookie", pair).statusCode());
    }
  }

  @Test
  void whoGuessesAtTheLoginIsToldToWaitAndWhoKnowsHisTokenIsNot() {
    for (int i = 0; i < 10; i++) {
      assertEquals(403, logIn("guess").statusCode());
    }
    assertEquals(429, logIn("guess").statusCode());
    assertEquals(200, logIn(adminToken()).statusCode());
    assertEquals(200, logIn(linkToken()).statusCode());
    time.advance(Duration.ofMinutes(1));
    assertEquals(403, logIn("guess").statusCode());
  }

  @Test
  void theGuessesOfOthersAtOneAddressLockNobodyOutWhoKnowsHisSecret() throws Exception {
    String credential = joined("known");
    String bearer = "Bearer " + adminToken();
    Login login = login();
    for (int i = 0; i < 10; i++) {
      server.get("/api/v1/jobs", "Authorization", "Bearer guess");
    }
    assertEquals(429, server.get("/api/v1/jobs", "Authorization", "Bearer guess").statusCode());
    assertEquals(200, server.get("/api/v1/jobs", "Authorization", bearer).statusCode());
    assertEquals(200, server.get("/api/v1/jobs", "Cookie", login.cookie()).statusCode());
    try (SocketAgent agent = connect(credential, "known")) {
      agent.hello().next(Message.Welcome.class);
    }
    joined("new");
    for (int i = 0; i < 3; i++) {
      assertEquals(429, refusal("guess"));
    }
  }

  @Test
  void whoGuessesAgentsCredentialsIsToldToWait() {
    for (int i = 0; i < 10; i++) {
      assertEquals(401, refusal("guess"));
    }
    assertEquals(429, refusal("guess"));
  }

  private String joined(String agent) {
    String token = server.server().newJoinCommand().split(" ")[5];
    HttpResponse<String> joined =
        server.post(
            "/api/v1/join", "{\"agent\": \"%s\", \"secret\": \"%s\"}".formatted(agent, token));
    assertEquals(200, joined.statusCode(), joined.body());
    return TestServer.json(joined).path("credential").asString();
  }

  private SocketAgent connect(String credential, String name) {
    return SocketAgent.open(server.client(), server.server().address(), credential, name).join();
  }

  private int refusal(String credential) {
    CompletionException e =
        assertThrows(CompletionException.class, () -> connect(credential, "known"));
    return assertInstanceOf(WebSocketHandshakeException.class, e.getCause())
        .getResponse()
        .statusCode();
  }

  @Test
  void whatChangesSomethingNeedsTheCsrfToken() {
    Login login = login();
    for (String route : GUARDED.stream().filter(route -> !route.startsWith("GET")).toList()) {
      assertEquals(403, call(route, "Cookie", login.cookie()).statusCode(), route);
      assertEquals(
          403,
          call(route, "Cookie", login.cookie(), "X-Broadside-Csrf", "wrong").statusCode(),
          route);
    }
    HttpResponse<String> made =
        call(
            "POST /api/v1/agent-tokens",
            "Cookie",
            login.cookie(),
            "X-Broadside-Csrf",
            login.csrf());
    assertEquals(201, made.statusCode());
  }

  @Test
  void loggingOutEndsTheSession() {
    Login login = login();
    assertEquals(
        204,
        call("DELETE /api/v1/session", "Cookie", login.cookie(), "X-Broadside-Csrf", login.csrf())
            .statusCode());
    assertEquals(401, server.get("/api/v1/jobs", "Cookie", login.cookie()).statusCode());
  }

  @Test
  void aSessionEndsAfterTwelveIdleHours() {
    Login login = login();
    time.advance(Duration.ofHours(12));
    assertEquals(401, server.get("/api/v1/jobs", "Cookie", login.cookie()).statusCode());
  }

  @Test
  void aStreamEndsWithItsSession() throws Exception {
    Login login = login();
    HttpResponse<InputStream> stream =
        server
            .client()
            .send(
                server.request("/api/v1/live", "Cookie", login.cookie()).GET().build(),
                BodyHandlers.ofInputStream());
    assertEquals(200, stream.statusCode());
    try (InputStream in = stream.body()) {
      assertTrue(in.read() >= 0);
      call("DELETE /api/v1/session", "Cookie", login.cookie(), "X-Broadside-Csrf", login.csrf());
      var ended = CompletableFuture.supplyAsync(() -> readToEnd(in));
      Await.until(
          () -> {
            time.advance(Duration.ofSeconds(1));
            return ended.isDone();
          },
          done -> done);
    }
  }

  @Test
  void anOpenStreamKeepsNoSessionAlive() throws Exception {
    Login login = login();
    HttpResponse<InputStream> stream =
        server
            .client()
            .send(
                server.request("/api/v1/live", "Cookie", login.cookie()).GET().build(),
                BodyHandlers.ofInputStream());
    try (InputStream in = stream.body()) {
      assertTrue(in.read() >= 0);
      var ended = CompletableFuture.supplyAsync(() -> readToEnd(in));
      time.advance(Duration.ofHours(12));
      ended.join();
      assertEquals(401, server.get("/api/v1/jobs", "Cookie", login.cookie()).statusCode());
    }
  }

  private static long readToEnd(InputStream in) {
    try {
      return in.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (IOException _) {
      return -1;
    }
  }

  @Test
  void theCommandLineShowsTheAdminToken() throws Exception {
    String bearer = "Bearer " + adminToken();
    assertEquals(200, server.get("/api/v1/jobs", "Authorization", bearer).statusCode());
    assertEquals(201, call("POST /api/v1/agent-tokens", "Authorization", bearer).statusCode());
    assertEquals(
        "rw-------",
        java.nio.file.attribute.PosixFilePermissions.toString(
            Files.getPosixFilePermissions(server.data().resolve("admin-token"))));
  }

  @Test
  void whoGuessesTokensIsToldToWait() {
    for (int i = 0; i < 10; i++) {
      assertEquals(401, server.get("/api/v1/jobs", "Authorization", "Bearer guess").statusCode());
    }
    assertEquals(429, server.get("/api/v1/jobs", "Authorization", "Bearer guess").statusCode());
    time.advance(Duration.ofMinutes(1));
    assertEquals(401, server.get("/api/v1/jobs", "Authorization", "Bearer guess").statusCode());
  }

  @Test
  void anAgentJoinsByThePrintedCommandOverTls() throws Exception {
    String command = server.server().newJoinCommand();
    String[] words = command.split(" ");
    assertEquals("broadside agent --server", String.join(" ", words[0], words[1], words[2]));
    assertEquals(server.server().address().toString(), words[3]);
    assertEquals("--token", words[4]);
    assertEquals("--ca", words[6]);
    assertEquals("sha256:" + fingerprint(), words[7]);
    HttpResponse<String> joined =
        server.post("/api/v1/join", "{\"agent\": \"far\", \"secret\": \"%s\"}".formatted(words[5]));
    assertEquals(200, joined.statusCode(), joined.body());
    String credential = TestServer.json(joined).path("credential").asString();
    try (SocketAgent agent =
        SocketAgent.open(server.client(), server.server().address(), credential, "far").join()) {
      agent.hello().next(Message.Welcome.class);
    }
    // Knowing an agent's credential opens nothing else.
    assertEquals(
        401, server.get("/api/v1/jobs", "Authorization", "Bearer " + credential).statusCode());
  }

  private String fingerprint() throws Exception {
    try (InputStream in = Files.newInputStream(server.data().resolve("ca/ca.pem"))) {
      byte[] der = CertificateFactory.getInstance("X.509").generateCertificate(in).getEncoded();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(der));
    }
  }

  /// What is plain is for browsers: a link once, then a session, and nothing that lasts.
  @Test
  void aBrowserOnThisHostLogsInOverPlainHttp() throws Exception {
    String origin = "http://127.0.0.1:" + server.port();
    assertTrue(plain("GET", "/healthz", "", Map.of()).startsWith("HTTP/1.1 200 "));
    assertTrue(plain("GET", "/", "", Map.of()).contains("<title>"));
    for (String route : GUARDED) {
      String[] parts = route.split(" ");
      String answer = plain(parts[0], parts[1], "", Map.of());
      assertTrue(answer.startsWith("HTTP/1.1 401 "), route + ": " + answer);
    }
    String opened =
        plain(
            "POST",
            "/api/v1/session",
            "{\"token\": \"%s\"}".formatted(linkToken()),
            Map.of("Origin", origin));
    assertTrue(opened.startsWith("HTTP/1.1 200 "), opened);
    String cookie = opened.replaceFirst("(?is).*set-cookie: ([^;\r]*).*", "$1");
    assertTrue(cookie.startsWith("broadside-" + server.port() + "="), opened);
    assertFalse(opened.toLowerCase(Locale.ROOT).contains("secure"), opened);
    assertFalse(opened.contains("Strict-Transport"), opened);
    String csrf = opened.replaceFirst("(?s).*\"csrf\":\"([^\"]*)\".*", "$1");
    Map<String, String> session = Map.of("Cookie", cookie);
    assertTrue(plain("GET", "/api/v1/jobs", "", session).startsWith("HTTP/1.1 200 "));
    // Another program of this host that a browser visits gets the cookie, and no more.
    assertFalse(plain("GET", "/api/v1/session", "", session).contains(csrf));
    assertTrue(plain("POST", "/api/v1/agent-tokens", "", session).startsWith("HTTP/1.1 403 "));
    Map<String, String> page = Map.of("Cookie", cookie, "X-Broadside-Csrf", csrf);
    assertTrue(plain("POST", "/api/v1/agent-tokens", "", page).startsWith("HTTP/1.1 201 "));
  }

  @Test
  void whatLastsIsNotTakenOverPlainHttp() throws Exception {
    String credential = joined("known");
    for (String secret : List.of(adminToken(), credential, "guess")) {
      Map<String, String> bearer = Map.of("Authorization", "Bearer " + secret);
      for (String path : List.of("/api/v1/jobs", "/agent", "/metrics", "/healthz")) {
        assertTrue(plain("GET", path, "", bearer).startsWith("HTTP/1.1 403 "), path);
      }
    }
    String join = "{\"agent\": \"b\", \"secret\": \"%s\"}".formatted(server.joinSecret());
    assertTrue(plain("POST", "/api/v1/join", join, Map.of()).startsWith("HTTP/1.1 403 "));
    String login = "{\"token\": \"%s\"}".formatted(adminToken());
    assertTrue(plain("POST", "/api/v1/session", login, Map.of()).startsWith("HTTP/1.1 403 "));
  }

  private String plain(String method, String path, String body, Map<String, String> headers)
      throws IOException {
    StringBuilder text = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> text.append(name + ": " + value + "\r\n"));
    String content =
        body.isEmpty()
            ? ""
            : "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n";
    return TestServer.raw(
        server.port(),
        text
            + content
            + "Host: 127.0.0.1:%d\r\nConnection: close\r\n\r\n".formatted(server.port())
            + body);
  }

  @Test
  void whoIsInMakesLinksForBrowsers() {
    HttpResponse<String> made =
        call("POST /api/v1/login-links", "Authorization", "Bearer " + adminToken());
    assertEquals(201, made.statusCode(), made.body());
    URI link = URI.create(TestServer.json(made).path("link").asString());
    assertEquals(200, logIn(link.getFragment().replaceFirst("^token=", "")).statusCode());
  }

  @Test
  void whoDoesNotTrustTheAuthorityDoesNotConnect() throws Exception {
    try (HttpClient stranger = HttpClient.newHttpClient()) {
      assertThrows(
          SSLException.class,
          () -> stranger.send(server.request("/healthz").GET().build(), BodyHandlers.ofString()));
    }
  }

  @Test
  void olderTlsIsRefused() {
    SSLParameters old = new SSLParameters();
    old.setProtocols(new String[] {"TLSv1.2"});
    try (HttpClient client =
        HttpClient.newBuilder()
            .sslContext(server.client().sslContext())
            .sslParameters(old)
            .build()) {
      assertThrows(
          SSLException.class,
          () -> client.send(server.request("/healthz").GET().build(), BodyHandlers.ofString()));
    }
  }

  @Test
  void aRestartKeepsAuthorityAndAgentsButNoSession() throws Exception {
    Login login = login();
    String before = fingerprint();
    String token = adminToken();
    server.close();
    server = TestServer.startForStrangers(directory, time);
    assertEquals(before, fingerprint());
    assertEquals(token, adminToken());
    assertEquals(401, server.get("/api/v1/jobs", "Cookie", login.cookie()).statusCode());
    assertNotEquals(login.csrf(), login().csrf());
  }
}
