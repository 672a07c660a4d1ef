package dev.broadside.client.process;

import dev.broadside.core.param.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Reads a worker's error stream, to which job code may write anything, to its end: in bounded
/// lines, keeping the last few kilobytes. A JVM's report of its own crash is shortened to what a
/// [CrashReport] shows. Safe for use by several threads.
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

  /// The part that may be shown of the report that a JVM writes to its error stream when it
  /// crashes: what happened, and in which frames.
  ///
  /// All else is left out, because it may hold secrets: the report has the command line, and what
  /// registers and the stack point to, be it a password. From the report's first line to the end of
  /// the stream only what is listed here is shown, each line once, since the JVM begins twice. For
  /// one thread.
  private static final class CrashReport {
    private static final String BEGIN =
        "# (A fatal error has been detected by|There is insufficient memory for)"
            + " the Java Runtime Environment.*";

    /// These flags hold what a user wrote.
    private static final String COMMANDS = "#\\s*(-XX:On|Executing ).*";

    private static final String FACTS = "#.*|siginfo: .*|Internal exceptions? .*";
    private static final String FRAMES = "(Native|Java) frames: .*";
    private static final int MOST_LINES = 200;

    private final Set<String> shown = new HashSet<>();
    private boolean began;
    private boolean frames;

    /// Whether a line of the error stream may be shown; each is asked about once, in order.
    boolean shows(String line) {
      began = began || line.matches(BEGIN);
      if (!began) {
        return true;
      }
      frames = line.matches(FRAMES) || (frames && !line.isBlank());
      boolean harmless = frames || (line.matches(FACTS) && !line.matches(COMMANDS));
      return harmless && shown.size() < MOST_LINES && shown.add(line);
    }
  }
}
