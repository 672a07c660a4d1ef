package dev.broadside.client.engine;

import dev.broadside.client.arrivals.ReplayableRandom;
import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.recorder.ThreadRecorder;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Iteration;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/// The iteration that a job class sees, which writes to the thread's recorder. Made once per thread
/// and used for all its iterations.
public final class LoadIteration implements Iteration {
  /// A job class did not keep to the SPI's contract. Its iteration fails with this.
  static final class ContractBroken extends RuntimeException {
    private static final long serialVersionUID = 1;

    ContractBroken(String message) {
      super(message);
    }
  }

  private static final int NONE = -1;
  private static final long LONGEST_PAUSE_NANOS = 86_400_000_000_000L;

  private final ThreadRecorder recorder;
  private final ReplayableRandom random;
  private final List<String> operations;
  private final List<Figure> figures;
  private final Time time;
  private final LongPredicate over;

  private ParameterValues values;
  private int attempt;
  private int operation = NONE;
  private long operationStartNanos;
  private long rowsRead;
  private long rowsWritten;
  private boolean committing;
  private boolean rolledBack;
  private long pauseNanos;

  /// @param operations their names
  /// @param values of the first phase
  public LoadIteration(
      ThreadRecorder recorder,
      ReplayableRandom random,
      List<String> operations,
      List<Figure> figures,
      ParameterValues values,
      Time time) {
    this(recorder, random, operations, figures, values, time, _ -> false);
  }

  /// @param over whether no further iteration begins at a moment of the clock
  LoadIteration(
      ThreadRecorder recorder,
      ReplayableRandom random,
      List<String> operations,
      List<Figure> figures,
      ParameterValues values,
      Time time,
      LongPredicate over) {
    this.over = over;
    this.values = values;
    this.recorder = recorder;
    this.random = random;
    this.operations = operations;
    this.figures = figures;
    this.time = time;
  }

  /// Begins an iteration with its first attempt.
  ///
  /// @param present the parameter values of the phase in which it begins
  void begin(ParameterValues present) {
    values = present;
    reuse(0);
  }

  /// Begins a new attempt; the first one of an iteration is 0.
  void reuse(int nextAttempt) {
    attempt = nextAttempt;
    operation = NONE;
    rowsRead = 0;
    rowsWritten = 0;
    committing = false;
    rolledBack = false;
    pauseNanos = 0;
  }

  /// The job class returned normally.
  ///
  /// @return the clock reading of the end
  long ok(long startNanos, long readyNanos, long intendedNanos) {
    if (operation != NONE) {
      throw new ContractBroken("operation " + operation + " was begun and not ended");
    }
    return recorder.ok(startNanos, readyNanos, intendedNanos, rowsRead, rowsWritten, rolledBack);
  }

  /// The name of the operation that was begun and has not ended; empty if no operation is open. May
  /// be read by another thread, which sees it a little later.
  String openOperation() {
    int open = operation;
    return open == NONE ? "" : operations.get(open);
  }

  /// For how long that operation has been open at a moment. May be read by another thread, too.
  long openNanos(long atNanos) {
    return atNanos - operationStartNanos;
  }

  /// How long the job class wants the thread to wait before its next iteration.
  long pauseNanos() {
    return pauseNanos;
  }

  /// Records that the outcome of the open operation is unknown: the job class threw, and its work
  /// may have taken effect.
  void leaveOpenOperation() {
    if (operation != NONE) {
      recorder.operationUnanswered(operation, operationStartNanos);
      operation = NONE;
    }
  }

  /// Records the open operation as failed: the job class threw.
  void failOpenOperation() {
    if (operation != NONE) {
      recorder.operationFailed(operation, operationStartNanos);
      operation = NONE;
    }
  }

  /// Whether the failure of this attempt leaves it unknown if the work took effect. A database that
  /// answers a commit with an error has not committed. If it did not answer, the work may have
  /// taken effect. A lost connection is no answer, even if an error came with it, and neither is a
  /// failure of the driver.
  boolean uncertainAfter(Failure failure) {
    boolean answered = failure.vendorCode() != 0 || !failure.sqlState().isEmpty();
    return committing
        && switch (failure.errorClass()) {
          case CONNECTION_LOST, DRIVER -> true;
          case TIMEOUT, OTHER, JOB_CODE -> !answered;
          case DEADLOCK,
              LOCK_WAIT,
              SERIALIZATION,
              SNAPSHOT_TOO_OLD,
              CONSTRAINT,
              READ_ONLY,
              RESOURCE_EXHAUSTED,
              CANCELLED ->
              false;
        };
  }

  @Override
  public void begin(int next) {
    if (operation != NONE || next < 0 || next >= operations.size()) {
      throw new ContractBroken(
          "operation "
              + next
              + " cannot begin: "
              + operations.size()
              + " are declared, open is "
              + operation);
    }
    operation = next;
    recorder.operationBegun(next);
    operationStartNanos = time.nanos();
  }

  @Override
  public void end() {
    if (operation == NONE) {
      throw new ContractBroken("no operation is open that could end");
    }
    recorder.operationOk(operation, operationStartNanos);
    operation = NONE;
  }

  @Override
  public void endAs(int other) {
    if (operation == NONE || other < 0 || other >= operations.size()) {
      throw new ContractBroken(
          "operation "
              + operation
              + " cannot end as "
              + other
              + ": "
              + operations.size()
              + " are declared");
    }
    recorder.operationRenamed(operation, other);
    operation = other;
    end();
  }

  @Override
  public void rowsRead(long rows) {
    rowsRead += rows;
  }

  @Override
  public void rowsWritten(long rows) {
    rowsWritten += rows;
  }

  @Override
  public void add(int figure, long amount) {
    if (figure < 0
        || figure >= figures.size()
        || figures.get(figure).kind().gauge()
        || amount < 0) {
      throw new ContractBroken(
          amount
              + " cannot be added to figure "
              + figure
              + ": "
              + figures.size()
              + " are declared, nothing is added to gauges, and amounts are 0 or more");
    }
    boolean distribution = figures.get(figure).kind() == Figure.Kind.DISTRIBUTION;
    if (!recorder.add(figure, distribution ? FigureValue.Values.nanos(amount) : amount)) {
      throw new ContractBroken("one iteration cannot add more values to distributions");
    }
  }

  @Override
  public void committing() {
    committing = true;
  }

  @Override
  public void committed() {
    committing = false;
    recorder.committed();
  }

  @Override
  public void rolledBack() {
    rolledBack = true;
  }

  @Override
  public void ended(long transactions) {
    if (transactions < 0) {
      throw new ContractBroken("no " + transactions + " transactions can have ended");
    }
    recorder.ended(transactions);
  }

  @Override
  public boolean over() {
    return over.test(time.nanos());
  }

  @Override
  public void pauseAfter(long nanos) {
    if (nanos < 0 || nanos > LONGEST_PAUSE_NANOS) {
      throw new ContractBroken("a pause of " + nanos + " ns is not between 0 and one day");
    }
    pauseNanos = nanos;
  }

  @Override
  public ParameterValues values() {
    return values;
  }

  @Override
  public int attempt() {
    return attempt;
  }

  @Override
  public RandomGenerator random() {
    return random;
  }
}
