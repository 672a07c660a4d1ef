package dev.broadside.server.exchange;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The reply of a route.
public sealed interface Reply {
  int status();

  record Json(int status, Object value, Map<String, String> headers) implements Reply {
    public Json(int status, Object value) {
      this(status, value, Map.of());
    }
  }

  /// Bytes as they are.
  record Bytes(int status, String contentType, byte[] bytes, Map<String, String> headers)
      implements Reply {}

  /// A large body, written while it is made.
  record Stream(int status, String contentType, Map<String, String> headers, Writer writer)
      implements Reply {}

  /// No body.
  record Empty(int status, Map<String, String> headers) implements Reply {}

  /// Writes a large body. It throws [HttpProblem] before its first byte, or not at all.
  @FunctionalInterface
  interface Writer {
    void writeTo(OutputStream out) throws IOException;
  }

  /// A large body.
  static Reply stream(String contentType, Writer writer) {
    return new Stream(200, contentType, Map.of(), writer);
  }

  /// A large body that a browser keeps as a file.
  ///
  /// @param fileName its name; characters that are unsafe in file names are replaced
  static Reply file(String contentType, String fileName, Writer writer) {
    return new Stream(200, contentType, attachment(fileName), writer);
  }

  /// A self-contained HTML page, which a browser keeps as a file.
  static Reply page(String fileName, String html) {
    return file(
        "text/html; charset=utf-8",
        fileName,
        out -> out.write(html.getBytes(StandardCharsets.UTF_8)));
  }

  /// A header that makes a browser keep a body as a file; letters of other scripts as RFC 8187
  /// writes them.
  static Map<String, String> attachment(String fileName) {
    String safe = fileName.replaceAll("[^A-Za-z0-9._-]", "_");
    String plain = fileName.replaceAll("[^\\p{L}\\p{N}._-]", "_");
    String also =
        plain.equals(safe)
            ? ""
            : "; filename*=UTF-8''" + URLEncoder.encode(plain, StandardCharsets.UTF_8);
    return Map.of("Content-Disposition", "attachment; filename=\"" + safe + '"' + also);
  }

  static Reply ok(Object value) {
    return new Json(200, value);
  }

  static Reply text(int status, String text) {
    return new Bytes(
        status,
        "text/plain; charset=utf-8",
        text.getBytes(StandardCharsets.UTF_8),
        Map.of("Cache-Control", "no-store"));
  }
}
