package dev.broadside.server.store.row;

import dev.broadside.core.param.PlainText;
import java.text.Normalizer;
import java.time.Instant;

/// A file attached to a job. The server never interprets its bytes.
///
/// @param name from [#cleaned]; unique within its job
/// @param size in bytes
/// @param sha256 of its bytes, in lower-case hex
/// @param author the user's name
/// @param at when it came
public record Attachment(String name, long size, String sha256, String author, Instant at) {
  /// The most files of a job.
  public static final int MOST = 50;

  /// The largest file, in bytes.
  public static final long LARGEST = 16L << 20;

  /// The largest size of all of a job's files together, in bytes.
  public static final long MOST_BYTES = 64L << 20;

  /// The longest name, in characters.
  public static final int LONGEST_NAME = 100;

  private static final String NAMELESS = "file";

  /// Makes a safe file name: removes everything up to the last slash or backslash, and leading dots
  /// and dashes; replaces all characters except letters, digits, dots, dashes and underscores by an
  /// underscore; and keeps the end of a long name.
  public static String cleaned(String name) {
    String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
    String composed = Normalizer.normalize(last, Normalizer.Form.NFC);
    String end = composed.substring(Math.max(0, composed.length() - LONGEST_NAME));
    String plain = end.replaceAll("[^\\p{L}\\p{N}._-]", "_").replaceFirst("^[.-]+", "");
    return plain.isEmpty() ? NAMELESS : plain;
  }

  /// Whether it is within the limits.
  public boolean sound() {
    return name.equals(cleaned(name))
        && size >= 0
        && size <= LARGEST
        && author.equals(PlainText.line(author));
  }
}
