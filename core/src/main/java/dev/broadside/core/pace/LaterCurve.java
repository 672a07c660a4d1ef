package dev.broadside.core.pace;

/// A rate without its beginning.
///
/// @param before how many arrivals the beginning has
record LaterCurve(Curve whole, long fromNanos, double before) implements Curve {
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
