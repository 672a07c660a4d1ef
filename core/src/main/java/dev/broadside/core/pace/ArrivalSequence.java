package dev.broadside.core.pace;

import java.util.function.LongToDoubleFunction;

/// One agent's arrivals in one phase of an open load, as a pure function of their number.
///
/// Each agent works out its own; no one deals them out. Constant arrivals are dealt in turn: agent
/// `a` of `A` has every `A`-th arrival of the whole job, so shares add up to the whole exactly, and
/// no two agents have an arrival at the same instant. Poisson arrivals are drawn by each agent for
/// itself, at its part of the rate; together they are a Poisson process of the whole rate.
///
/// Safe for use by several threads.
public final class ArrivalSequence {
  private final Curve curve;
  private final long lengthNanos;

  /// The place of an arrival on the integral of the rate.
  private final LongToDoubleFunction position;

  private final long count;

  private ArrivalSequence(Curve curve, long lengthNanos, LongToDoubleFunction position) {
    this.curve = curve;
    this.lengthNanos = lengthNanos;
    this.position = position;
    this.count = firstFrom(lengthNanos);
  }

  /// Evenly spaced arrivals.
  ///
  /// @param before how many arrivals the whole job had in earlier phases, so that agents go on
  ///   taking turns
  public static ArrivalSequence constant(Curve curve, long lengthNanos, long before, Share share) {
    return constant(curve, lengthNanos, before, ShareTurns.of(share));
  }

  /// Evenly spaced arrivals of a share that takes given turns.
  public static ArrivalSequence constant(
      Curve curve, long lengthNanos, long before, ShareTurns turns) {
    return turns.none()
        ? none(lengthNanos)
        : new ArrivalSequence(curve, lengthNanos, turns.after(before)::at);
  }

  private static ArrivalSequence none(long lengthNanos) {
    return new ArrivalSequence(new Rate.Constant(0).curve(), lengthNanos, n -> n);
  }

  /// Independent arrivals.
  ///
  /// @param seed different from the seed of every other phase and agent
  public static ArrivalSequence poisson(Curve curve, long lengthNanos, long seed, Share share) {
    return poisson(curve, lengthNanos, seed, ShareTurns.of(share));
  }

  /// Poisson arrivals of a share that takes given turns: it has that part of the rate.
  public static ArrivalSequence poisson(
      Curve curve, long lengthNanos, long seed, ShareTurns turns) {
    PoissonPath path = new PoissonPath(seed);
    return turns.none()
        ? none(lengthNanos)
        : new ArrivalSequence(curve, lengthNanos, n -> path.at(n) * turns.every());
  }

  public long lengthNanos() {
    return lengthNanos;
  }

  /// How many arrivals the phase has.
  public long count() {
    return count;
  }

  /// When an arrival is due.
  ///
  /// @param n from 0
  /// @return nanoseconds from the phase's beginning; never less than for `n - 1`
  public long startNanos(long n) {
    return curve.nanosAt(position.applyAsDouble(n));
  }

  /// How many arrivals are due at a moment of the phase or before it.
  public long dueAt(long nanos) {
    return nanos >= lengthNanos ? count : nanos < 0 ? 0 : firstFrom(nanos + 1);
  }

  /// The number of the first arrival that is not due before a moment.
  private long firstFrom(long nanos) {
    long high = 1;
    while (startNanos(high - 1) < nanos) {
      high *= 2;
    }
    long low = high / 2;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (startNanos(middle) < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
