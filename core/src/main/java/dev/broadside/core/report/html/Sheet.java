package dev.broadside.core.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;

/// The page around a report: complete in itself, without scripts, and told to load nothing. For one
/// thread.
final class Sheet {
  private final String title;
  private final List<Tag> parts = new ArrayList<>();

  Sheet(String title) {
    this.title = title;
  }

  void add(Tag part) {
    parts.add(part);
  }

  /// A part under a heading, which stays out where there is nothing in it.
  void section(String heading, List<Tag> inside) {
    if (!inside.isEmpty()) {
      add(Tag.of("section").add(Tag.of("h2").text(heading)).add(inside));
    }
  }

  /// A part of which most readers need only the heading.
  static Tag folded(String heading, Tag inside) {
    return Tag.of("details").add(Tag.of("summary").text(heading), inside);
  }

  /// Names and values.
  static Tag pairs(Iterable<? extends java.util.Map.Entry<String, String>> pairs) {
    Tag list = Tag.of("dl");
    pairs.forEach(pair ->
        list.add(Tag.of("div").add(Tag.of("dt").text(pair.getKey())).add(value(pair.getValue()))));
    return list;
  }

  private static Tag value(String text) {
    return Tag.of("dd").text(text.isEmpty() ? "–" : text);
  }

  /// The document.
  String html() {
    String style = style();
    String policy =
        "default-src 'none'; style-src 'sha256-"
            + sha256(style)
            + "'; base-uri 'none'; form-action 'none'";
    return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>"
        + "<meta http-equiv=\"Content-Security-Policy\" content=\""
        + policy
        + "\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
        + "<meta name=\"color-scheme\" content=\"light dark\"/>"
        + Tag.of("title").text(title)
        + "<style>"
        + style
        + "</style></head>\n"
        + Tag.of("body").add(Tag.of("main").add(parts))
        + "</html>\n";
  }

  private static String style() {
    try (InputStream in =
        Objects.requireNonNull(Sheet.class.getResourceAsStream("report.css"), "report.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
