package dev.broadside.core.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a load thread is. Measured to be a real choice, so it is recorded with every result
/// (numbers.md section 2).
public enum ThreadKind {
  /// A thread of the operating system each.
  PLATFORM,
  /// One of the JVM's threads, many of which share few of the operating system.
  VIRTUAL,
  /// As [#PLATFORM], and bound to one processor each, in turn; on Linux only.
  PINNED;

  /// The words that there are, for people.
  public static final String WORDS = "platform, pinned or virtual";

  /// The word used in results and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The kind that a word means; empty where it means none.
  public static Optional<ThreadKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}
