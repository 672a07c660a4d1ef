package dev.broadside.server.store.row;

import dev.broadside.core.param.PlainText;
import java.time.Instant;

/// What somebody says of a job.
///
/// @param number among those of its job, from 1
/// @param author the user's name
/// @param at when it was said
/// @param text at most 2,000 characters, with line breaks and tabs, and else without such as have
///   no glyph
public record Comment(long number, String author, Instant at, String text) {
  /// In characters.
  public static final int LONGEST = 2_000;

  /// Of one job.
  public static final int MOST = 1_000;

  /// Whether it is within the bounds, as one is that was said here.
  public boolean sound() {
    return !text.isBlank()
        && text.length() <= LONGEST
        && text.equals(PlainText.lines(text, LONGEST))
        && author.equals(PlainText.line(author));
  }
}
