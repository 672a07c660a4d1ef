package dev.broadside.core.stat;

/// What a figure was in one interval on one agent. Whoever declared the figure says how such values
/// add up ([dev.broadside.core.work.Figure.Kind]).
public sealed interface FigureValue {

  /// Of a count or a sum.
  ///
  /// @param amount 0 or more
  record Amount(long amount) implements FigureValue {
    public Amount {
      if (amount < 0) {
        throw new IllegalArgumentException("an amount of " + amount + " is none");
      }
    }
  }

  /// Of a gauge.
  ///
  /// @param value a finite number
  record Reading(double value) implements FigureValue {
    public Reading {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a reading of " + value + " is none");
      }
    }
  }

  /// Of a distribution or a duration; a value of 1 that is no duration is kept as a microsecond.
  record Values(Distribution distribution) implements FigureValue {
    /// A value of a distribution as it is kept.
    public static long nanos(long value) {
      return 1_000 * Math.min(value, LatencyLayout.MAX_MICROS + 1);
    }
  }

  /// Where nobody knows.
  record Unknown() implements FigureValue {}

  FigureValue UNKNOWN = new Unknown();

  /// A reading, or unknown where it is not a finite number.
  static FigureValue reading(double value) {
    return Double.isFinite(value) ? new Reading(value) : UNKNOWN;
  }
}
