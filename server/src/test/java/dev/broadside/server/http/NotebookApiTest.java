package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Comments and attachments over HTTP, and their limits.
class NotebookApiTest {
  @TempDir static Path directory;
  private static TestServer server;

  private String job = "";
  private String comments = "";
  private String attachments = "";

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.start(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /// Of each test its own.
  @BeforeEach
  void submit() {
    String waits =
        """
        {"jobClass": "probe", "parameters": {"url": "jdbc:x"}, "agents": 7}
        """;
    HttpResponse<String> submitted = server.post("/api/v1/jobs", waits);
    job = "/api/v1/jobs/" + TestServer.json(submitted).path("id").asString();
    comments = job + "/comments";
    attachments = job + "/attachments";
  }

  private HttpResponse<String> say(String text) {
    return server.post(comments, Json.mapper().writeValueAsString(Map.of("text", text)));
  }

  private HttpResponse<String> attach(String name, int size) {
    String query = "?name=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    return server.upload(attachments + query, new byte[size]);
  }

  private HttpResponse<String> delete(String path) {
    return server.send(server.request(path).DELETE());
  }

  private List<String> all(String path, String list, String field) {
    return TestServer.json(server.get(path))
        .path(list)
        .valueStream()
        .map(one -> one.path(field).asString())
        .toList();
  }

  @Test
  void commentsAreShownOldestFirstAsTheyWereWritten() {
    String hostile = "<script>alert(1)</script>\r\n\u202eevil \u0000 'x'; DROP TABLE jobs";
    JsonNode first = TestServer.json(say(hostile));
    assertEquals("admin", first.path("author").asString(), "" + first);
    assertEquals(201, say("second").statusCode());
    assertEquals(201, say("x".repeat(2_000)).statusCode());

    assertEquals(
        "<script>alert(1)</script>\n?evil ? 'x'; DROP TABLE jobs",
        all(comments, "comments", "text").getFirst());
    assertEquals(200, delete(comments + "/2").statusCode());
    assertEquals(List.of("1", "3"), all(comments, "comments", "number"));
    for (String none : List.of("2", "x", "01", "-1")) {
      assertEquals(404, delete(comments + "/" + none).statusCode(), none);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | /text: it is missing",
        "{\"text\": 7} | /text: it is missing or no text",
        "{\"text\": \" \\n \"} | /text: it is missing",
        "[] | /text: it is missing",
      })
  void commentsThatSayNothingAreRefused(String body, String sentence) {
    HttpResponse<String> refused = server.post(comments, body);
    assertEquals(422, refused.statusCode(), refused.body());
    assertTrue(refused.body().contains(sentence), refused.body());
  }

  @Test
  void commentsHaveBounds() {
    HttpResponse<String> refused = say("x".repeat(2_001));
    assertEquals(422, refused.statusCode(), refused.body());
    assertTrue(refused.body().contains("at most 2000 characters"), refused.body());
    assertEquals(List.of(), all(comments, "comments", "text"));
  }

  @Test
  void anAttachmentComesBackAsItWasAndOnlyAsADownload() throws Exception {
    byte[] page = "<script>alert(1)</script>".repeat(9_000).getBytes(StandardCharsets.UTF_8);
    HttpResponse<String> kept = server.upload(attachments + "?name=a%2Fb%5Cpage.html", page);
    assertEquals(201, kept.statusCode(), kept.body());
    assertEquals("page.html", TestServer.json(kept).path("name").asString());
    assertEquals(page.length, TestServer.json(kept).path("size").asInt());
    assertEquals(409, attach("page.html", 1).statusCode());

    HttpResponse<byte[]> download =
        server
            .client()
            .send(
                server.request(attachments + "/page.html").GET().build(),
                BodyHandlers.ofByteArray());
    assertArrayEquals(page, download.body());
    assertEquals("application/octet-stream", header(download, "Content-Type"));
    assertEquals("attachment; filename=\"page.html\"", header(download, "Content-Disposition"));
    assertEquals("nosniff", header(download, "X-Content-Type-Options"));

    assertEquals(200, delete(attachments + "/page.html").statusCode());
    assertEquals(404, delete(attachments + "/page.html").statusCode());
    assertEquals(201, attach("page.html", 0).statusCode());
    assertEquals("", server.get(attachments + "/page.html").body());
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "../../etc/passwd | passwd",
        "C:\\\\Users\\\\me\\\\plan.txt | plan.txt",
        ".htaccess | htaccess",
        "-rf | rf",
        "... | file",
        "a b;c\"d'<e>.txt | a_b_c_d__e_.txt",
        "März-日本.csv | März-日本.csv",
      })
  void namesBecomePlainOnes(String name, String plain) {
    HttpResponse<String> kept = attach(name, 3);
    assertEquals(201, kept.statusCode(), kept.body());
    assertEquals(plain, TestServer.json(kept).path("name").asString());
    String path = attachments + "/" + URLEncoder.encode(plain, StandardCharsets.UTF_8);
    assertEquals(200, server.get(path).statusCode());
    assertTrue(
        header(server.get(path), "Content-Disposition").matches("[\\x20-\\x7e]+"),
        header(server.get(path), "Content-Disposition"));
  }

  @Test
  void namesAreBoundedAndNeeded() {
    String kept = TestServer.json(attach("x".repeat(900) + "\n.txt", 3)).path("name").asString();
    assertEquals("x".repeat(95) + "_.txt", kept);
    assertEquals(422, attach("x".repeat(1_001), 3).statusCode());
    assertEquals(422, server.upload(attachments, new byte[3]).statusCode());
  }

  @Test
  void aJobHasSoManyFilesOfSuchASize() throws IOException {
    String large =
        server.raw(
            "POST",
            attachments + "?name=large",
            Map.of(
                "Host", "127.0.0.1:" + server.port(),
                "Content-Type", "application/octet-stream",
                "Content-Length", "" + ((16 << 20) + 1)),
            "x");
    assertTrue(large.startsWith("HTTP/1.1 413 "), large);
    for (int i = 0; i < 4; i++) {
      assertEquals(201, attach("large-" + i, 16 << 20).statusCode());
    }
    HttpResponse<String> more = attach("more", 1);
    assertEquals(409, more.statusCode(), more.body());
    assertTrue(more.body().contains("more than 64 MiB together"), more.body());
    delete(attachments + "/large-0");
    for (int i = 3; i < 50; i++) {
      assertEquals(201, attach("small-" + i, 1).statusCode());
    }
    HttpResponse<String> many = attach("many", 0);
    assertEquals(409, many.statusCode(), many.body());
    assertTrue(many.body().contains("it has 50 files"), many.body());
    try (Stream<Path> files = Files.walk(server.data())) {
      assertFalse(files.anyMatch(file -> file.toString().endsWith(".part")), "uploads left behind");
    }
  }

  @Test
  void ofADeletedJobNothingIsSeenUntilItIsBack() {
    say("kept");
    attach("plan.txt", 5);
    server.post(job + "/cancel");
    Await.until(() -> delete(job).statusCode(), status -> status == 200);
    for (String path : List.of(comments, attachments, attachments + "/plan.txt")) {
      assertEquals(404, server.get(path).statusCode(), path);
    }
    assertEquals(404, say("late").statusCode());
    assertEquals(404, attach("late", 1).statusCode());
    assertEquals(404, delete(comments + "/1").statusCode());
    server.post(job + "/restore");
    assertEquals(List.of("kept"), all(comments, "comments", "text"));
    assertEquals(List.of("plan.txt"), all(attachments, "attachments", "name"));
  }
}
