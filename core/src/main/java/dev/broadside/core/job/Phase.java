package dev.broadside.core.job;

import java.time.Duration;

/// A stretch of a run.
///
/// @param kind what it is for
/// @param duration how long, above zero
public record Phase(PhaseKind kind, Duration duration) {
  public Phase {
    if (duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException("a phase must be longer than 0 s");
    }
  }
}
