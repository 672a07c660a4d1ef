package dev.broadside.core.verdict;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.verdict.Limit.Cause;
import java.util.Arrays;
import java.util.Optional;

/// Whether the load generator, and not the target, may have limited a run.
///
/// @param reason one sentence
/// @param limitedIntervals measured intervals in which at least one agent was limited
/// @param intervals measured intervals looked at
/// @param demand what an open load asks of its threads; empty for a closed load, before anything
///   ended, and if the load was changed while it ran
public record GeneratorVerdict(
    Verdict verdict,
    String reason,
    int limitedIntervals,
    int intervals,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<ThreadDemand> demand) {

  /// The word on the first line of every result.
  public enum Verdict {
    OK,
    /// An agent's host, process or heap was a bottleneck: the result is a lower bound for the
    /// target.
    LIMITED,
    /// The agents had room to spare, but there were too few threads for the rate. Whether the
    /// target could do more is not known. The load that it got is known, so thresholds are judged.
    TOO_FEW_THREADS;

    /// For people.
    public String words() {
      return name().replace('_', ' ');
    }
  }

  /// What was short, in how many of the intervals: the reason without what to do about it.
  public String why() {
    String todo = todo();
    return todo.isEmpty()
        ? reason
        : reason.substring(0, reason.length() - todo.length() - Cause.COLON.length());
  }

  /// What to do about the limit that the reason tells; empty if it tells none.
  public String todo() {
    return Arrays.stream(Cause.values())
        .map(Cause::mend)
        .filter(mend -> reason.endsWith(Cause.COLON + mend))
        .findFirst()
        .orElse("");
  }

  /// More limited intervals than this share make the run limited, since they alone may then make up
  /// a 95th percentile.
  private static final double TOLERATED_SHARE = 0.05;

  /// The verdict on a whole run.
  ///
  /// @param reason the most frequent limit, with the agent's name; used if the run was limited
  static GeneratorVerdict of(
      int limitedIntervals, int intervals, String reason, Optional<ThreadDemand> demand) {
    if (intervals == 0) {
      return new GeneratorVerdict(Verdict.OK, "no interval was measured", 0, 0, Optional.empty());
    }
    if (limitedIntervals > intervals * TOLERATED_SHARE) {
      return new GeneratorVerdict(
          Verdict.LIMITED,
          often(limitedIntervals, intervals) + ": " + reason,
          limitedIntervals,
          intervals,
          demand);
    }
    boolean few = demand.filter(ThreadDemand::tooFewThreads).isPresent();
    return new GeneratorVerdict(
        few ? Verdict.TOO_FEW_THREADS : Verdict.OK,
        few ? demand.get().sentence() : room(limitedIntervals, intervals, demand),
        limitedIntervals,
        intervals,
        demand);
  }

  /// In how many intervals it was limited, in words.
  public String often() {
    return often(limitedIntervals, intervals);
  }

  private static String often(int limited, int intervals) {
    String seldom = 2 * limited < intervals ? "at times, " : "";
    return seldom + "in " + limited + " of " + intervals + " intervals";
  }

  private static String room(int limitedIntervals, int intervals, Optional<ThreadDemand> demand) {
    String unmet =
        demand
            .filter(one -> !one.reached())
            .map(one -> "; only " + one.shortfall() + " ended")
            .orElse("");
    return "the agents had room to spare in "
        + (intervals - limitedIntervals)
        + " of "
        + intervals
        + " intervals"
        + unmet;
  }
}
