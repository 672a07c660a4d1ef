package dev.broadside.server.packs;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Parameters;
import dev.broadside.core.param.PatternMatcher;
import java.util.Optional;
import java.util.regex.MatchResult;

/// A regular expression of a pack as the server matches it: with an automaton, in time linear in
/// the text and the pattern, so that no pack can stall the server.
///
/// It takes the syntax of RE2, which needs no backtracking. In addition it takes one negative
/// look-ahead at the very beginning, `(?!FORBIDDEN)PATTERN`, as two patterns without backtracking:
/// the text must not begin with the first, and must match the second.
///
/// @param forbidden what a text must not begin with; empty if there is no look-ahead
/// @param wanted what the whole text has to match
public record LinearPattern(Optional<Pattern> forbidden, Pattern wanted) {
  /// Matches by these patterns.
  public static final PatternMatcher MATCHER = (pattern, text) -> of(pattern).matches(text);

  private static final String LOOK_AHEAD = "(?!";

  /// Steps of the automaton for one text: some tenths of a second at worst.
  private static final long MOST_STEPS = 2_000_000;

  /// The largest pattern with its repetitions written out, which the compiler does without any
  /// limit.
  private static final long MOST_WRITTEN_OUT = 100_000;

  private static final int MOST_CHARACTERS = 1_000;

  private static final java.util.regex.Pattern REPETITION =
      java.util.regex.Pattern.compile("([)}?*+])?\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

  /// Reads a pattern.
  ///
  /// @throws IllegalArgumentException if it cannot be matched so; the message says why, and may
  ///   hold parts of the pattern
  public static LinearPattern of(String pattern) {
    if (!pattern.startsWith(LOOK_AHEAD)) {
      return new LinearPattern(Optional.empty(), compiled(pattern));
    }
    for (int end = pattern.indexOf(')'); end >= 0; end = pattern.indexOf(')', end + 1)) {
      try {
        // The first parenthesis that leaves two whole patterns is the one that closes the
        // look-ahead.
        return new LinearPattern(
            Optional.of(compiled(pattern.substring(LOOK_AHEAD.length(), end))),
            compiled(pattern.substring(end + 1)));
      } catch (IllegalArgumentException _) {
        continue;
      }
    }
    throw new IllegalArgumentException("its look-ahead cannot be read");
  }

  private static Pattern compiled(String pattern) {
    if (pattern.length() > MOST_CHARACTERS || writtenOut(pattern) > MOST_WRITTEN_OUT) {
      throw new IllegalArgumentException("it is too large with all its repetitions");
    }
    if (pattern.contains("&&")) {
      // To the JDK an intersection, and to RE2 two letters.
      throw new IllegalArgumentException("&& means different things in different languages");
    }
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "it does not follow the RE2 syntax, which the server uses", e);
    }
  }

  /// An upper bound on the size of a pattern whose repetitions are written out: those of groups may
  /// lie within each other, those of single characters cannot.
  private static long writtenOut(String pattern) {
    double groups = 1;
    double single = 1;
    for (MatchResult one : REPETITION.matcher(pattern).results().toList()) {
      String most = Optional.ofNullable(one.group(3)).filter(end -> !end.isEmpty()).orElse("1");
      double times = Math.max(1, Math.max(Long.parseLong(one.group(2)), Long.parseLong(most)));
      if (one.group(1) == null) {
        single = Math.max(single, times);
      } else {
        groups *= times;
      }
    }
    return (long) Math.min(pattern.length() * groups * single, Long.MAX_VALUE);
  }

  /// Fails if the patterns of a job class's parameters cannot be matched in bounded time.
  ///
  /// @throws IllegalArgumentException whose message says why
  public static void check(Parameters parameters) {
    for (Parameter<?> parameter : parameters.all()) {
      if (parameter instanceof Parameter.Text text && !text.pattern().isEmpty()) {
        check(text);
      }
    }
  }

  private static void check(Parameter.Text parameter) {
    String where = "the pattern of parameter " + parameter.name() + " ";
    LinearPattern pattern;
    try {
      pattern = of(parameter.pattern());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where + "cannot be used: " + e.getMessage(), e);
    }
    long steps = Math.multiplyFull(pattern.size(), Math.max(0, parameter.maxLength()));
    if (steps > MOST_STEPS) {
      throw new IllegalArgumentException(
          where
              + "is too large for texts of "
              + parameter.maxLength()
              + " characters: shorten one or the other");
    }
  }

  private int size() {
    return wanted.programSize() + forbidden.map(Pattern::programSize).orElse(0);
  }

  private boolean matches(String text) {
    return forbidden.filter(one -> one.matcher(text).lookingAt()).isEmpty() && wanted.matches(text);
  }
}
