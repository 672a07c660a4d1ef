package dev.broadside.core.drift;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Something that happened beside the target, and that explains a step where one is.
///
/// @param atMillis when, from the common start
/// @param words what happened, to stand behind a comma
public record DriftCause(double atMillis, String words) {
  /// A step is found to a bin or two.
  private static final double NEAR_BINS = 2;

  /// The one that is nearest to a step, if any is near.
  static Optional<DriftCause> of(double stepMillis, double binMillis, List<DriftCause> all) {
    return all.stream()
        .filter(one -> one.away(stepMillis) <= NEAR_BINS * binMillis)
        .min(Comparator.comparingDouble(one -> one.away(stepMillis)));
  }

  private double away(double stepMillis) {
    return Math.abs(stepMillis - atMillis);
  }
}
