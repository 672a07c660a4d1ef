package dev.broadside.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.Json;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What every request has to keep to on a loopback server, over real sockets.
class RequestRulesTest {
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.start(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void everyResponseTellsBrowsersToBeStrict() {
    for (String path : new String[] {"/healthz", "/api/v1/jobs", "/api/nothing", "/../x"}) {
      HttpResponse<String> response = server.get(path);
      String policy = response.headers().firstValue("Content-Security-Policy").orElseThrow();
      assertTrue(policy.startsWith("default-src 'self'"), policy);
      assertFalse(policy.contains("unsafe"), policy);
      assertTrue(policy.contains("frame-ancestors 'none'"), policy);
      assertEquals(
          "nosniff", response.headers().firstValue("X-Content-Type-Options").orElseThrow());
      assertEquals("no-referrer", response.headers().firstValue("Referrer-Policy").orElseThrow());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/job-classes,'gzip, deflate, br',gzip",
    "/api/v1/job-classes,'br, gzip;q=0.5',gzip",
    "/api/v1/job-classes,'gzip;q=0, identity',''",
    "/api/v1/job-classes,identity,''",
    "/api/v1/session,gzip,''",
  })
  void whatIsLongIsCompressedForWhoTakesThat(String path, String accepted, String encoding)
      throws Exception {
    HttpResponse<byte[]> response =
        server
            .client()
            .send(
                server.request(path, "Accept-Encoding", accepted).build(),
                HttpResponse.BodyHandlers.ofByteArray());

    assertEquals(encoding, response.headers().firstValue("Content-Encoding").orElse(""));
    byte[] body = response.body();
    try (InputStream in =
        encoding.isEmpty()
            ? new ByteArrayInputStream(body)
            : new GZIPInputStream(new ByteArrayInputStream(body))) {
      assertFalse(Json.mapper().readTree(in.readAllBytes()).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "127.0.0.1.nip.io",
        "localhost.evil.example",
        "0.0.0.0"
      })
  void aForeignHostIsTurnedAway(String host) throws Exception {
    String response = server.raw("GET", "/api/v1/jobs", Map.of("Host", host), "");
    assertTrue(response.startsWith("HTTP/1.1 421 "), response);
    assertFalse(response.contains("\"jobs\""), response);
  }

  @Test
  void aMissingOrDoubledHostIsTurnedAway() throws Exception {
    String missing = server.raw("GET", "/healthz", Map.of(), "");
    assertTrue(missing.startsWith("HTTP/1.1 400 "), missing);
    String doubled =
        TestServer.raw(
            server.port(),
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assertTrue(doubled.startsWith("HTTP/1.1 4"), doubled);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "[::1]"})
  void ownNamesAreAnswered(String host) throws Exception {
    String response = server.raw("GET", "/healthz", Map.of("Host", host + ":1"), "");
    assertTrue(response.startsWith("HTTP/1.1 200 "), response);
  }

  @ParameterizedTest
  @CsvSource({
    "Origin,http://evil.example",
    "Origin,null",
    "Origin,http://localhost",
    "Sec-Fetch-Site,cross-site",
    "Sec-Fetch-Site,same-site",
  })
  void anotherSitesPageCanNeitherChangeNorReadAnything(String name, String value) throws Exception {
    Map<String, String> headers =
        Map.of(
            "Host",
            "localhost",
            name,
            value,
            "Content-Type",
            "application/json",
            "Content-Length",
            "2");
    for (String path :
        new String[] {
          "/api/v1/jobs", "/api/v1/jobs/x/cancel", "/api/v1/agent-tokens", "/api/v1/join"
        }) {
      String response = server.raw("POST", path, headers, "{}");
      assertTrue(response.startsWith("HTTP/1.1 403 "), path + ": " + response);
    }
    for (String path : new String[] {"/api/v1/jobs", "/api/v1/live", "/agent"}) {
      String response = server.raw("GET", path, Map.of("Host", "localhost", name, value), "");
      assertTrue(response.startsWith("HTTP/1.1 403 "), path + ": " + response);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "text/json"
      })
  void whatAFormCanSendIsNotTaken(String type) throws Exception {
    Map<String, String> headers =
        Map.of("Host", "localhost", "Content-Type", type, "Content-Length", "2");
    for (String path :
        new String[] {
          "/api/v1/jobs", "/api/v1/jobs/x/cancel", "/api/v1/packs", "/api/v1/agent-tokens"
        }) {
      String response = server.raw("POST", path, headers, "{}");
      assertTrue(response.startsWith("HTTP/1.1 415 "), path + ": " + response);
    }
  }

  @Test
  void aBodyWithoutContentTypeIsNotTaken() throws Exception {
    String response =
        server.raw(
            "POST", "/api/v1/jobs", Map.of("Host", "localhost", "Content-Length", "2"), "{}");
    assertTrue(response.startsWith("HTTP/1.1 415 "), response);
  }

  @Test
  void whatIsTooLargeIsRefusedWithoutReadingIt() throws Exception {
    String said =
        server.raw(
            "POST",
            "/api/v1/jobs",
            Map.of(
                "Host",
                "localhost",
                "Content-Type",
                "application/json",
                "Content-Length",
                "1048577"),
            "");
    assertTrue(said.startsWith("HTTP/1.1 413 "), said);
    HttpResponse<String> sent = server.post("/api/v1/join", "x".repeat(16 * 1024 + 1));
    assertEquals(413, sent.statusCode());
  }

  @Test
  void whatIsTooLargeInPiecesIsRefusedToo() throws Exception {
    String piece = "4000\r\n" + "x".repeat(0x4000) + "\r\n";
    String response =
        server.raw(
            "POST",
            "/api/v1/join",
            Map.of(
                "Host",
                "localhost",
                "Content-Type",
                "application/json",
                "Transfer-Encoding",
                "chunked"),
            piece + piece + "0\r\n\r\n");
    assertTrue(response.startsWith("HTTP/1.1 413 "), response);
  }

  @Test
  void tooLongHeadersAndAddressesAreRefused() throws Exception {
    String headers =
        server.raw("GET", "/healthz", Map.of("Host", "localhost", "X-Long", "x".repeat(9_000)), "");
    assertTrue(headers.startsWith("HTTP/1.1 431 "), headers);
    String address = server.raw("GET", "/" + "x".repeat(5_000), Map.of("Host", "localhost"), "");
    assertTrue(address.matches("(?s)HTTP/1.[01] 414 .*"), address);
  }

  @Test
  void whoStillSendsWhenARequestIsRefusedCanReadTheAnswer() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.port())) {
      socket.setSoTimeout(45_000);
      socket.getOutputStream().write(("GET /" + "x".repeat(5_000)).getBytes(US_ASCII));
      assertEquals('H', socket.getInputStream().read());
      socket.getOutputStream().write("x".repeat(200_000).getBytes(US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
      assertTrue(answer.matches("(?s)TTP/1.[01] 414 .*4096 bytes.*"), answer);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "POST /api/v1/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
            + "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n",
        "POST /api/v1/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "GET /healthz%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
      })
  void whatIsNoHttpOfOursGetsNoData(String text) throws Exception {
    String response = TestServer.raw(server.port(), text);
    assertTrue(response.isEmpty() || response.matches("(?s)HTTP/\\d.\\d [45].*"), response);
    assertFalse(response.contains("\tat "), response);
  }

  @Test
  void problemsAreProblemDocuments() {
    HttpResponse<String> response = server.get("/api/v1/jobs/none");
    assertEquals(404, response.statusCode());
    assertEquals(
        "application/problem+json", response.headers().firstValue("Content-Type").orElseThrow());
    JsonNode problem = TestServer.json(response);
    assertEquals("urn:broadside:problem:not-found", problem.path("type").asString());
    assertEquals(404, problem.path("status").asInt());
    assertEquals("There is no job none.", problem.path("detail").asString());
  }

  @Test
  void unknownAddressesAndMethodsAreProblemsToo() {
    assertEquals(404, server.get("/api/v1/nothing").statusCode());
    assertEquals(404, server.get("/api").statusCode());
    assertEquals(405, server.post("/healthz").statusCode());
    HttpResponse<String> response = server.send(server.request("/api/v1/jobs").DELETE());
    assertEquals(405, response.statusCode());
    assertEquals("GET, HEAD, POST", response.headers().firstValue("Allow").orElseThrow());
    assertEquals(
        "Use GET or HEAD or POST here.", TestServer.json(response).path("detail").asString());
    assertEquals(
        "application/problem+json", response.headers().firstValue("Content-Type").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%5c..%5cwindows",
        "/webui/../openapi.yaml",
        "//etc/passwd",
        "/db/migration",
        "/.git/config",
        "/a%00b.js",
        "/META-INF/MANIFEST.MF"
      })
  void noPathLeadsOutOfThePage(String path) throws Exception {
    String response = server.raw("GET", path, Map.of("Host", "localhost"), "");
    boolean page = response.contains("<div id=\"page\">");
    assertTrue(page || response.startsWith("HTTP/1.1 4"), response);
  }

  @Test
  void healthAndReadinessAreOpen() {
    assertEquals("ok\n", server.get("/healthz").body());
    assertEquals("ready\n", server.get("/readyz").body());
  }

  /// Monitoring adds a word that no cache has seen before.
  @Test
  void healthAndReadinessIgnoreWhatStandsBehindThem() {
    for (String query : new String[] {"?", "?1766", "?t=1&t=2", "?x=%00", "?state=wrong"}) {
      assertEquals("ok\n", server.get("/healthz" + query).body(), query);
      assertEquals("ready\n", server.get("/readyz" + query).body(), query);
    }
  }

  @Test
  void whoCallsIsTold() {
    JsonNode session = TestServer.json(server.get("/api/v1/session"));
    assertEquals("admin", session.path("user").asString());
    assertEquals("0.1.0-test", session.path("version").asString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "/api/v1/jobs?q=x leave_it_out,_or_use_state,_definition,_query",
        "/api/v1/jobs?state=wrong give_one_of_pending,_preparing,_running",
        "/api/v1/jobs?state= give_one_of_pending",
        "/api/v1/jobs?state=failed&state=lost give_it_once",
        "/api/v1/jobs?query=soak%20colour:red there_is_no_key_\"colour\"",
        "/api/v1/jobs?after=none begin_with_the_first_page_again",
        "/api/v1/jobs?limit=0 from_1_to_1000",
        "/api/v1/jobs/x/results?intervals=maybe give_true_or_false",
        "/api/v1/jobs/x/live?after=-1 give_a_whole_number",
        "/api/v1/live?after=1 leave_it_out",
        "/api/v1/agents?x leave_it_out",
        "/api/v1/comparison?a=x give_it_a_value",
        "/api/v1/comparison?a=&b=x a:_it_is_empty;_give_it_a_value",
        "/api/v1/comparison?a=x&b=%20 b:_it_is_empty;_give_it_a_value",
        "/api/v1/history give_it_a_value",
        "/api/v1/history?of= give_it_a_value",
        "/api/openapi.yaml?x=1 leave_it_out",
      })
  void whatARouteDoesNotDeclareIsRefusedWithWhatItTakes(String address, String mend) {
    HttpResponse<String> response = server.get(address);
    assertEquals(422, response.statusCode(), response.body());
    String detail = TestServer.json(response).path("detail").asString();
    assertTrue(detail.contains(mend.replace('_', ' ')), detail);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/jobs?query=%zz",
        "/api/v1/jobs?%",
        "/api/v1/history?of=a&x=%a",
        "/jobs/%zz"
      })
  void anAddressThatIsNoUrlEncodingIsTheClientsMistake(String address) throws Exception {
    String response = server.raw("GET", address, Map.of("Host", "localhost"), "");
    assertTrue(response.startsWith("HTTP/1.1 400 "), response);
  }

  /// Who misspells a field, or sends what goes behind the path, would else believe that it was
  /// done.
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      quoteCharacter = '`',
      value = {
        "jobs/x/comments {\"text\":\"a\",\"txt\":1} /txt:_there_is_no_such_field;_did_you_mean_text?",
        "jobs/x/notes {\"text\":\"a\",\"when\":1} /when:_there_is_no_such_field;_use_one_of_at,_text",
        "jobs/x/filing {\"folder\":\"a\",\"tags\":[\"b\"]} /tags:_there_is_no_such_field;_use_one_of_add",
        "jobs/x/cancel {\"force\":true} body:_none_is_taken_here;_leave_it_out",
        "agents/x/rename {\"name\":\"a\",\"to\":1} /to:_there_is_no_such_field;_there_is_only_name",
        "agent-tokens {\"agents\":5} body:_none_is_taken_here;_leave_it_out",
      })
  void whatABodyDoesNotHaveIsRefused(String path, String body, String sentence) {
    HttpResponse<String> response = server.post("/api/v1/" + path, body);
    assertEquals(422, response.statusCode(), response.body());
    String detail = TestServer.json(response).path("detail").asString();
    assertTrue(detail.startsWith(sentence.replace('_', ' ')), detail);
  }

  /// One of the two would be done, and nobody told which.
  @Test
  void aFieldThatStandsThereTwiceIsRefused() {
    HttpResponse<String> response =
        server.post("/api/v1/jobs", "{\"jobClass\":\"noop\",\"threads\":1,\"threads\":2}");
    assertEquals(400, response.statusCode(), response.body());
    assertEquals(
        "The body names a field twice, at line 1, column 42; give it once.",
        TestServer.json(response).path("detail").asString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/healthz", "/", "/api/v1/jobs", "/api/v1/jobs/none", "/nowhere"})
  void whoeverMayGetSomethingMayAskForItsHead(String path) {
    HttpResponse<String> whole = server.get(path);
    HttpResponse<String> head = server.send(server.request(path).HEAD());
    assertEquals(whole.statusCode(), head.statusCode());
    assertEquals(
        whole.headers().firstValue("Content-Type"), head.headers().firstValue("Content-Type"));
    assertEquals("", head.body());
    assertEquals(200, server.get("/healthz").statusCode(), "the connection goes on");
  }

  @Test
  void streamsOfEventsHaveNoHead() {
    HttpResponse<String> head = server.send(server.request("/api/v1/jobs/x/live").HEAD());
    assertEquals(405, head.statusCode());
    assertEquals("GET", head.headers().firstValue("Allow").orElseThrow());
  }

  @Test
  void whatIsUnknownIsNotFoundByWhateverMethod() {
    for (String path : new String[] {"/nowhere", "/job", "/api/v1/nothing"}) {
      assertEquals(404, server.get(path).statusCode(), path);
      assertEquals(404, server.post(path).statusCode(), path);
    }
    HttpResponse<String> shown = server.get("/nowhere", "Accept", "text/html,*/*;q=0.8");
    assertEquals(404, shown.statusCode());
    assertTrue(shown.body().contains("<title>"), "a browser gets the page, which says so");
    HttpResponse<String> api = server.get("/api/v1/nothing", "Accept", "text/html,*/*;q=0.8");
    assertEquals("There is nothing here.", TestServer.json(api).path("detail").asString());
    assertEquals(405, server.post("/").statusCode());
    assertEquals(405, server.post("/api/v1/jobs/x").statusCode());
    for (String path :
        new String[] {"/", "/new?from=x", "/compare?a=1&b=2", "/jobs/x", "/studies/y"}) {
      assertTrue(server.get(path).body().contains("<title>"), path);
    }
  }
}
