package dev.broadside.server.store.row;

import dev.broadside.core.param.PlainText;
import java.text.Normalizer;
import java.time.Instant;

/// A file that somebody laid beside a job. Its bytes are data to the server, which never looks into
/// them.
///
/// @param name as [#cleaned] gives it; one of its job
/// @param size in bytes
/// @param sha256 of its bytes, in lower-case hex
/// @param author the user's name
/// @param at when it came
public record Attachment(String name, long size, String sha256, String author, Instant at) {
  /// Of one job.
  public static final int MOST = 50;

  /// In bytes.
  public static final long LARGEST = 16L << 20;

  /// In bytes, of all of a job's together.
  public static final long MOST_BYTES = 64L << 20;

  /// In characters.
  public static final int LONGEST_NAME = 100;

  private static final String NAMELESS = "file";

  /// One plain segment of a path, made of what somebody calls a file: what stands in front of its
  /// last slash or backslash goes, and so do dots and dashes at the beginning; what is neither
  /// letter, digit, dot, dash nor underscore becomes an underscore. Of a long name the end is kept.
  public static String cleaned(String name) {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    String composed = Normalizer.normalize(last, Normalizer.Form.NFC);
    String end = composed.substring(Math.max(0, composed.length() - LONGEST_NAME));
    String plain = end.replaceAll("[^\\p{L}\\p{N}._-]", "_").replaceFirst("^[.-]+", "");
    return plain.isEmpty() ? NAMELESS : plain;
  }

  /// Whether it is within the bounds, as one is that was attached here.
  public boolean sound() {
    return name.equals(cleaned(name))
        && size >= 0
        && size <= LARGEST
        && author.equals(PlainText.line(author));
  }
}
