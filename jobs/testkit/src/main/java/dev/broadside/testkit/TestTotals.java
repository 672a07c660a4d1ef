package dev.broadside.testkit;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.Totals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// Counts what the engine would count. An operation that ended well counts with its transaction.
public final class TestTotals {
  private final List<String> names;
  private List<Figure> figures;
  private long[] added;
  private final Totals[] operations;
  private final List<Failure> failures = new ArrayList<>();
  private Totals transactions = Totals.NONE;
  private long rowsRead;
  private long rowsWritten;
  private long retried;
  private long pausedNanos;

  TestTotals(JobDescription job) {
    this.names = job.operations();
    this.figures = job.figures();
    this.added = new long[figures.size()];
    this.operations = new Totals[names.size()];
    Arrays.fill(this.operations, Totals.NONE);
  }

  /// What is counted from now on has these figures; nothing changes if it has them already.
  synchronized void figures(List<Figure> ofRun) {
    if (!figures.equals(ofRun)) {
      figures = ofRun;
      added = new long[ofRun.size()];
    }
  }

  synchronized void ok(TestIteration iteration) {
    add(iteration, new Totals(1, 0, 0, iteration.wasRolledBack() ? 1 : 0));
    transactions = transactions.plus(new Totals(iteration.endedBefore(), 0, 0, 0));
    rowsRead += iteration.countedRowsRead();
    rowsWritten += iteration.countedRowsWritten();
    pausedNanos += iteration.pauseNanos();
    addFigures(iteration, _ -> true);
  }

  synchronized void failed(TestIteration iteration, Failure failure, boolean uncertain) {
    failures.add(failure);
    add(iteration, uncertain ? new Totals(0, 0, 1, 0) : new Totals(0, 1, 0, 0));
    transactions = transactions.plus(new Totals(iteration.endedBefore(), 0, 0, 0));
    addFigures(iteration, Figure::everyAttempt);
  }

  synchronized void retried(TestIteration iteration, Failure failure) {
    failures.add(failure);
    addFigures(iteration, Figure::everyAttempt);
    retried++;
  }

  private void addFigures(TestIteration iteration, Predicate<Figure> which) {
    for (int i = 0; i < added.length; i++) {
      added[i] += which.test(figures.get(i)) ? iteration.added()[i] : 0;
    }
  }

  /// What was done between two iterations.
  synchronized void apart(TestIteration between) {
    addOperations(between, new Totals(1, 0, 0, 0));
  }

  /// What failed between two iterations.
  synchronized void apart(TestIteration between, Failure failure) {
    failures.add(failure);
    addOperations(between, new Totals(0, 1, 0, 0));
  }

  private void add(TestIteration iteration, Totals one) {
    transactions = transactions.plus(one);
    addOperations(iteration, one);
  }

  private void addOperations(TestIteration iteration, Totals one) {
    for (int i = 0; i < iteration.ended().size(); i++) {
      int operation = iteration.ended().get(i);
      boolean committed = i < iteration.committedOnes();
      operations[operation] = operations[operation].plus(committed ? new Totals(1, 0, 0, 0) : one);
    }
    if (iteration.cutShort() >= 0) {
      operations[iteration.cutShort()] = operations[iteration.cutShort()].plus(one);
    }
  }

  public Totals transactions() {
    return transactions;
  }

  public Totals operation(int operation) {
    return operations[operation];
  }

  /// @throws AssertionError if the job class has no operation of that name
  public Totals operation(String name) {
    return operations[index(name)];
  }

  int index(String operation) {
    int index = names.indexOf(operation);
    if (index < 0) {
      throw new AssertionError("there is no operation " + operation + " among " + names);
    }
    return index;
  }

  /// What iterations that ended well have added to a figure, in all; to one of every attempt, the
  /// others, too.
  ///
  /// @throws AssertionError if the job class has no figure of that id
  public long figure(String id) {
    List<String> ids = figures.stream().map(Figure::id).toList();
    int figure = ids.indexOf(id);
    if (figure < 0) {
      throw new AssertionError("there is no figure " + id + " among " + ids);
    }
    return added[figure];
  }

  long figure(int figure) {
    return added[figure];
  }

  public long rowsRead() {
    return rowsRead;
  }

  public long rowsWritten() {
    return rowsWritten;
  }

  public long retried() {
    return retried;
  }

  public long pausedNanos() {
    return pausedNanos;
  }

  /// Every failure in order, those that were repeated included.
  public List<Failure> failures() {
    return failures;
  }
}
