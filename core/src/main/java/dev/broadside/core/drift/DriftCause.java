package dev.broadside.core.drift;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// An event that is not of the target's making and explains a step at its time.
///
/// @param atMillis when, from the common start
/// @param words what happened, in words that follow a comma
public record DriftCause(double atMillis, String words) {
  /// The place of a step is known to within a bin or two.
  private static final double NEAR_BINS = 2;

  /// The cause that is nearest to a step, if any is near.
  static Optional<DriftCause> of(double stepMillis, double binMillis, List<DriftCause> all) {
    return all.stream()
        .filter(one -> one.away(stepMillis) <= NEAR_BINS * binMillis)
        .min(Comparator.comparingDouble(one -> one.away(stepMillis)));
  }

  private double away(double stepMillis) {
    return Math.abs(stepMillis - atMillis);
  }
}
