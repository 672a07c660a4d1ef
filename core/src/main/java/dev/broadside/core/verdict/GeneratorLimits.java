package dev.broadside.core.verdict;

import static dev.broadside.core.stat.GeneratorFigure.BUSIEST_CORE;
import static dev.broadside.core.stat.GeneratorFigure.CPU_WAIT;
import static dev.broadside.core.stat.GeneratorFigure.GC_PAUSE;
import static dev.broadside.core.stat.GeneratorFigure.HOST_CPU;
import static dev.broadside.core.stat.GeneratorFigure.MAX_HICCUP;
import static dev.broadside.core.stat.GeneratorFigure.OWN_CPU;
import static dev.broadside.core.stat.GeneratorFigure.PROCESS_CPU;
import static dev.broadside.core.stat.GeneratorFigure.START_LATENESS;
import static dev.broadside.core.stat.GeneratorFigure.STEAL;
import static dev.broadside.core.stat.GeneratorFigure.THROTTLED;

import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.verdict.Limit.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Judges how the load generator fared in one interval on one agent. The only place that knows the
/// thresholds; docs/generator.md says where each comes from.
///
/// A figure that is unknown blames nobody. Only where the kernel does not tell how long the load
/// threads waited for a core does a busy core count as a guess at it.
public final class GeneratorLimits {
  static final double MOST_CPU_WAIT = 0.1;
  static final double MOST_OWN_CPU = 0.8;
  static final double MOST_WORKER_CPU = 0.8;
  static final double MOST_THROTTLED = 0.01;
  static final double MOST_STEAL = 0.05;
  static final double MOST_BUSY = 0.8;

  static final long LEAST_HICCUP_NANOS = 100_000_000;
  static final long LEAST_GC_PAUSE_NANOS = 20_000_000;
  static final double GC_SHARE_OF_INTERVAL = 0.05;
  static final long LEAST_LATENESS_NANOS = 1_000_000;

  /// A delay is of no weight where responses take more than ten times as long.
  static final double DELAY_SHARE_OF_MEDIAN = 0.1;

  private final String agent;
  private final GeneratorSample sample;
  private final List<Limit> limits = new ArrayList<>();

  private GeneratorLimits(String agent, GeneratorSample sample) {
    this.agent = agent;
    this.sample = sample;
  }

  /// Why the generator was limited, the most telling reason first; empty where it was not.
  public static List<Limit> of(IntervalRecord record) {
    double median = record.tally().transactions().service().percentileMillis(50);
    return of(record.key().agent(), record.generator(), median, record.lengthNanos());
  }

  /// The same from the figures.
  ///
  /// @param medianMillis the median service time in that interval
  static List<Limit> of(
      String agent, GeneratorSample sample, double medianMillis, long lengthNanos) {
    GeneratorLimits judge = new GeneratorLimits(agent, sample);
    judge.used();
    judge.taken();
    judge.delays(medianMillis * 1e6, lengthNanos);
    return List.copyOf(judge.limits);
  }

  /// All that the worker may use, or that its threads can.
  private void used() {
    if (sample.of(THROTTLED) > MOST_THROTTLED) {
      add(
          Cause.QUOTA,
          "the CPU quota of the worker's control group stopped it for %s of the time:"
              + " raise the quota or lower the load",
          percent(sample.of(THROTTLED)));
    }
    if (sample.of(PROCESS_CPU) > MOST_WORKER_CPU) {
      add(
          Cause.WORKER_CPU,
          "the worker used %s of the host's CPU: use more agents on other hosts",
          percent(sample.of(PROCESS_CPU)));
    }
    if (sample.of(OWN_CPU) > MOST_OWN_CPU) {
      add(
          Cause.OWN_CPU,
          "load threads were on a core for %s of their time, so it is their own work"
              + " that was measured: use more threads or agents",
          percent(sample.of(OWN_CPU)));
    }
  }

  /// Processors that the load threads wanted and did not get.
  private void taken() {
    if (sample.of(CPU_WAIT) > MOST_CPU_WAIT) {
      add(
          Cause.CPU_WAIT,
          "load threads waited for a core for %s of the measured time%s:"
              + " give the load a host of its own, or use more agents",
          percent(sample.of(CPU_WAIT)),
          users());
    }
    if (sample.of(CPU_WAIT) < 0 && sample.of(BUSIEST_CORE) > MOST_BUSY) {
      add(
          Cause.BUSY_HOST,
          "the host's busiest core was %s busy%s: give the load a host of its own,"
              + " or use more agents",
          percent(sample.of(BUSIEST_CORE)),
          users());
    }
    if (sample.of(STEAL) > MOST_STEAL) {
      add(
          Cause.STEAL,
          "the hypervisor gave %s of the CPU time to other guests:"
              + " use a host with processors of its own",
          percent(sample.of(STEAL)));
    }
  }

  private void delays(double medianNanos, long lengthNanos) {
    double noticed = medianNanos * DELAY_SHARE_OF_MEDIAN;
    if (sample.of(MAX_HICCUP) > Math.max(LEAST_HICCUP_NANOS, noticed)) {
      add(
          Cause.HICCUP,
          "threads woke up to %s late: find out what stops the worker or its host",
          millis(sample.of(MAX_HICCUP)));
    }
    if (sample.of(GC_PAUSE) > Math.max(LEAST_GC_PAUSE_NANOS, lengthNanos * GC_SHARE_OF_INTERVAL)) {
      add(
          Cause.GC_PAUSE,
          "the worker's collector stopped it for %s of %s: give the worker a larger heap",
          millis(sample.of(GC_PAUSE)),
          millis(lengthNanos));
    }
    if (sample.of(START_LATENESS) > Math.max(LEAST_LATENESS_NANOS, noticed)) {
      add(
          Cause.LATE_START,
          "starts were late by %s (p99): lower the rate of each agent, or use more agents",
          millis(sample.of(START_LATENESS)));
    }
  }

  /// Who used the host's processors, where that is known.
  private String users() {
    if (sample.of(PROCESS_CPU) < 0 || sample.of(HOST_CPU) < 0) {
      return "";
    }
    double others = Math.max(0, sample.of(HOST_CPU) - sample.of(PROCESS_CPU));
    return " (of the host's CPU the worker used "
        + percent(sample.of(PROCESS_CPU))
        + ", others "
        + percent(others)
        + ")";
  }

  private void add(Cause cause, String sentence, Object... figures) {
    limits.add(new Limit(agent, cause, String.format(Locale.ROOT, sentence, figures)));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * Math.max(0, share));
  }

  private static String millis(double nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }
}
