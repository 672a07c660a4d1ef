package dev.broadside.core.stat;

import dev.broadside.core.work.JobDescription;
import java.util.List;

/// What one worker did in one interval of the run's time axis. Immutable, kept and sent as it was
/// sealed.
///
/// @param key no other record has it
/// @param tally what was counted and timed in the interval
/// @param total what the incarnation has done by the interval's end; the difference between the
///   totals of two following records is the later one's tally, which a reader checks
/// @param told what it says in words
/// @param generator how the load generator fared
/// @param last true for the record that closes the incarnation
/// @param figures what else was counted and measured
public record IntervalRecord(
    RecordKey key,
    Interval interval,
    Tally tally,
    Total total,
    Told told,
    GeneratorSample generator,
    boolean last,
    FigureRow figures) {

  /// The span of time that a record is about.
  ///
  /// @param index its number on the run's axis
  /// @param startNanos its beginning, from the run's common start
  /// @param lengthNanos its true length
  /// @param phase the number of the phase it lies in, from 0; the number of phases if it lies after
  ///   the last one, or after the worker was told to stop, but not if its work ended by itself
  /// @param threads the most load threads that were at work in it
  public record Interval(int index, long startNanos, long lengthNanos, int phase, int threads) {
    public Interval {
      if (index < 0 || startNanos < 0 || lengthNanos <= 0 || phase < 0 || threads < 0) {
        throw new IllegalArgumentException("interval " + index + " has a negative figure");
      }
    }
  }

  /// What an incarnation has done since it began.
  ///
  /// @param operations how each operation came out, by index; empty if the job class has none
  /// @param inFlight how many of the uncertain transactions were under way when the worker died,
  ///   and therefore have no latency; 0 in a record that the worker sealed itself
  public record Total(OutcomeCounts transactions, List<OperationCounts> operations, long inFlight) {
    public static final Total NONE = new Total(OutcomeCounts.NONE, List.of(), 0);

    public Total {
      operations = List.copyOf(operations);
      if (inFlight < 0) {
        throw new IllegalArgumentException("fewer than no transactions were under way");
      }
    }
  }

  public IntervalRecord {
    if (tally.operations().size() > JobDescription.MAX_OPERATIONS) {
      throw new IllegalArgumentException(
          tally.operations().size() + " operations in one record are too many");
    }
  }

  /// Kinds of failure met in the interval.
  public List<ErrorSample> errors() {
    return told.errors();
  }

  /// The interval's number on the run's axis.
  public int index() {
    return interval.index;
  }

  /// The interval's beginning, from the run's common start.
  public long startNanos() {
    return interval.startNanos;
  }

  /// The interval's true length.
  public long lengthNanos() {
    return interval.lengthNanos;
  }

  /// The interval's end, from the run's common start.
  public long endNanos() {
    return interval.startNanos + interval.lengthNanos;
  }

  /// The number of the interval's phase; see [Interval].
  public int phase() {
    return interval.phase;
  }

  /// The most load threads that were at work in the interval.
  public int threads() {
    return interval.threads;
  }

  /// Whether it was made from the counters of a worker that died, and not by the worker itself.
  public boolean ofDeadWorker() {
    return interval.threads == 0 && generator.equals(GeneratorSample.UNKNOWN);
  }

  /// The sum of all counts in it. A sum of any counts of several records is at most the sum of the
  /// records' weights.
  ///
  /// @throws ArithmeticException if the sum does not fit into a `long`, or a count is below zero
  public long weight() {
    long weight = Math.addExact(total.inFlight, tally.transactions().weight());
    for (OperationStats operation : tally.operations()) {
      weight = Math.addExact(weight, operation.counts().weight());
      weight = Math.addExact(weight, operation.service().count());
    }
    for (FigureValue value : figures.values()) {
      if (value instanceof FigureValue.Values(Distribution values)) {
        weight = Math.addExact(weight, values.count());
      }
    }
    return weight;
  }

  public IntervalRecord withTally(Tally other) {
    return new IntervalRecord(key, interval, other, total, told, generator, last, figures);
  }

  public IntervalRecord withFigures(FigureRow other) {
    return new IntervalRecord(key, interval, tally, total, told, generator, last, other);
  }
}
