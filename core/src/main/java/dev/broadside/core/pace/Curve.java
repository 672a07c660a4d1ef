package dev.broadside.core.pace;

/// A rate over time and its integral, as pure functions: the millionth arrival is computed without
/// the 999,999 before it, and no error adds up.
///
/// Time counts in nanoseconds from the beginning of the rate, arrivals over the whole job. Safe for
/// use by several threads.
public interface Curve {
  /// Stands for a moment that never comes.
  long NEVER = Long.MAX_VALUE;

  /// The rate at a moment.
  double perSecondAt(long nanos);

  /// How many arrivals the rate makes until a moment: the area under it, so usually no whole
  /// number.
  ///
  /// @param nanos not negative
  double arrivalsUntil(long nanos);

  /// The inverse: the last moment at which [#arrivalsUntil(long)] is not above a number. If the
  /// rate is 0 for a while, an arrival waits until it rises.
  ///
  /// @param arrivals not negative
  /// @return [#NEVER] if the rate does not make that many
  long nanosAt(double arrivals);

  /// This rate from a moment on.
  ///
  /// @param nanos not negative
  default Curve from(long nanos) {
    return nanos == 0 ? this : new Tail(this, nanos, arrivalsUntil(nanos));
  }

  /// A rate from a moment on, seen from that moment.
  ///
  /// @param before how many arrivals lie before that moment
  record Tail(Curve whole, long fromNanos, double before) implements Curve {
    @Override
    public double perSecondAt(long nanos) {
      return whole.perSecondAt(fromNanos + nanos);
    }

    @Override
    public double arrivalsUntil(long nanos) {
      return whole.arrivalsUntil(fromNanos + nanos) - before;
    }

    @Override
    public long nanosAt(double arrivals) {
      long nanos = whole.nanosAt(before + arrivals);
      return nanos == NEVER ? NEVER : Math.max(0, nanos - fromNanos);
    }
  }
}
