package dev.broadside.core.stat;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.JobDescription;
import java.util.List;
import java.util.stream.Stream;

/// What one worker did in one interval of the run's time axis. Immutable, kept and sent as it was
/// sealed.
///
/// @param key no other record has it
/// @param index the interval's number on the run's axis
/// @param startNanos the interval's beginning, from the run's common start
/// @param lengthNanos its true length
/// @param phase the number of the phase it lies in, from 0; one past the last for what ended after
///   the last phase, or after the worker was told to stop
/// @param threads load threads at work in it, at the most
/// @param tally what was counted and timed in it
/// @param cumulative outcome counts from the incarnation's beginning to this interval's end; the
///   difference between two following records is the later one's `tally.transactions.counts`, which
///   a reader checks
/// @param cumulativeOperations the same of each operation, by index; empty if the job class has
///   none
/// @param inFlight of the uncertain ones, those that were under way when the worker died, so that
///   they have no latency; 0 in a record that the worker sealed itself
/// @param errors kinds of failure met in it, at most [#MAX_ERRORS]
/// @param generator how the load generator fared
/// @param last true for the record that closes the incarnation
/// @param figures what else was counted and measured
public record IntervalRecord(
    RecordKey key,
    int index,
    long startNanos,
    long lengthNanos,
    int phase,
    int threads,
    Tally tally,
    OutcomeCounts cumulative,
    List<OperationCounts> cumulativeOperations,
    long inFlight,
    List<ErrorSample> errors,
    GeneratorSample generator,
    boolean last,
    FigureRow figures) {

  /// Several times as long as the maker of a record lets a failure's text be.
  private static final int LONGEST_ERROR = 4 * Failure.MAX_MESSAGE;

  /// More kinds of failure than this are counted in the last one's class only.
  public static final int MAX_ERRORS = 20;

  public IntervalRecord {
    cumulativeOperations = List.copyOf(cumulativeOperations);
    errors = List.copyOf(errors);
    if (index < 0
        || startNanos < 0
        || lengthNanos <= 0
        || phase < 0
        || threads < 0
        || inFlight < 0) {
      throw new IllegalArgumentException(
          "interval " + index + " of " + key.runId() + " has a negative figure");
    }
    if (tally.operations().size() > JobDescription.MAX_OPERATIONS) {
      throw new IllegalArgumentException(
          tally.operations().size() + " operations in one record are too many");
    }
    for (ErrorSample error : errors) {
      if (Stream.of(error.message(), error.sqlState(), error.operation())
          .anyMatch(text -> text.length() > LONGEST_ERROR)) {
        throw new IllegalArgumentException("a failure's text is longer than " + LONGEST_ERROR);
      }
    }
    if (errors.size() > MAX_ERRORS) {
      throw new IllegalArgumentException(
          errors.size() + " kinds of failure in one record are too many");
    }
  }

  /// From the run's common start.
  public long endNanos() {
    return startNanos + lengthNanos;
  }

  /// The sum of all counts in it. A sum of any counts of several records is at most the sum of the
  /// records' weights.
  ///
  /// @throws ArithmeticException if the sum does not fit into a `long`, or a count is below zero
  public long weight() {
    long weight = Math.addExact(inFlight, tally.transactions().weight());
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

  /// This record with another tally.
  public IntervalRecord withTally(Tally other) {
    return with(other, figures);
  }

  public IntervalRecord withFigures(FigureRow other) {
    return with(tally, other);
  }

  private IntervalRecord with(Tally newTally, FigureRow newFigures) {
    return new IntervalRecord(
        key,
        index,
        startNanos,
        lengthNanos,
        phase,
        threads,
        newTally,
        cumulative,
        cumulativeOperations,
        inFlight,
        errors,
        generator,
        last,
        newFigures);
  }
}
