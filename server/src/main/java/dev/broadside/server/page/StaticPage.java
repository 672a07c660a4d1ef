package dev.broadside.server.page;

import dev.broadside.server.exchange.Call;
import dev.broadside.server.exchange.HttpProblem;
import dev.broadside.server.exchange.HttpProblem.Kind;
import dev.broadside.server.exchange.Reply;
import dev.broadside.server.security.Tokens;
import io.vertx.core.http.MimeMapping;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The page's files, from the class path. Safe for use by several threads.
///
/// The page's own routes are in its file `routes.txt`, one a line; they get `index.html`, so that a
/// view can be loaded by its address. Files are cached in memory.
///
/// Vert.x's own handler of static files would unpack them into the temporary directory, where they
/// may be deleted, and has no ETag: it compares times, which are those of the unpacking.
public final class StaticPage {
  private static final String ROOT = "webui/";
  private static final String SEGMENT = "[A-Za-z0-9_-][A-Za-z0-9._-]*";
  private static final Pattern FILE =
      Pattern.compile("(/" + SEGMENT + ")*/[A-Za-z0-9_-]+\\.[A-Za-z0-9._-]*");
  private static final int ETAG_BYTES = 16;

  private final ClassLoader classPath;
  private final List<Pattern> routes;
  private final Map<String, Asset> found = new ConcurrentHashMap<>();

  private record Asset(String type, byte[] bytes, String etag) {}

  public StaticPage(ClassLoader classPath) {
    this.classPath = classPath;
    this.routes =
        text("routes.txt")
            .lines()
            .filter(line -> line.startsWith("/"))
            .map(line -> Pattern.compile(line.strip().replace("{id}", SEGMENT)))
            .toList();
  }

  private String text(String file) {
    try {
      byte[] bytes = asset(file).orElseThrow(() -> new NoSuchFileException(ROOT + file)).bytes();
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("a file of the page cannot be read", e);
    }
  }

  /// Whether a path is one of the page's own routes.
  public boolean routes(String path) {
    return routes.stream().anyMatch(route -> route.matcher(path).matches());
  }

  /// A file of the page, for any path outside the API. If there is no such file, a browser gets the
  /// page, which says so, and other clients get a problem document.
  public Reply reply(Call call, String path) throws IOException {
    if (path.startsWith("/api/") || path.equals("/api")) {
      throw HttpProblem.of(Kind.NOT_FOUND, "There is nothing here.");
    }
    Optional<Asset> found = routes(path) ? asset("index.html") : file(path);
    return found.isPresent() ? reply(call, found.get()) : notFound(call);
  }

  private Reply notFound(Call call) throws IOException {
    if (call.header("accept").filter(types -> types.contains("text/html")).isEmpty()) {
      return Reply.text(404, "There is nothing here; the page begins at /.\n");
    }
    Asset page = asset("index.html").orElseThrow();
    return new Reply.Bytes(404, page.type(), page.bytes(), Map.of("Cache-Control", "no-store"));
  }

  private Optional<Asset> file(String path) throws IOException {
    return FILE.matcher(path).matches() ? asset(path.substring(1)) : Optional.empty();
  }

  private static Reply reply(Call call, Asset asset) {
    // Browsers ask each time, and mostly get "not modified": page and server never differ in
    // version.
    Map<String, String> headers = Map.of("ETag", asset.etag(), "Cache-Control", "no-cache");
    if (call.header("if-none-match").filter(asset.etag()::equals).isPresent()) {
      return new Reply.Empty(304, headers);
    }
    return new Reply.Bytes(200, asset.type(), asset.bytes(), headers);
  }

  private Optional<Asset> asset(String file) throws IOException {
    Asset known = found.get(file);
    if (known != null) {
      return Optional.of(known);
    }
    try (InputStream in = classPath.getResourceAsStream(ROOT + file)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] bytes = in.readAllBytes();
      byte[] hash = Tokens.sha256().digest(bytes);
      String etag = '"' + HexFormat.of().formatHex(hash, 0, ETAG_BYTES) + '"';
      Asset asset = new Asset(type(file), bytes, etag);
      found.put(file, asset);
      return Optional.of(asset);
    }
  }

  private static String type(String file) {
    String type =
        Optional.ofNullable(MimeMapping.mimeTypeForFilename(file))
            .orElse("application/octet-stream");
    return type.startsWith("text/") ? type + "; charset=utf-8" : type;
  }
}
