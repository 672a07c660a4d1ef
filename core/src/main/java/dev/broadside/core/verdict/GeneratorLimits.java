package dev.broadside.core.verdict;

import static dev.broadside.core.stat.GeneratorFigure.BUSIEST_CORE;
import static dev.broadside.core.stat.GeneratorFigure.CPU_WAIT;
import static dev.broadside.core.stat.GeneratorFigure.HOST_CPU;
import static dev.broadside.core.stat.GeneratorFigure.PROCESS_CPU;
import static dev.broadside.core.stat.GeneratorFigure.START_LATENESS;

import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.verdict.Limit.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// Judges how the load generator fared in one interval on one agent. The only place that knows the
/// thresholds; docs/results.md says where each comes from.
///
/// An unknown figure is not a limit. A busy core counts only if the kernel does not say how long
/// the load threads waited for a core, as a guess at that time.
public final class GeneratorLimits {
  static final double MOST_CPU_WAIT = 0.1;

  /// If no core is busier than this, none was short: a thread that waited did so until an idle core
  /// woke, which takes some virtual machines 60 us instead of 10.
  static final double LEAST_BUSIEST = 0.3;

  static final double MOST_OWN_CPU = 0.8;
  static final double MOST_WORKER_CPU = 0.8;
  static final double MOST_THROTTLED = 0.01;
  public static final double MOST_STEAL = 0.05;
  static final double MOST_BUSY = 0.8;

  static final long LEAST_HICCUP_NANOS = 100_000_000;
  static final long LEAST_GC_PAUSE_NANOS = 20_000_000;
  static final double GC_SHARE_OF_INTERVAL = 0.05;
  static final long LEAST_LATENESS_NANOS = 1_000_000;

  /// A delay does not matter if responses take more than ten times as long.
  static final double DELAY_SHARE_OF_MEDIAN = 0.1;

  private static final double UNKNOWN = -1;

  private final String agent;
  private final GeneratorSample sample;
  private final List<Limit> limits = new ArrayList<>();

  private GeneratorLimits(String agent, GeneratorSample sample) {
    this.agent = agent;
    this.sample = sample;
  }

  /// Why the generator was limited, the most important reason first; empty if it was not.
  ///
  /// In a closed load a late start is no limit: nothing was due before, and latencies begin with
  /// the start.
  public static List<Limit> of(IntervalRecord record) {
    TransactionStats done = record.tally().transactions();
    boolean closed = !done.service().isEmpty() && done.response().isEmpty();
    GeneratorSample sample = record.generator();
    return of(
        record.key().agent(),
        closed ? sample.with(START_LATENESS, UNKNOWN) : sample,
        done.service().percentileMillis(50),
        record.lengthNanos());
  }

  /// The limits that an interval's figures show.
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

  /// Whether the worker used all processor time that it or its threads can have.
  private void used() {
    add(Cause.QUOTA, MOST_THROTTLED);
    add(Cause.WORKER_CPU, MOST_WORKER_CPU);
    add(Cause.OWN_CPU, MOST_OWN_CPU);
  }

  /// Processors that the load threads wanted and did not get.
  private void taken() {
    double busiest = sample.of(BUSIEST_CORE);
    if (busiest < 0 || busiest >= LEAST_BUSIEST) {
      add(Cause.CPU_WAIT, MOST_CPU_WAIT);
    }
    if (sample.of(CPU_WAIT) < 0) {
      add(Cause.BUSY_HOST, MOST_BUSY);
    }
    add(Cause.STEAL, MOST_STEAL);
  }

  private void delays(double medianNanos, long lengthNanos) {
    double noticed = medianNanos * DELAY_SHARE_OF_MEDIAN;
    add(Cause.HICCUP, Math.max(LEAST_HICCUP_NANOS, noticed));
    double longest = Math.max(LEAST_GC_PAUSE_NANOS, lengthNanos * GC_SHARE_OF_INTERVAL);
    add(Cause.GC_PAUSE, longest, " of " + Limit.millis(lengthNanos));
    add(Cause.LATE_START, Math.max(LEAST_LATENESS_NANOS, noticed));
  }

  private void add(Cause cause, double most) {
    boolean shared = cause == Cause.CPU_WAIT || cause == Cause.BUSY_HOST;
    add(cause, most, shared ? users() : "");
  }

  private void add(Cause cause, double most, String besides) {
    double value = sample.of(cause.figure());
    if (value > most) {
      String reason = cause.sentence(cause.shown(value), besides);
      limits.add(new Limit(agent, cause, value, reason));
    }
  }

  /// Who used the host's processors, if that is known.
  private String users() {
    return GeneratorMeans.users(known(PROCESS_CPU), known(HOST_CPU));
  }

  private OptionalDouble known(GeneratorFigure figure) {
    double value = sample.of(figure);
    return value < 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
