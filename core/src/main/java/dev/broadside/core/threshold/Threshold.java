package dev.broadside.core.threshold;

import dev.broadside.core.figures.Rounding;
import dev.broadside.core.param.Spans;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// What a figure of a run must be: `p99(new_order) < 20ms for 30s abort after 10s`, or `p99 < 20ms
/// in 9 of 10 intervals`.
///
/// @param figure its name, as somebody wrote it: one of [dev.broadside.core.figures.Measure], or
///   the id of a declared figure
/// @param part the operation, or the figure that keeps each value, of which it is; empty for whole
///   transactions
/// @param limit as written, in the unit
/// @param unit as written; empty for the figure's own
/// @param window the length of the spans of the measured time in each of which it must hold; empty
///   where it must hold for all of it together
/// @param among in how many intervals of so many on end it must hold; empty but where there is no
///   window
/// @param abortAfter how long it may fail to hold before the run is stopped; empty where it is not
public record Threshold(
    String figure,
    Optional<String> part,
    Sign sign,
    double limit,
    Unit unit,
    Optional<Duration> window,
    Optional<Among> among,
    Optional<Duration> abortAfter) {
  /// The most intervals on end of which some must hold.
  static final int MOST_INTERVALS = 1_000;

  /// So many at least, of so many on end: `9 of 10`.
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

    /// The worst of the values that must hold: of nine in ten, the ninth from the good end. It
    /// holds if and only if so many of them do.
    ///
    /// @param values as many as there are to be
    double kept(double[] values, Sign sign) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      return sign.upwards() ? sorted[of - least] : sorted[least - 1];
    }
  }

  /// How a value is held against the limit.
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

    /// The one of two values that is nearer to failing.
    double worse(double one, double other) {
      return upwards() ? Math.min(one, other) : Math.max(one, other);
    }

    /// Whether larger values are better.
    boolean upwards() {
      return this == ABOVE || this == AT_LEAST;
    }
  }

  /// What a limit is given in.
  ///
  /// @param text as people write it: `ms`
  /// @param base of which unit it is so many
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

    /// Another one stands for itself.
    static Unit of(String text) {
      return KNOWN.stream()
          .filter(one -> one.text.equals(text))
          .findFirst()
          .orElseGet(() -> new Unit(text, text, 1));
    }

    /// Whether a limit in it is one of a figure that is told in another: a figure of so many steps
    /// in a second may be limited in `/s`, too.
    boolean fits(String told) {
      return text.isEmpty() || base.equals(told) || (base.equals("/s") && told.endsWith("/s"));
    }
  }

  /// The limit in the unit in which the figure is told.
  public double limitIn(String told) {
    return told.endsWith(unit.base) ? limit * unit.factor : limit;
  }

  /// The figure with what it is of: `p99(new_order)`.
  public String subject() {
    return figure + part.map(of -> "(" + of + ")").orElse("");
  }

  /// As [ThresholdText#read] reads it.
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
