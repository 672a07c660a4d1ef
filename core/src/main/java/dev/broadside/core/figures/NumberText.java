package dev.broadside.core.figures;

import dev.broadside.core.param.Spans;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// Writes numbers for people, in the same way in every locale. The page's `format.js` writes them
/// in the same way: a test checks both against `spoken-figures.json` of this module's tests.
public final class NumberText {
  private static final double HOUR_MILLIS = Duration.ofHours(1).toMillis();

  private static final List<String> BYTES = List.of("B", "KiB", "MiB", "GiB", "TiB");

  private static final MathContext AXIS = new MathContext(3, RoundingMode.HALF_UP);

  /// Stands for an unknown figure.
  public static final String NONE = "-";

  private NumberText() {}

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  public static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.2f", perSecond);
  }

  /// A latency: three decimals below 10 ms, two below 1 s, one above; [#NONE] for not a number.
  public static String millis(double millis) {
    if (beyond(millis) || Double.isNaN(millis)) {
      return Double.isNaN(millis) ? NONE : "> 1 h";
    }
    int digits = millis < 10 ? 3 : millis < 1_000 ? 2 : 1;
    return String.format(Locale.ROOT, "%,." + digits + "f", millis);
  }

  /// A latency with its unit, as in a sentence: `424.96 ms`. The page's `format.js` writes it in
  /// the same way.
  public static String latency(double millis) {
    return beyond(millis) ? millis(millis) : millis(millis) + " ms";
  }

  /// Whether it is longer than the longest latency that is measured.
  private static boolean beyond(double millis) {
    return millis > HOUR_MILLIS;
  }

  /// A number as short as an axis wants it: `950`, `1,500`, `12k`, `1.25M`.
  public static String axis(double value) {
    double size = Math.abs(value);
    if (size >= 100 && size < 1e4) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    BigDecimal rounded = new BigDecimal(value).round(AXIS);
    double reached = rounded.abs().doubleValue();
    return reached >= 1e9
        ? scaled(rounded, 9) + "G"
        : reached >= 1e6
            ? scaled(rounded, 6) + "M"
            : reached >= 1e4 ? scaled(rounded, 3) + "k" : scaled(rounded, 0);
  }

  private static String scaled(BigDecimal value, int power) {
    return value.movePointLeft(power).stripTrailingZeros().toPlainString();
  }

  /// One of the latencies, in milliseconds; [#NONE] if there are none.
  public static String millis(Optional<LatencyMillis> all, Measure which) {
    return all.map(one -> millis(one.of(which))).orElse(NONE);
  }

  /// A measure's value, or another number in a unit, without the unit; [#NONE] for not a number.
  public static String text(double value, String unit) {
    if (Double.isNaN(value)) {
      return NONE;
    }
    return switch (unit) {
      case "/s" -> rate(value);
      case "ms" -> millis(value);
      case "%" -> String.format(Locale.ROOT, "%.1f", value);
      case "×" -> String.format(Locale.ROOT, "%,.2f", value);
      default -> number(OptionalDouble.of(value));
    };
  }

  /// Any number: whole if it is large; an empty text if it is not known.
  public static String number(OptionalDouble value) {
    if (value.isEmpty()) {
      return "";
    }
    double number = value.getAsDouble();
    boolean whole = number == Math.rint(number) || Math.abs(number) >= 10_000;
    return String.format(Locale.ROOT, whole ? "%,.0f" : "%,.3f", number);
  }

  /// Bytes: `512 MiB`, `15.6 GiB`, `1.53 GiB`.
  public static String bytes(double value) {
    double shown = value;
    int power = 0;
    while (Math.abs(shown) >= 1_024 && power < BYTES.size() - 1) {
      shown /= 1_024;
      power++;
    }
    int digits = Math.abs(shown) < 10 ? 2 : 1;
    BigDecimal rounded = BigDecimal.valueOf(shown).setScale(digits, RoundingMode.HALF_UP);
    return rounded.stripTrailingZeros().toPlainString() + " " + BYTES.get(power);
  }

  /// A length of time in its two largest units: `1 h 30 min`, `2.5 s`, `250 ms`.
  public static String span(double millis) {
    double shown = millis >= 10_000 ? Math.round(millis / 1e3) * 1e3 : millis;
    Duration span = Duration.ofMillis(Math.round(shown));
    ChronoUnit least =
        span.toDays() > 0
            ? ChronoUnit.HOURS
            : span.toHours() > 0 ? ChronoUnit.MINUTES : ChronoUnit.MILLIS;
    return Spans.shown(span.truncatedTo(least));
  }

  /// A number of bytes with its unit: `1.5 GiB/s`. Empty if the unit is not one of bytes, or the
  /// number is not known.
  ///
  /// @param unit such as `B/s`
  public static Optional<String> bytes(OptionalDouble value, String unit) {
    boolean ofBytes = value.isPresent() && (unit.equals("B") || unit.startsWith("B/"));
    return ofBytes ? Optional.of(bytes(value.getAsDouble()) + unit.substring(1)) : Optional.empty();
  }

  public static String percent(OptionalDouble share) {
    return share.isEmpty() ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * share.getAsDouble());
  }

  /// A moment on the run's axis, without decimals if it is a whole second.
  public static String seconds(double millis) {
    double seconds = millis / 1_000;
    return seconds == Math.rint(seconds)
        ? String.format(Locale.ROOT, "%.0fs", seconds)
        : String.format(Locale.ROOT, "%.2fs", seconds);
  }

  /// A moment on the run's axis, in seconds from the common start: `0:05`, `12:30`, `1:02:03`, `2d
  /// 03:00`. It is rounded down.
  public static String elapsed(double seconds) {
    long whole = Math.max(0, (long) Math.floor(seconds + 1e-6));
    long days = whole / 86_400;
    long hours = whole / 3_600 % 24;
    long minutes = whole / 60 % 60;
    return days > 0
        ? String.format(Locale.ROOT, "%dd %02d:%02d", days, hours, minutes)
        : hours > 0
            ? String.format(Locale.ROOT, "%d:%02d:%02d", hours, minutes, whole % 60)
            : String.format(Locale.ROOT, "%d:%02d", minutes, whole % 60);
  }
}
