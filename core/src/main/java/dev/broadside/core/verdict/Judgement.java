package dev.broadside.core.verdict;

/// Whether a result counts: what the exit status of commands says, and what the members of a group
/// wait for.
public enum Judgement {
  /// It ran to its end, its sums balance, its thresholds hold.
  OK,
  /// A threshold was broken.
  THRESHOLD_BROKEN,
  /// It is no valid measurement, or nobody can say whether its thresholds hold.
  INVALID,
  /// It failed before any load.
  NEVER_BEGAN
}
