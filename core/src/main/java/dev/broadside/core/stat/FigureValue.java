package dev.broadside.core.stat;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/// What a figure was in one interval on one agent. The figure's
/// [kind][dev.broadside.core.work.Figure.Kind] says how such values add up.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = FigureValue.Amount.class, name = "amount"),
  @Type(value = FigureValue.Reading.class, name = "reading"),
  @Type(value = FigureValue.Readings.class, name = "readings"),
  @Type(value = FigureValue.Values.class, name = "values"),
  @Type(value = FigureValue.Unknown.class, name = "unknown"),
})
public sealed interface FigureValue {

  /// The value of a count or a sum.
  ///
  /// @param amount 0 or more
  record Amount(long amount) implements FigureValue {
    public Amount {
      if (amount < 0) {
        throw new IllegalArgumentException("an amount of " + amount + " is below zero");
      }
    }
  }

  /// The value of a gauge.
  ///
  /// @param value a finite number
  record Reading(double value) implements FigureValue {
    public Reading {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("a reading of " + value + " is not a finite number");
      }
    }
  }

  /// All readings of a gauge in several intervals, as every kind of gauge needs them.
  ///
  /// @param last the reading of the newest interval
  /// @param lastAt that interval
  record Readings(long count, double sum, double worst, double last, int lastAt)
      implements FigureValue {}

  /// All values of a distribution or a duration. If it is not a duration, 1 is kept as a
  /// microsecond.
  record Values(Distribution distribution) implements FigureValue {
    /// The nanoseconds that stand for a value of a distribution.
    public static long nanos(long value) {
      return 1_000 * Math.min(value, LatencyLayout.MAX_MICROS + 1);
    }
  }

  /// The figure is not known.
  record Unknown() implements FigureValue {}

  FigureValue UNKNOWN = new Unknown();

  /// A reading, or unknown if it is not a finite number.
  static FigureValue reading(double value) {
    return Double.isFinite(value) ? new Reading(value) : UNKNOWN;
  }

  /// The value in the form in which several intervals are added up.
  default FigureValue in(int interval) {
    return this instanceof Reading(double value)
        ? new Readings(1, value, value, value, interval)
        : this;
  }

  /// Two values of different intervals added up, without loss.
  ///
  /// @throws IllegalArgumentException if they are not of one kind
  static FigureValue together(FigureValue one, FigureValue other) {
    if (one instanceof Unknown || other instanceof Unknown) {
      return one instanceof Unknown ? other : one;
    }
    if (one instanceof Amount(long a) && other instanceof Amount(long b)) {
      return new Amount(Distribution.addNanos(a, b));
    }
    if (one instanceof Values(Distribution a) && other instanceof Values(Distribution b)) {
      return new Values(a.plus(b));
    }
    if (one instanceof Readings a && other instanceof Readings b) {
      Readings newer = b.lastAt > a.lastAt ? b : a;
      return new Readings(
          a.count + b.count, a.sum + b.sum, Math.max(a.worst, b.worst), newer.last, newer.lastAt);
    }
    throw new IllegalArgumentException("a figure's values are of different kinds");
  }
}
