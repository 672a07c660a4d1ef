package dev.broadside.core.load;

import dev.broadside.core.pace.Rate;
import java.time.Duration;
import java.util.regex.Pattern;

/// The limits of what a job may ask for, in one place.
public final class Bounds {
  public static final int MAX_AGENTS = 1_000;
  public static final int MAX_THREADS = 10_000;
  public static final double MAX_RATE = Rate.MAX_PER_SECOND;
  public static final int MAX_PHASES = 100;

  /// The longest phase.
  public static final Duration LONGEST = Duration.ofDays(366);

  public static final Duration SHORTEST_INTERVAL = Duration.ofMillis(5);
  public static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

  /// The most collection intervals: 115 days of seconds.
  public static final int MAX_INTERVALS = 10_000_000;

  public static final int MAX_PARAMETERS = 500;
  public static final int MAX_TEXT = 4_096;
  public static final int MAX_NAME = 100;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9 ._-]{1," + MAX_NAME + "}");

  private Bounds() {}

  public static void threads(int threads) {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(threads + " threads are not from 1 to " + MAX_THREADS);
    }
  }

  /// Checks a text: bounded length, no control characters, no halves of characters, so that every
  /// database can store it.
  public static String text(String text, int longest, String name) {
    if (text.length() > longest) {
      throw new IllegalArgumentException(name + " has more than " + longest + " characters");
    }
    if (text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t')) {
      throw new IllegalArgumentException(name + " holds control characters");
    }
    if (text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
      throw new IllegalArgumentException(name + " holds half of a character");
    }
    return text;
  }

  /// Whether a text is safe in an id, a log line and a file name: `[A-Za-z0-9 ._-]{1,100}`.
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  /// Checks that a text is [a name][#isName].
  public static String name(String name, String what) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          what
              + " is not 1 to "
              + MAX_NAME
              + " letters, digits, blanks, dots, dashes and underscores");
    }
    return name;
  }
}
