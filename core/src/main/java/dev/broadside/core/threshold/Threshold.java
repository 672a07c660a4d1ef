package dev.broadside.core.threshold;

import dev.broadside.core.figures.Rounding;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A condition on a figure of a run: `p99(new_order) < 20ms for 30s abort after 10s`, or `p99 <
/// 20ms in 9 of 10 intervals`.
///
/// @param figure its name as the user wrote it: that of a [dev.broadside.core.figures.Measure], or
///   the id of a declared figure
/// @param part the operation, or the figure that keeps each value, to which it belongs; empty for
///   whole transactions
/// @param limit the number as written, in that unit
/// @param unit the unit as written; empty for the figure's own
/// @param window the length of the spans of measured time in each of which it must hold; empty if
///   it must hold over the whole measured time
/// @param among in how many intervals out of how many in a row it must hold; never together with a
///   window
/// @param abortAfter how long it may fail to hold before the run is stopped; empty if it never
///   stops the run
public record Threshold(
    String figure,
    Optional<String> part,
    Sign sign,
    double limit,
    Unit unit,
    Optional<Duration> window,
    Optional<Among> among,
    Optional<Duration> abortAfter) {
  /// The most intervals in a row of which some must hold.
  static final int MOST_INTERVALS = 1_000;

  /// At least some of a number of intervals in a row: `9 of 10`.
  ///
  /// @param of at least two
  public record Among(int least, int of) {
    public Among {
      if (!possible(least, of)) {
        throw new IllegalArgumentException(least + " of " + of);
      }
    }

    static boolean possible(int least, int of) {
      return least >= 1 && of >= 2 && least <= of && of <= MOST_INTERVALS;
    }

    /// As people write it.
    public String text() {
      return least + " of " + of;
    }

    /// The worst of the values that must hold: for nine of ten, the ninth best. It holds if and
    /// only if enough of them do.
    ///
    /// @param values as many as the row has
    double kept(double[] values, Sign sign) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return sign.upwards() ? sorted[of - least] : sorted[least - 1];
    }
  }

  /// How a value is compared with the limit.
  public enum Sign {
    BELOW("<"),
    AT_MOST("<="),
    ABOVE(">"),
    AT_LEAST(">=");

    private final String text;

    Sign(String text) {
      this.text = text;
    }

    /// As people write it.
    public String text() {
      return text;
    }

    static Sign of(String text) {
      return Arrays.stream(values()).filter(one -> one.text.equals(text)).findFirst().orElseThrow();
    }

    boolean holds(double value, double limit) {
      return switch (this) {
        case BELOW -> value < limit;
        case AT_MOST -> value <= limit;
        case ABOVE -> value > limit;
        case AT_LEAST -> value >= limit;
      };
    }

    /// The worse of two values.
    double worse(double one, double other) {
      return upwards() ? Math.min(one, other) : Math.max(one, other);
    }

    /// Whether larger values are better.
    boolean upwards() {
      return this == ABOVE || this == AT_LEAST;
    }
  }

  /// The unit of a limit.
  ///
  /// @param text as people write it: `ms`
  /// @param base the unit of which it is a multiple
  public record Unit(String text, String base, double factor) {
    private static final List<Unit> KNOWN =
        List.of(
            new Unit("us", "ms", 1e-3),
            new Unit("µs", "ms", 1e-3),
            new Unit("ms", "ms", 1),
            new Unit("s", "ms", 1e3),
            new Unit("m", "ms", 60e3),
            new Unit("tx/s", "/s", 1),
            new Unit("k/s", "/s", 1e3));

    /// Any other unit stands for itself.
    static Unit of(String text) {
      return KNOWN.stream()
          .filter(one -> one.text.equals(text))
          .findFirst()
          .orElseGet(() -> new Unit(text, text, 1));
    }

    /// Whether a limit in this unit can be one of a figure in another unit: a figure in `steps/s`
    /// may also be limited in `/s`.
    boolean fits(String figureUnit) {
      return text.isEmpty()
          || base.equals(figureUnit)
          || (base.equals("/s") && figureUnit.endsWith("/s"));
    }
  }

  /// The limit in the figure's unit.
  public double limitIn(String figureUnit) {
    return figureUnit.endsWith(unit.base) ? limit * unit.factor : limit;
  }

  /// The figure with its part: `p99(new_order)`.
  public String subject() {
    return figure + part.map(of -> "(" + of + ")").orElse("");
  }

  /// The text that [ThresholdText#read] reads.
  public String text() {
    return subject()
        + " "
        + sign.text
        + " "
        + Rounding.plain(limit)
        + unit.text
        + window.map(span -> " for " + Spans.format(span)).orElse("")
        + among.map(some -> " in " + some.text() + " intervals").orElse("")
        + abortAfter
            .map(grace -> grace.isZero() ? " abort" : " abort after " + Spans.format(grace))
            .orElse("");
  }
}
