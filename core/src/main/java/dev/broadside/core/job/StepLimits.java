package dev.broadside.core.job;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// How long each [Step] of a job may go on without coming any further.
///
/// @param given limits other than the usual ones
public record StepLimits(Map<Step, Duration> given) {
  /// Nothing but the usual ones.
  public static final StepLimits USUAL = new StepLimits(Map.of());

  public StepLimits {
    Map<Step, Duration> ordered = new EnumMap<>(Step.class);
    ordered.putAll(given);
    ordered.forEach(StepLimits::check);
    given = Collections.unmodifiableMap(ordered);
  }

  private static void check(Step step, Duration limit) {
    if (!limit.isPositive() || limit.compareTo(Step.LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the limit of " + step.words() + " is not above 0s and at most 7d");
    }
  }

  public Duration of(Step step) {
    return given.getOrDefault(step, step.usual());
  }
}
