package dev.broadside.core.pace;

/// A rate that swings around a mean: `r(t) = m + a sin(2 pi t / P)`.
///
/// Its integral is `m t + a P / (2 pi) (1 - cos(2 pi t / P))`; a whole period makes `m P` arrivals,
/// so both ways are worked out within one period, and whole periods are counted.
final class SineCurve implements Curve {
  private static final double NANOS = 1e9;

  /// Halves a period of a year down to less than a nanosecond.
  private static final int MOST_STEPS = 64;

  private final double mean;
  private final double amplitude;
  private final long periodNanos;
  private final double arrivalsPerPeriod;
  private final double radiansPerSecond;

  SineCurve(double mean, double amplitude, long periodNanos) {
    this.mean = mean;
    this.amplitude = amplitude;
    this.periodNanos = periodNanos;
    this.arrivalsPerPeriod = mean * (periodNanos / NANOS);
    this.radiansPerSecond = 2 * Math.PI / (periodNanos / NANOS);
  }

  @Override
  public double perSecondAt(long nanos) {
    return rate(nanos % periodNanos / NANOS);
  }

  private double rate(double seconds) {
    return mean + amplitude * Math.sin(radiansPerSecond * seconds);
  }

  @Override
  public double arrivalsUntil(long nanos) {
    long periods = nanos / periodNanos;
    return periods * arrivalsPerPeriod + withinPeriod(nanos % periodNanos / NANOS);
  }

  private double withinPeriod(double seconds) {
    return mean * seconds
        + amplitude / radiansPerSecond * (1 - Math.cos(radiansPerSecond * seconds));
  }

  @Override
  public long nanosAt(double arrivals) {
    double periods = Math.floor(arrivals / arrivalsPerPeriod);
    double left = Math.max(0, arrivals - periods * arrivalsPerPeriod);
    return (long) periods * periodNanos + Math.round(secondsAt(left) * NANOS);
  }

  /// Newton's method, kept between two bounds that close in on the root.
  private double secondsAt(double arrivals) {
    double low = 0;
    double high = periodNanos / NANOS;
    double seconds = Math.min(high, arrivals / mean);
    for (int step = 0; step < MOST_STEPS && high - low > 0.1 / NANOS; step++) {
      double excess = withinPeriod(seconds) - arrivals;
      if (excess > 0) {
        high = seconds;
      } else {
        low = seconds;
      }
      double newton = seconds - excess / rate(seconds);
      double next = newton > low && newton < high ? newton : (low + high) / 2;
      if (Math.abs(next - seconds) < 0.1 / NANOS) {
        return next;
      }
      seconds = next;
    }
    return seconds;
  }
}
