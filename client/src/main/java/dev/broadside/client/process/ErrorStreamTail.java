package dev.broadside.client.process;

import dev.broadside.core.param.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// Reads a worker's error stream to its end, whatever job code writes there: in bounded lines,
/// keeping the last few kilobytes, and of a JVM's report of its own crash what a [CrashReport]
/// shows. Safe for use by several threads.
final class ErrorStreamTail {
  /// How much of the end is kept.
  static final int MAX_CHARACTERS = 8_192;

  /// Longer lines are cut in pieces of this length.
  static final int MAX_LINE = 2_000;

  private final StringBuilder kept = new StringBuilder();
  private final CrashReport crash = new CrashReport();

  synchronized String text() {
    return kept.toString();
  }

  private synchronized void keep(String line) {
    kept.append(line).append('\n');
    if (kept.length() > MAX_CHARACTERS) {
      kept.delete(0, kept.length() - MAX_CHARACTERS);
    }
  }

  /// Returns when the stream has ended.
  void readAll(InputStream errors, Consumer<String> heard) {
    StringBuilder line = new StringBuilder();
    try (Reader reader = new InputStreamReader(errors, StandardCharsets.UTF_8)) {
      char[] piece = new char[MAX_CHARACTERS];
      for (int length = reader.read(piece); length >= 0; length = reader.read(piece)) {
        for (int i = 0; i < length; i++) {
          take(piece[i], line, heard);
        }
      }
    } catch (IOException e) {
      line.append("(the error stream broke: ").append(e.getMessage()).append(')');
    }
    if (!line.isEmpty()) {
      endLine(line, heard);
    }
  }

  private void take(char c, StringBuilder line, Consumer<String> heard) {
    if (c == '\n' || line.length() >= MAX_LINE) {
      endLine(line, heard);
    }
    if (c != '\n' && c != '\r') {
      line.append(c);
    }
  }

  private void endLine(StringBuilder line, Consumer<String> heard) {
    String text = PlainText.lines(line.toString(), MAX_LINE);
    line.setLength(0);
    if (crash.shows(text)) {
      keep(text);
      heard.accept(text);
    }
  }
}
