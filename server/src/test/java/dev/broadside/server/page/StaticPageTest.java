package dev.broadside.server.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.Caller;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.Query;
import dev.broadside.server.exchange.Reply;
import io.vertx.core.MultiMap;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StaticPageTest {
  @TempDir Path directory;
  private StaticPage page;

  @BeforeEach
  void files() throws IOException {
    Path root = Files.createDirectories(directory.resolve("webui/js/lib")).getParent().getParent();
    Files.writeString(root.resolve("index.html"), "the page");
    Files.writeString(root.resolve("routes.txt"), "Routes:\n/\n/new\n/jobs/{id}\n/studies/{id}\n");
    Files.writeString(root.resolve("js/main.js"), "the script");
    Files.writeString(root.resolve("js/lib/api.js"), "the api");
    Files.writeString(root.resolve("icon.svg"), "<svg/>");
    Files.writeString(root.resolve("LICENSE"), "licence");
    Files.writeString(directory.resolve("secret.txt"), "secret");
    page =
        new StaticPage(
            new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, ClassLoader.getPlatformClassLoader()));
  }

  private Reply reply(String path, Map<String, String> headers) throws IOException {
    return page.reply(
        new Call(
            new Caller.Nobody(),
            new Call.Client("127.0.0.1", true, true),
            Map.of(),
            Query.NONE.read(MultiMap.caseInsensitiveMultiMap()),
            headers,
            new byte[0],
            Optional.empty()),
        path);
  }

  private Reply.Bytes bytes(String path) throws IOException {
    return assertInstanceOf(Reply.Bytes.class, reply(path, Map.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "/,text/html; charset=utf-8,the page",
    "/index.html,text/html; charset=utf-8,the page",
    "/js/main.js,text/javascript; charset=utf-8,the script",
    "/js/lib/api.js,text/javascript; charset=utf-8,the api",
    "/icon.svg,image/svg+xml,<svg/>",
    "/new,text/html; charset=utf-8,the page",
    "/jobs/some-job,text/html; charset=utf-8,the page",
    "/jobs/v1.2.js,text/html; charset=utf-8,the page",
    "/studies/mysql-8.0,text/html; charset=utf-8,the page",
  })
  void filesAndThePagesOwnRoutesAreServed(String path, String type, String content)
      throws IOException {
    Reply.Bytes reply = bytes(path);
    assertEquals(200, reply.status());
    assertEquals(type, reply.contentType());
    assertArrayEquals(content.getBytes(StandardCharsets.UTF_8), reply.bytes());
    assertEquals("no-cache", reply.headers().get("Cache-Control"));
  }

  @Test
  void aFileThatTheBrowserHasIsNotSentAgain() throws IOException {
    String etag = String.valueOf(bytes("/js/main.js").headers().get("ETag"));
    assertEquals(304, reply("/js/main.js", Map.of("if-none-match", etag)).status());
    assertEquals(200, reply("/js/main.js", Map.of("if-none-match", "\"other\"")).status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/none.js",
        "/../secret.txt",
        "/js/../../secret.txt",
        "/js//main.js",
        "/.hidden",
        "/js/",
        "/js",
        "/js/main.js/",
        "/js\\main.js",
        "//secret.txt",
        "/%2e%2e/secret.txt",
        "/nowhere",
        "/new/x",
        "/jobs",
        "/jobs/a/b",
        "/LICENSE",
        "/admin.php",
        "/newer",
        "/studies/.x"
      })
  void whatIsNotOfThePageIsNotFound(String path) throws IOException {
    Reply.Bytes reply = bytes(path);
    assertEquals(404, reply.status());
    assertEquals("text/plain; charset=utf-8", reply.contentType());

    Map<String, String> browser = Map.of("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    Reply.Bytes page = assertInstanceOf(Reply.Bytes.class, reply(path, browser));
    assertEquals(404, page.status());
    assertEquals("text/html; charset=utf-8", page.contentType());
    assertEquals("the page", new String(page.bytes(), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api", "/api/v1/none"})
  void whatIsNotOfTheApiIsAProblem(String path) {
    HttpProblem problem = assertThrows(HttpProblem.class, () -> reply(path, Map.of()));
    assertEquals(HttpProblem.Kind.NOT_FOUND, problem.kind());
  }
}
