package dev.broadside.core.scaling;

import dev.broadside.core.pace.Rate;

/// The range of rates in which a knee is searched for, and the precision.
///
/// @param from iterations per second of the first step
/// @param to the highest rate that is tried
/// @param precisionPercent how wide the knee's interval at 95 % confidence may be in the end, in
///   percent
public record KneePlan(double from, double to, double precisionPercent) {
  public KneePlan {
    if (!(from > 0 && from <= to && to <= Rate.MAX_PER_SECOND)) {
      throw new IllegalArgumentException("a knee is searched for from a rate to a higher one");
    }
    if (!(precisionPercent >= 0.5 && precisionPercent <= 50)) {
      throw new IllegalArgumentException("the precision must be from 0.5 to 50 percent");
    }
  }

  /// This search with another precision.
  public KneePlan within(double percent) {
    return new KneePlan(from, to, percent);
  }

  double precision() {
    return precisionPercent / 100;
  }
}
