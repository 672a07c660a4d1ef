package dev.broadside.core.report;

import dev.broadside.core.stat.GeneratorSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

  /// A core with less idle time than this makes waiting for it likely (Hyperfoil's threshold).
  private static final double MOST_BUSY = 0.8;

  private static final double MOST_STEAL = 0.05;
  private static final long MOST_HICCUP_NANOS = 100_000_000;
  private static final double LATENESS_SHARE_OF_RESPONSE = 0.1;
  private static final long LEAST_LATENESS_NANOS = 1_000_000;

  /// More limited intervals than this share make the run limited.
  private static final double TOLERATED_SHARE = 0.05;

  /// Why the generator was limited in one interval on one agent; empty where it was not.
  ///
  /// @param medianMillis the median response in that interval, against which lateness is held
  public static List<String> limits(GeneratorSample sample, double medianMillis) {
    List<String> limits = new ArrayList<>();
    if (sample.busiestCore() > MOST_BUSY) {
      limits.add(busyHost(sample));
    }
    if (sample.steal() > MOST_STEAL) {
      limits.add("the hypervisor took " + percent(sample.steal()) + " of the CPU time");
    }
    if (sample.maxHiccupNanos() > MOST_HICCUP_NANOS) {
      limits.add("threads woke up to " + millis(sample.maxHiccupNanos()) + " late");
    }
    long tolerated =
        Math.max(LEAST_LATENESS_NANOS, (long) (medianMillis * 1e6 * LATENESS_SHARE_OF_RESPONSE));
    if (sample.startLatenessP99Nanos() > tolerated) {
      limits.add("starts were late by " + millis(sample.startLatenessP99Nanos()) + " (p99)");
    }
    return List.copyOf(limits);
  }

  private static String busyHost(GeneratorSample sample) {
    String busy =
        "the host's busiest core was "
            + percent(sample.busiestCore())
            + " busy, the worker using "
            + percent(sample.processCpu())
            + " of the host";
    boolean others = sample.processCpu() >= 0 && sample.processCpu() < sample.hostCpu() / 2;
    return others ? busy + " (something else there uses more: the target itself?)" : busy;
  }

  /// The verdict on a whole run.
  ///
  /// @param firstReason a limit that was met, with the agent's name; used where the run was limited
  public static GeneratorVerdict of(int limitedIntervals, int intervals, String firstReason) {
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
        "in " + limitedIntervals + " of " + intervals + " intervals: " + firstReason,
        limitedIntervals,
        intervals);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * Math.max(0, share));
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }
}
