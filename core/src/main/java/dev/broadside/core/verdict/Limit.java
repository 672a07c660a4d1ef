package dev.broadside.core.verdict;

import dev.broadside.core.stat.GeneratorFigure;
import java.util.Locale;

/// One reason why the load generator, and not the target, may have limited an interval on one
/// agent.
///
/// @param agent the agent's name
/// @param cause the cause, for programs
/// @param value the cause's figure in that interval: a share from 0 to 1, or nanoseconds
/// @param reason one sentence with its figure, and what to do about it
public record Limit(String agent, Cause cause, double value, String reason) {

  /// What was short. If there are several causes, the first explains the others.
  public enum Cause {
    QUOTA(
        "cpu quota",
        GeneratorFigure.THROTTLED,
        "the CPU quota of the worker's control group stopped it for %s of the time",
        "raise the quota or lower the load"),
    WORKER_CPU(
        "worker cpu",
        GeneratorFigure.PROCESS_CPU,
        "the worker used %s of the host's CPU",
        "use more agents on other hosts"),
    OWN_CPU(
        "own cpu",
        GeneratorFigure.OWN_CPU,
        "load threads were on a core, busy with their own work, for %s of their time",
        "use more threads or agents"),
    CPU_WAIT(
        "cpu wait",
        GeneratorFigure.CPU_WAIT,
        "load threads waited for a core for %s of the time in transactions",
        "give the load a host of its own, or use more agents"),
    BUSY_HOST(
        "busy host",
        GeneratorFigure.BUSIEST_CORE,
        "the host's busiest core was %s busy",
        "give the load a host of its own, or use more agents"),
    STEAL(
        "steal",
        GeneratorFigure.STEAL,
        "the hypervisor gave %s of the CPU time to other guests",
        "use a host with processors of its own"),
    HICCUP(
        "hiccup",
        GeneratorFigure.MAX_HICCUP,
        "threads woke up to %s late",
        "find out what stops the worker or its host"),
    GC_PAUSE(
        "gc pause",
        GeneratorFigure.GC_PAUSE,
        "the worker's collector stopped it for %s",
        "give the worker a larger heap"),
    LATE_START(
        "late start",
        GeneratorFigure.START_LATENESS,
        "starts were late by %s (p99)",
        "lower the rate of each agent, or use more agents");

    /// Between what was short and what to do about it.
    static final String COLON = ": ";

    private final String word;
    private final GeneratorFigure figure;
    private final String clause;
    private final String mend;

    Cause(String word, GeneratorFigure figure, String clause, String mend) {
      this.word = word;
      this.figure = figure;
      this.clause = clause;
      this.mend = mend;
    }

    /// The cause in at most two words, for narrow places.
    public String word() {
      return word;
    }

    /// The figure that shows it.
    GeneratorFigure figure() {
      return figure;
    }

    /// What to do about it.
    String mend() {
      return mend;
    }

    /// What was short, by how much, and what to do about it.
    ///
    /// @param amount the figure for people
    /// @param besides an addition to the amount; may be empty
    String sentence(String amount, String besides) {
      return String.format(Locale.ROOT, clause, amount) + besides + COLON + mend;
    }

    /// The figure for people.
    String shown(double value) {
      return figure.share() ? percent(value) : millis(value);
    }
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * Math.max(0, share));
  }

  static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }
}
