package dev.broadside.core.verdict;

/// Whether the load generator, and not the target, may have limited a run.
///
/// @param verdict OK or LIMITED
/// @param reason one sentence
/// @param limitedIntervals measured intervals in which at least one agent was limited
/// @param intervals measured intervals looked at
public record GeneratorVerdict(
    Verdict verdict, String reason, int limitedIntervals, int intervals) {

  /// The word on the first line of every result.
  public enum Verdict {
    OK,
    LIMITED
  }

  /// More limited intervals than this share make the run limited: a 95th percentile may come from
  /// them alone then.
  private static final double TOLERATED_SHARE = 0.05;

  /// The verdict on a whole run.
  ///
  /// @param reason the limit met most, with the agent's name; used where the run was limited
  public static GeneratorVerdict of(int limitedIntervals, int intervals, String reason) {
    if (intervals == 0) {
      return new GeneratorVerdict(Verdict.OK, "no interval was measured", 0, 0);
    }
    if (limitedIntervals <= intervals * TOLERATED_SHARE) {
      return new GeneratorVerdict(
          Verdict.OK,
          "the agents had room to spare in "
              + (intervals - limitedIntervals)
              + " of "
              + intervals
              + " intervals",
          limitedIntervals,
          intervals);
    }
    return new GeneratorVerdict(
        Verdict.LIMITED,
        "in " + limitedIntervals + " of " + intervals + " intervals: " + reason,
        limitedIntervals,
        intervals);
  }
}
