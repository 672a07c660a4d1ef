package dev.broadside.core.report;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.work.Totals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The counts of all agents from the first to the last iteration, in all phases. Not safe for use
/// by several threads.
public final class RunTotals {
  private static final int MAX_ERRORS = 100;

  private final int operations;
  private final List<ErrorSample> errors = new ArrayList<>();
  private OutcomeCounts all = OutcomeCounts.NONE;
  private List<OperationCounts> perOperation = List.of();
  private List<Long> figures = List.of();
  private boolean guessed;

  /// @param operations how many operations the job class has
  RunTotals(int operations) {
    this.operations = operations;
  }

  void add(IntervalRecord record) {
    all = all.plus(record.tally().transactions().counts());
    perOperation = OperationCounts.sum(perOperation, record.tally().operationCounts());
    FigureRow row = record.figures();
    figures = FigureRow.sum(figures, row.amounts(row.cumulative().size()));
    // It may have died after it counted a transaction and before it counted what that had added.
    guessed |= record.ofDeadWorker();
  }

  /// Failures of agents that only watch are told, too, although they counted nothing.
  void addErrors(IntervalRecord record) {
    record.errors().forEach(sample -> sample.addTo(errors, MAX_ERRORS));
  }

  /// The outcomes of all iterations.
  public OutcomeCounts outcomes() {
    return all;
  }

  /// The totals of transactions, for [dev.broadside.core.work.JobClass#verify].
  public Totals transactions() {
    return new Totals(all.ok(), all.failed(), all.uncertain(), all.rolledBack());
  }

  /// The totals of each operation.
  public List<Totals> operations() {
    return IntStream.range(0, operations)
        .mapToObj(i -> OperationCounts.at(perOperation, i))
        .map(counts ->
            new Totals(
                counts.effective() + counts.rolledBack(),
                counts.failed() + counts.undone(),
                counts.uncertain() + counts.unanswered(),
                counts.rolledBack()))
        .toList();
  }

  /// The amounts of the job class's own figures, 0 for those that are no amounts. Empty if they are
  /// not exact: a worker died, or a sum has stopped.
  public List<Long> figures() {
    return guessed || figures.contains(Distribution.MAX_SUM_NANOS) ? List.of() : figures;
  }

  /// The kinds of failure, in the order in which they first happened.
  public List<ErrorSample> errors() {
    return errors.stream()
        .sorted(
            Comparator.comparingLong(ErrorSample::firstMillis)
                .thenComparing(ErrorSample::errorClass)
                .thenComparingInt(ErrorSample::vendorCode)
                .thenComparing(ErrorSample::sqlState)
                .thenComparing(ErrorSample::operation))
        .toList();
  }
}
