package dev.broadside.core.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a load thread is. It makes a measurable difference, so it is recorded with every result.
public enum ThreadKind {
  /// An operating system thread.
  PLATFORM,
  /// A virtual thread of the JVM; many of them share a few operating system threads.
  VIRTUAL,
  /// Like [#PLATFORM], and each thread is bound to one processor in turn; on Linux only.
  PINNED;

  /// All words, for people.
  public static final String WORDS = "platform, pinned or virtual";

  /// The word used in results and on the command line.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The kind that a word means, if it means one.
  public static Optional<ThreadKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}
