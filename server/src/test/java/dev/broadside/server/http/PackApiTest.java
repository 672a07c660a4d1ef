package dev.broadside.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.server.packs.PackFiles;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Packs over HTTP.
class PackApiTest {
  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start(directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(server.data().resolve("packs"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void anUploadedPackIsKeptByItsHashAndTheNewestOneWins() throws Exception {
    HttpResponse<String> response = server.upload("/api/v1/packs", PackFiles.good("2.0"));
    assertEquals(201, response.statusCode(), response.body());
    JsonNode pack = TestServer.json(response);
    assertEquals("2.0", pack.path("version").asString());
    assertEquals("probe", pack.path("classes").path(0).asString());
    assertTrue(files().contains(pack.path("sha256").asString() + ".jar"));

    JsonNode classes = TestServer.json(server.get("/api/v1/job-classes")).path("jobClasses");
    assertEquals(1, classes.size());
    assertEquals("2.0", classes.path(0).path("pack").path("version").asString());
    assertEquals(2, TestServer.json(server.get("/api/v1/packs")).path("packs").size());
  }

  @Test
  void theSamePackAgainIsTheSamePack() throws Exception {
    JsonNode first = TestServer.json(server.upload("/api/v1/packs", PackFiles.good("1.0")));
    JsonNode again = TestServer.json(server.upload("/api/v1/packs", PackFiles.good("1.0")));
    assertEquals(first.path("sha256"), again.path("sha256"));
    assertEquals(1, files().size());
    assertEquals(1, TestServer.json(server.get("/api/v1/packs")).path("packs").size());
  }

  @Test
  void anOlderPackThatIsInstalledAgainIsTheOneThatIsUsed() {
    server.upload("/api/v1/packs", PackFiles.good("2.0"));
    assertEquals("2.0", used());
    assertEquals(201, server.upload("/api/v1/packs", PackFiles.good("1.0")).statusCode());
    assertEquals("1.0", used());
  }

  private String used() {
    return TestServer.json(server.get("/api/v1/job-classes"))
        .path("jobClasses")
        .path(0)
        .path("pack")
        .path("version")
        .asString();
  }

  @Test
  void anotherPackOfTheSameNameAndVersionIsRefusedAndLeavesNothing() throws Exception {
    List<String> before = files();
    HttpResponse<String> refused = server.upload("/api/v1/packs", PackFiles.other("1.0"));
    assertEquals(409, refused.statusCode(), refused.body());
    String detail = TestServer.json(refused).path("detail").asString();
    assertTrue(detail.startsWith("pack probe-pack 1.0: the server has another one"), detail);
    assertTrue(detail.contains("raise its version"), detail);
    assertEquals(before, files());
  }

  @Test
  void aJobMayNameAnOlderPack() {
    String older =
        TestServer.json(server.get("/api/v1/packs"))
            .path("packs")
            .path(0)
            .path("sha256")
            .asString();
    server.upload("/api/v1/packs", PackFiles.good("2.0"));
    String body = "{\"jobClass\": \"probe\", \"parameters\": {\"url\": \"u\"}, \"agents\": 5%s}";
    String newest =
        TestServer.json(server.post("/api/v1/jobs", body.formatted(""))).path("pack").asString();
    String named =
        TestServer.json(
                server.post("/api/v1/jobs", body.formatted(", \"pack\": \"" + older + "\"")))
            .path("pack")
            .asString();
    assertEquals(older, named);
    assertTrue(!newest.equals(older), "without a name the newest is taken");
  }

  private HttpResponse<String> submit(String id, String pack) {
    return server.post(
        "/api/v1/jobs",
        """
        {"id": "%s", "jobClass": "probe", "parameters": {"url": "u"}, "agents": 5, "pack": "%s"}
        """
            .formatted(id, pack));
  }

  @Test
  void aJobNamesAPackByNameAndVersionByNameOrByDigest() {
    JsonNode second = TestServer.json(server.upload("/api/v1/packs", PackFiles.good("2.0")));
    JsonNode third = TestServer.json(server.upload("/api/v1/packs", PackFiles.good("3.0")));
    String digest = second.path("sha256").asString();
    Map<String, JsonNode> meant =
        Map.of(
            "probe-pack@2.0",
            second,
            "probe-pack",
            third,
            digest.substring(0, 12),
            second,
            "sha256:" + digest,
            second);
    meant.forEach((reference, pack) -> {
      JsonNode job = TestServer.json(submit("by-" + reference.length(), reference));
      assertEquals(pack.path("sha256"), job.path("pack"), reference);
    });
    String refused = TestServer.json(submit("none", "probe-pack@9")).path("detail").asString();
    assertTrue(refused.contains("the server has no pack probe-pack@9;"), refused);
    assertTrue(refused.contains("broadside pack install"), refused);
  }

  @Test
  void aPackIsRemovedOnceNoJobWantsIt() throws Exception {
    JsonNode pack = TestServer.json(server.upload("/api/v1/packs", PackFiles.good("2.0")));
    String path = "/api/v1/packs/probe-pack@2.0";
    assertEquals(201, submit("waits", "probe-pack@2.0").statusCode());
    assertEquals("waits", TestServer.json(server.get(path)).path("wantedBy").path(0).asString());
    HttpResponse<String> refused = server.send(server.request(path).DELETE());
    assertEquals(409, refused.statusCode(), refused.body());
    assertEquals(
        "pack probe-pack@2.0: it is wanted by waits; wait for their end, or cancel them.",
        TestServer.json(refused).path("detail").asString());

    server.post("/api/v1/jobs/waits/cancel");
    HttpResponse<String> removed =
        Await.until(
            () -> server.send(server.request(path).DELETE()), answer -> answer.statusCode() != 409);
    assertEquals(200, removed.statusCode(), removed.body());
    assertTrue(!files().contains(pack.path("sha256").asString() + ".jar"));
    assertEquals(422, submit("late", "probe-pack@2.0").statusCode());
    assertEquals("1.0", used(), "the other version is the newest now");
    assertEquals(404, server.get(path).statusCode());
  }

  @Test
  void whatIsNoPackIsRefusedAndLeavesNothing() throws Exception {
    HttpResponse<String> noDescriptor =
        server.upload("/api/v1/packs", PackFiles.zip(Map.of("A.class", new byte[9])));
    assertEquals(422, noDescriptor.statusCode());
    String detail = TestServer.json(noDescriptor).path("detail").asString();
    assertTrue(detail.contains("broadside pack install"), detail);
    assertEquals(422, server.upload("/api/v1/packs", new byte[100]).statusCode());
    assertEquals(422, server.upload("/api/v1/packs", new byte[0]).statusCode());
    assertEquals(1, files().size(), files().toString());
  }

  @Test
  void anUploadOfUnknownOrTooGreatLengthIsRefusedBeforeItIsRead() throws Exception {
    String type = "application/octet-stream";
    String tooLarge =
        server.raw(
            "POST",
            "/api/v1/packs",
            Map.of("Host", "localhost", "Content-Type", type, "Content-Length", "67108865"),
            "");
    assertTrue(tooLarge.startsWith("HTTP/1.1 413 "), tooLarge);
    String unknown =
        server.raw(
            "POST",
            "/api/v1/packs",
            Map.of("Host", "localhost", "Content-Type", type, "Transfer-Encoding", "chunked"),
            "1\r\nx\r\n0\r\n\r\n");
    assertTrue(unknown.startsWith("HTTP/1.1 411 "), unknown);
    Await.until(() -> uploads(), List::isEmpty);
  }

  private List<String> uploads() {
    try {
      return files().stream().filter(name -> name.endsWith(".part")).toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aRestartKnowsItsPacksAndForgetsAbandonedUploads() throws Exception {
    server.upload("/api/v1/packs", PackFiles.good("2.0"));
    String before = server.get("/api/v1/packs").body();
    Files.writeString(server.data().resolve("packs/upload-1.part"), "half");
    server.close();
    server = TestServer.start(directory);
    assertEquals(before, server.get("/api/v1/packs").body());
    assertEquals(2, files().size(), files().toString());
  }
}
