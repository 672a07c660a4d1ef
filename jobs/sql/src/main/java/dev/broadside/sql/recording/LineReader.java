package dev.broadside.sql.recording;

import java.io.IOException;
import java.io.Reader;

/// Reads lines of bounded length, so that a file without line ends does not fill the memory. For
/// one thread.
final class LineReader {
  /// As long as a statement can be in most databases.
  static final int LONGEST = 16 << 20;

  /// So much is kept of a line that is too long.
  private static final int KEPT = 1_000;

  private final Reader in;
  private final char[] buffer = new char[1 << 16];
  private final StringBuilder line = new StringBuilder();
  private int at;
  private int end;
  private boolean whole = true;

  enum Line {
    READ,
    TOO_LONG,
    NONE
  }

  LineReader(Reader in) {
    this.in = in;
  }

  /// Reads the next line.
  Line next() throws IOException {
    line.setLength(0);
    boolean tooLong = false;
    boolean any = false;
    while (true) {
      if (at == end) {
        at = 0;
        end = Math.max(0, in.read(buffer));
        if (end == 0) {
          whole &= !any;
          return any ? (tooLong ? Line.TOO_LONG : Line.READ) : Line.NONE;
        }
      }
      any = true;
      int from = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      tooLong |= line.length() + at - from > LONGEST;
      if (!tooLong) {
        line.append(buffer, from, at - from);
      } else {
        line.setLength(Math.min(line.length(), KEPT));
      }
      if (at < end) {
        at++;
        return tooLong ? Line.TOO_LONG : Line.READ;
      }
    }
  }

  /// The line that was read; its beginning if it is too long.
  String text() {
    int length = line.length();
    boolean carriage = length > 0 && line.charAt(length - 1) == '\r';
    return line.substring(0, carriage ? length - 1 : length);
  }

  /// Whether the last line that was read had an end.
  boolean whole() {
    return whole;
  }
}
