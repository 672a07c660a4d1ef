package dev.broadside.core.param;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lengths of time as users write them: `250ms`, `30s`, `5m`, `2h`, `1d`, and sums such as `1h30m`.
public final class Spans {
  private static final Pattern PART = Pattern.compile("(\\d{1,12})(us|ms|s|m|h|d)");
  private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + "){1,6}");

  private static final Duration SECOND = Duration.ofSeconds(1);

  private Spans() {}

  /// Reads a length of time; a bare number counts seconds. Empty if the text is not a length of
  /// time.
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

  /// Writes a length of time for people, exactly, to the microsecond: `600 µs`, `2.6 ms`, `30 s`,
  /// `1 h 30 min`.
  public static String shown(Duration span) {
    long micros = span.toSecondsPart() * 1_000_000L + span.toNanosPart() / 1_000;
    if (span.compareTo(SECOND) < 0) {
      return micros == 0 ? "0 s" : micros < 1_000 ? micros + " µs" : decimal(micros, 3) + " ms";
    }
    List<String> parts = new ArrayList<>();
    add(parts, span.toDaysPart(), "d");
    add(parts, span.toHoursPart(), "h");
    add(parts, span.toMinutesPart(), "min");
    if (micros > 0) {
      parts.add(decimal(micros, 6) + " s");
    }
    return String.join(" ", parts);
  }

  /// Writes a text for people if [#format(Duration)] wrote it. Returns every other text unchanged,
  /// and also `5m`, which may be a size.
  public static String shown(String text) {
    return parse(text)
        .filter(span -> format(span).equals(text) && !text.matches("\\d+m"))
        .map(Spans::shown)
        .orElse(text);
  }

  private static void add(List<String> parts, long amount, String unit) {
    if (amount > 0) {
      parts.add(amount + " " + unit);
    }
  }

  private static String decimal(long amount, int places) {
    return BigDecimal.valueOf(amount, places).stripTrailingZeros().toPlainString();
  }

  private static void append(StringBuilder text, long amount, String unit) {
    if (amount > 0) {
      text.append(amount).append(unit);
    }
  }
}
