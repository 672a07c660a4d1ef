package dev.broadside.server.store.row;

import dev.broadside.core.param.PlainText;
import java.time.Instant;

/// A user's comment on a job.
///
/// @param number among those of its job, from 1
/// @param author the user's name
/// @param at when it was made
/// @param text at most 2,000 characters, without control characters other than line breaks and tabs
public record Comment(long number, String author, Instant at, String text) {
  /// The longest text, in characters.
  public static final int LONGEST = 2_000;

  /// The most comments on one job.
  public static final int MOST = 1_000;

  /// Whether it is within the limits.
  public boolean sound() {
    return !text.isBlank()
        && text.length() <= LONGEST
        && text.equals(PlainText.lines(text, LONGEST))
        && author.equals(PlainText.line(author));
  }
}
