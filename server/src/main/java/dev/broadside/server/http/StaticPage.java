package dev.broadside.server.http;

import dev.broadside.server.http.HttpProblem.Kind;
import dev.broadside.server.security.Tokens;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// The page's files, from the class path. Safe for use by several threads.
///
/// A path without a dot in its last part is one of the page's own routes, and so is all below
/// `/jobs/` and `/studies/`, where ids may have dots; they get `index.html`. What was found is kept
/// in memory; the number of files is the number that the page has.
final class StaticPage {
  private static final String ROOT = "webui/";
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");
  private static final int ETAG_BYTES = 16;
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("json", "application/json"),
          Map.entry("map", "application/json"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("png", "image/png"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("txt", "text/plain; charset=utf-8"));

  private final ClassLoader classPath;
  private final Map<String, Asset> found = new ConcurrentHashMap<>();

  private record Asset(String type, byte[] bytes, String etag) {}

  StaticPage(ClassLoader classPath) {
    this.classPath = classPath;
  }

  /// A file of the page, for any path that is not the API's.
  Reply reply(Call call, String path) throws IOException {
    Asset asset =
        asset(file(path))
            .orElseThrow(() -> HttpProblem.of(Kind.NOT_FOUND, "The page has no such file."));
    // Asked for each time, and answered with "not modified": a page and a server never differ in
    // version.
    Map<String, String> headers = Map.of("ETag", asset.etag(), "Cache-Control", "no-cache");
    if (call.header("if-none-match").filter(asset.etag()::equals).isPresent()) {
      return new Reply.Empty(304, headers);
    }
    return new Reply.Bytes(200, asset.type(), asset.bytes(), headers);
  }

  private static String file(String path) {
    if (path.equals("/")) {
      return "index.html";
    }
    boolean foreign =
        path.startsWith("/api/") || path.equals("/api") || !PATH.matcher(path).matches();
    if (foreign) {
      throw HttpProblem.of(Kind.NOT_FOUND, "There is nothing here.");
    }
    String last = path.substring(path.lastIndexOf('/') + 1);
    boolean route =
        !last.contains(".") || path.startsWith("/jobs/") || path.startsWith("/studies/");
    return route ? "index.html" : path.substring(1);
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
    String ending = file.substring(file.lastIndexOf('.') + 1);
    return TYPES.getOrDefault(ending, "application/octet-stream");
  }
}
