package dev.broadside.core.param;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lengths of time as users write them: `250ms`, `30s`, `5m`, `2h`, `1d`, and sums such as `1h30m`.
public final class Spans {
  private static final Pattern PART = Pattern.compile("(\\d{1,12})(us|ms|s|m|h|d)");
  private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + "){1,6}");

  private Spans() {}

  /// Reads a length of time; a bare number counts seconds. Empty where the text is none.
  public static Optional<Duration> parse(String text) {
    String stripped = text.strip();
    if (stripped.matches("\\d{1,12}")) {
      return Optional.of(Duration.ofSeconds(Long.parseLong(stripped)));
    }
    if (!WHOLE.matcher(stripped).matches()) {
      return Optional.empty();
    }
    Duration sum = Duration.ZERO;
    Matcher parts = PART.matcher(stripped);
    try {
      while (parts.find()) {
        sum = sum.plus(part(Long.parseLong(parts.group(1)), parts.group(2)));
      }
      return Optional.of(sum);
    } catch (ArithmeticException _) {
      // Longer than a length of time can be.
      return Optional.empty();
    }
  }

  private static Duration part(long amount, String unit) {
    return switch (unit) {
      case "us" -> Duration.ofNanos(Math.multiplyExact(amount, 1_000L));
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  /// Writes a length of time the way [#parse(String)] reads it, to the microsecond.
  public static String format(Duration span) {
    if (span.isZero()) {
      return "0s";
    }
    StringBuilder text = new StringBuilder();
    append(text, span.toDaysPart(), "d");
    append(text, span.toHoursPart(), "h");
    append(text, span.toMinutesPart(), "m");
    append(text, span.toSecondsPart(), "s");
    append(text, span.toMillisPart(), "ms");
    append(text, span.toNanosPart() / 1_000 % 1_000, "us");
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }
}
