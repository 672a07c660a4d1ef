package dev.broadside.core.verdict;

/// Whether a result counts. It decides the exit status of commands, and members of a group wait for
/// it.
public enum Judgement {
  /// It ran to its end, its sums balance, its thresholds hold.
  OK,
  /// A threshold was broken.
  THRESHOLD_BROKEN,
  /// It is not a valid measurement, or it is unknown whether its thresholds hold.
  INVALID,
  /// It failed before any load.
  NEVER_BEGAN
}
