package dev.broadside.testkit;

import dev.broadside.core.param.ParameterValues;
import dev.broadside.core.work.Iteration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// One iteration as the engine would keep it, and a check that the job class calls it as it should.
final class TestIteration implements Iteration {
  private static final int NOTHING = -1;

  private final int operations;
  private final ParameterValues values;
  private final List<Integer> ended = new ArrayList<>();
  private final long[] added;
  private int running = NOTHING;
  private long rowsRead;
  private long rowsWritten;
  private boolean committing;
  private int committed;
  private boolean rolledBack;
  private long endedBefore;
  private boolean over;
  private long pauseNanos;
  private int attempt;
  private RandomGenerator random = new SplittableRandom(0);

  TestIteration(int operations, int figures, ParameterValues values) {
    this.operations = operations;
    this.added = new long[figures];
    this.values = values;
  }

  void start(int newAttempt, long seed) {
    ended.clear();
    Arrays.fill(added, 0);
    running = NOTHING;
    rowsRead = 0;
    rowsWritten = 0;
    committing = false;
    committed = 0;
    rolledBack = false;
    endedBefore = 0;
    pauseNanos = 0;
    attempt = newAttempt;
    random = new SplittableRandom(seed);
  }

  @Override
  public void begin(int operation) {
    if (running != NOTHING) {
      throw new AssertionError("operation " + operation + " begins within operation " + running);
    }
    if (operation < 0 || operation >= operations) {
      throw new AssertionError("there is no operation " + operation);
    }
    running = operation;
  }

  @Override
  public void end() {
    if (running == NOTHING) {
      throw new AssertionError("an operation ends that did not begin");
    }
    ended.add(running);
    running = NOTHING;
  }

  @Override
  public void endAs(int operation) {
    if (operation < 0 || operation >= operations) {
      throw new AssertionError("there is no operation " + operation);
    }
    end();
    ended.set(ended.size() - 1, operation);
  }

  @Override
  public void add(int figure, long amount) {
    added[figure] += amount;
  }

  /// What this attempt added, by the figures' indexes.
  long[] added() {
    return added;
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
  public void committing() {
    committing = true;
  }

  @Override
  public void committed() {
    committing = false;
    committed = ended.size();
  }

  @Override
  public void rolledBack() {
    rolledBack = true;
  }

  @Override
  public void ended(long transactions) {
    if (transactions < 0) {
      throw new AssertionError("no " + transactions + " transactions can have ended");
    }
    endedBefore += transactions;
  }

  /// A run of a test goes on until an iteration has failed.
  @Override
  public boolean over() {
    return over;
  }

  /// It has failed, and is not tried again.
  void fail() {
    over = true;
  }

  /// How many transactions ended before the iteration itself.
  long endedBefore() {
    return endedBefore;
  }

  @Override
  public void pauseAfter(long nanos) {
    if (nanos < 0) {
      throw new AssertionError("a pause of " + nanos + " ns ends before it begins");
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

  /// The operations that ended well, in order.
  List<Integer> ended() {
    return ended;
  }

  /// How many of them took effect before any later failure.
  int committedOnes() {
    return committed;
  }

  /// The operation that was cut short; -1 if none was.
  int cutShort() {
    return running;
  }

  long countedRowsRead() {
    return rowsRead;
  }

  long countedRowsWritten() {
    return rowsWritten;
  }

  long pauseNanos() {
    return pauseNanos;
  }

  boolean mayHaveCommitted() {
    return committing;
  }

  boolean wasRolledBack() {
    return rolledBack;
  }
}
