package dev.broadside.core.stat;

/// The numbering of the series of latencies that a recorder keeps.
final class Series {
  /// Whole iterations, from actual start to end.
  static final int SERVICE = 0;

  /// From intended to actual start; open load only.
  static final int SCHEDULE_DELAY = 1;

  /// From intended start to end; open load only.
  static final int RESPONSE = 2;

  /// How much later than it wanted a sleeping thread woke.
  static final int LATENESS = 3;

  /// Operation 0; the others follow.
  static final int FIRST_OPERATION = 4;

  private Series() {}
}
