package dev.broadside.core.drift;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/// Figures of drift in words.
public final class DriftWords {
  private DriftWords() {}

  /// A number with three digits, or with all digits before the point.
  public static String number(double value) {
    return Math.abs(value) >= 1_000
        ? String.format(Locale.ROOT, "%,.0f", value)
        : value == 0
            ? "0"
            : new BigDecimal(value, new MathContext(3)).stripTrailingZeros().toPlainString();
  }

  /// The two largest parts of a time: `3 d 4 h`, `31 min`.
  static String time(double hours) {
    Duration time = Duration.ofSeconds(Math.round(hours * 3_600));
    if (time.toDays() > 0) {
      return time.toDays() + " d " + time.toHoursPart() + " h";
    }
    if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    }
    return time.toMinutes() > 0
        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
        : time.toSeconds() + " s";
  }

  /// The time that a slope is given for; it depends on the length of the run.
  public enum Per {
    MINUTE("a minute", 1 / 60.0),
    HOUR("an hour", 1),
    DAY("a day", 24);

    private final String words;
    private final double hours;

    Per(String words, double hours) {
      this.words = words;
      this.hours = hours;
    }

    public static Per of(double spanHours) {
      return spanHours >= 12 ? DAY : spanHours >= 0.5 ? HOUR : MINUTE;
    }

    public String words() {
      return words;
    }

    public double of(double perHour, double perLevel) {
      return perHour * hours * perLevel;
    }
  }
}
