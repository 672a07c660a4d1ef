package dev.broadside.core.job;

import java.time.Duration;

/// A stretch of a run.
///
/// @param kind what it is for
/// @param duration how long, above zero and at most [Bounds#LONGEST]
public record Phase(PhaseKind kind, Duration duration) {
  public Phase {
    if (duration.isNegative() || duration.isZero() || duration.compareTo(Bounds.LONGEST) > 0) {
      throw new IllegalArgumentException("a phase must be longer than 0 s and at most 366 days");
    }
  }
}
