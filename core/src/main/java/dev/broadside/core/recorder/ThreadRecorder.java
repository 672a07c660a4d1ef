package dev.broadside.core.recorder;

import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.time.Time;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation.Slow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// One load thread's side of a [Recorder], which explains the protocol. Used by that thread only.
///
/// Each method that ends something reads the clock once, within the protocol, and returns that
/// reading.
public final class ThreadRecorder extends Padding {
  /// The due time of an iteration for which no thread slept.
  public static final long AT_ONCE = Long.MIN_VALUE;

  /// The number of a connection of which none is known.
  static final long NO_CONNECTION = -1;

  private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

  /// The words that the sealer reads are in the middle of an array, away from the cache lines of
  /// other objects.
  private static final int STATE = 16;

  private static final int IN_FLIGHT_SINCE = 17;
  private static final int FIRST_BEGUN = 18;
  private static final int BUSY = 19;
  private static final int WORDS = 35;
  private static final int FIRST_VALUES = 16;
  private static final int MOST_VALUES = 4_096;
  private static final long NONE = Long.MIN_VALUE;

  private final long[] words = new long[WORDS];
  private final Recorder recorder;
  private final BlockLayout layout;
  private final SlowCells slow;
  private final boolean open;
  private final int thread;
  private final int stripe;
  private final CounterFile.Slot total;
  private final CounterFile.Slot operations;
  private final Time time;

  /// How many operations of each kind ended well in the present attempt, and a bit for each kind
  /// that did.
  private final long[] endedWell;

  private long touched;

  /// What the present attempt has added to the job class's figures, a bit for each that it added
  /// to, and the values of those that keep each one.
  private final long[] added;

  private final int[] seriesOf;
  private final long ofEveryAttempt;
  private long addedTo;
  private int[] valueOf = new int[0];
  private long[] values = new long[0];
  private int kept;

  /// How often the present iteration was repeated.
  private int retries;

  /// Whether the present iteration has counted transactions whose latencies are not known.
  private boolean untimed;

  /// The operations that have ended in the present iteration, a bit for each, and the one that took
  /// longest.
  private long done;

  private int longest;
  private long longestNanos;

  private long connection = NO_CONNECTION;

  /// The present interval, and when to look for the next one.
  private int interval;

  private IntervalSlot slot;
  private long[] block;
  private LatencyCounts latencies;
  private long intervalEndNanos;

  /// An iteration that takes longer is one of the slowest of the interval so far.
  private long keptNanos;

  /// Iterations that were due before this and end in the present interval are carried over.
  private long carriedBeforeNanos;

  ThreadRecorder(
      Recorder recorder,
      BlockLayout layout,
      List<Figure> figures,
      boolean open,
      int thread,
      int stripe,
      CounterFile.Slot total,
      CounterFile.Slot operations,
      Time time) {
    this.recorder = recorder;
    this.layout = layout;
    this.slow = layout.slow();
    this.open = open;
    this.thread = thread;
    this.stripe = stripe;
    this.total = total;
    this.operations = operations;
    this.time = time;
    this.endedWell = new long[layout.operations()];
    this.added = new long[figures.size()];
    this.seriesOf = layout.seriesOf(figures);
    this.ofEveryAttempt = everyAttempt(figures);
    this.slot = recorder.slot(0);
    this.block = slot.block(thread);
    this.latencies = slot.latencies()[stripe];
    words[IN_FLIGHT_SINCE] = NONE;
    words[FIRST_BEGUN] = NONE;
  }

  private static long everyAttempt(List<Figure> figures) {
    long marks = 0;
    for (int i = 0; i < figures.size(); i++) {
      marks |= figures.get(i).everyAttempt() ? 1L << i : 0;
    }
    return marks;
  }

  /// An iteration begins.
  ///
  /// @param dueNanos when a sleeping thread should have woken for it; [#AT_ONCE] if it did not
  ///   sleep
  public long begin(long dueNanos) {
    enter();
    try {
      long now = now();
      count(Counter.BEGUN, 1);
      if (dueNanos != AT_ONCE) {
        time(SeriesIndex.LATENESS, now - dueNanos);
      }
      WORD.setOpaque(words, IN_FLIGHT_SINCE, now);
      if (words[FIRST_BEGUN] == NONE) {
        WORD.setRelease(words, FIRST_BEGUN, now);
      }
      return now;
    } finally {
      leave();
    }
  }

  /// The iteration has ended well.
  ///
  /// @param startNanos what [#begin(long)] gave
  /// @param readyNanos from when on both the arrival and a thread for it were there; ignored in a
  ///   closed load
  /// @param intendedNanos when an open load wanted it to begin, at most `readyNanos`; ignored in a
  ///   closed one
  public long ok(
      long startNanos,
      long readyNanos,
      long intendedNanos,
      long rowsRead,
      long rowsWritten,
      boolean rolledBack) {
    enter();
    try {
      long now = now();
      count(rolledBack ? Counter.ROLLED_BACK : Counter.GOOD, 1);
      countIfAny(Counter.ROWS_READ, rowsRead);
      countIfAny(Counter.ROWS_WRITTEN, rowsWritten);
      if (retries != 0) {
        count(Counter.okAfter(retries), 1);
      }
      if (!untimed) {
        timeOk(startNanos, readyNanos, intendedNanos, now, rolledBack);
      }
      settle(rolledBack ? OperationCounter.ROLLED_BACK : OperationCounter.EFFECTIVE);
      settleFigures(-1L);
      endIteration(now);
      return now;
    } finally {
      leave();
    }
  }

  private void timeOk(
      long startNanos, long readyNanos, long intendedNanos, long now, boolean rolledBack) {
    long serviceNanos = now - startNanos;
    time(SeriesIndex.SERVICE, serviceNanos);
    if (open) {
      time(SeriesIndex.WAIT, readyNanos - intendedNanos);
      time(SeriesIndex.SCHEDULE_DELAY, startNanos - readyNanos);
      time(SeriesIndex.RESPONSE, now - intendedNanos);
    }
    long fromNanos = open ? intendedNanos : startNanos;
    if (fromNanos - carriedBeforeNanos < 0) {
      count(Counter.CARRIED_OVER, 1);
      time(SeriesIndex.CARRIED, now - fromNanos);
    }
    if (serviceNanos > keptNanos) {
      keep(rolledBack ? Slow.Outcome.ROLLED_BACK : Slow.Outcome.OK, startNanos, now, fromNanos);
    }
  }

  /// Transactions have ended well within the present iteration, which goes on. When each of them
  /// began is not known: none has a latency, and neither has the iteration. What it has added to
  /// figures counts now. The iteration is in flight from here on only.
  public void ended(long transactions) {
    enter();
    try {
      long now = now();
      untimed = true;
      countIfAny(Counter.BEGUN, transactions);
      countIfAny(Counter.GOOD, transactions);
      settleFigures(-1L);
      WORD.setOpaque(words, BUSY, words[BUSY] + (now - words[IN_FLIGHT_SINCE]));
      WORD.setOpaque(words, IN_FLIGHT_SINCE, now);
    } finally {
      leave();
    }
  }

  /// The iteration has failed, without effect.
  ///
  /// @param intendedNanos when an open load wanted it to begin; ignored in a closed one
  public long failed(Failure failure, long intendedNanos) {
    return endBadly(Counter.failed(failure.errorClass()), failure, intendedNanos);
  }

  /// It is not known whether the iteration took effect.
  ///
  /// @param intendedNanos when an open load wanted it to begin; ignored in a closed one
  public long uncertain(Failure failure, long intendedNanos) {
    return endBadly(Counter.UNCERTAIN, failure, intendedNanos);
  }

  private long endBadly(int counter, Failure failure, long intendedNanos) {
    enter();
    try {
      long now = now();
      count(counter, 1);
      long fromNanos = open ? intendedNanos : words[IN_FLIGHT_SINCE];
      time(SeriesIndex.FAILED, now - fromNanos);
      if (fromNanos - carriedBeforeNanos < 0) {
        count(Counter.CARRIED_OVER, 1);
        count(Counter.CARRIED_BADLY, 1);
      }
      note(failure, now);
      boolean uncertain = counter == Counter.UNCERTAIN;
      long startNanos = words[IN_FLIGHT_SINCE];
      if (now - startNanos > keptNanos) {
        keep(uncertain ? Slow.Outcome.UNCERTAIN : Slow.Outcome.FAILED, startNanos, now, fromNanos);
      }
      if (uncertain) {
        settle(OperationCounter.UNCERTAIN);
      } else {
        forget();
      }
      settleFigures(ofEveryAttempt);
      endIteration(now);
      return now;
    } finally {
      leave();
    }
  }

  /// The operations that have ended in the present attempt took effect, even if the attempt fails.
  public void committed() {
    enter();
    try {
      now();
      settle(OperationCounter.EFFECTIVE);
    } finally {
      leave();
    }
  }

  /// The operations that have ended since the last iteration belong to none, and took effect.
  public void apart() {
    committed();
    done = 0;
    longestNanos = 0;
  }

  /// The iteration, whose attempt has failed and was [noted][#noted(Failure)], is tried again.
  public long retried() {
    enter();
    try {
      long now = now();
      count(Counter.RETRIED, 1);
      retries++;
      forget();
      settleFigures(ofEveryAttempt);
      return now;
    } finally {
      leave();
    }
  }

  /// Something failed that does not end the iteration: an attempt that will be repeated, or making
  /// a new connection.
  public void noted(Failure failure) {
    enter();
    try {
      note(failure, now());
    } finally {
      leave();
    }
  }

  /// Keeps the present iteration as one of the slowest of the interval, in the place of another
  /// one.
  ///
  /// @param fromNanos when it was due
  private void keep(Slow.Outcome outcome, long startNanos, long now, long fromNanos) {
    int entry = slow.fastest(block);
    block[entry + SlowCells.SERVICE] = now - startNanos;
    block[entry + SlowCells.START] = startNanos - recorder.originNanos();
    block[entry + SlowCells.LATE] = Math.max(0, startNanos - fromNanos);
    block[entry + SlowCells.OUTCOME] = outcome.ordinal();
    block[entry + SlowCells.TRIES] = retries + 1L;
    block[entry + SlowCells.OPERATION] = done == 0 ? 0 : longest + 1;
    block[entry + SlowCells.OPERATION_NANOS] = longestNanos;
    block[entry + SlowCells.OPERATIONS] = done;
    block[entry + SlowCells.CONNECTION] = connection;
    keptNanos = block[slow.fastest(block)];
  }

  /// The thread has a connection, perhaps another one than before.
  ///
  /// @param number the database's own; empty if it is not known
  public void connected(OptionalLong number) {
    connection = number.orElse(NO_CONNECTION);
  }

  /// The thread is without a connection.
  public void connectionLost() {
    recorder.connections().lost(time.nanos());
  }

  /// It tries to open another one.
  public void connectionTried() {
    recorder.connections().tried();
  }

  /// It has one again.
  public void connectionFound() {
    recorder.connections().found(time.nanos());
  }

  /// Arrivals of an open load were never begun.
  public void dropped(DropReason reason, long arrivals) {
    enter();
    try {
      now();
      count(Counter.dropped(reason), arrivals);
    } finally {
      leave();
    }
  }

  /// An operation inside the iteration begins. Each that is begun ends in one of the ways below.
  ///
  /// No interval counts this: only the counter file does, to be read if this process dies.
  public void operationBegun(int operation) {
    operations.add(operation * OperationCounter.CELLS + OperationCounter.BEGUN, 1);
  }

  /// The operation that was begun turns out to be another one. Between its two stores it is under
  /// way under both names, so that it is never missing.
  public void operationRenamed(int operation, int other) {
    operationBegun(other);
    operations.add(operation * OperationCounter.CELLS + OperationCounter.BEGUN, -1);
  }

  /// An operation inside the iteration has ended well.
  public long operationOk(int operation, long startNanos) {
    enter();
    try {
      long now = now();
      operations.add(operation * OperationCounter.CELLS + OperationCounter.OK, 1);
      time(SeriesIndex.FIRST_OPERATION + operation, now - startNanos);
      took(operation, now - startNanos);
      endedWell[operation]++;
      touched |= 1L << operation;
      return now;
    } finally {
      leave();
    }
  }

  /// An operation inside the iteration has failed.
  public void operationFailed(int operation, long startNanos) {
    operationEnded(operation, OperationCounter.FAILED, startNanos);
  }

  /// An operation was under way when the iteration became uncertain.
  public void operationUnanswered(int operation, long startNanos) {
    operationEnded(operation, OperationCounter.UNANSWERED, startNanos);
  }

  /// The present attempt adds to a figure of the job class; it is counted when the attempt ends.
  ///
  /// @param amount 0 or more; of a duration in nanoseconds
  /// @return false if the attempt has added more values than are kept
  public boolean add(int figure, long amount) {
    if (seriesOf[figure] >= 0) {
      return keep(figure, amount);
    }
    added[figure] += amount;
    addedTo |= 1L << figure;
    return true;
  }

  private boolean keep(int figure, long value) {
    if (kept == values.length) {
      if (kept == MOST_VALUES) {
        return false;
      }
      int room = Math.max(FIRST_VALUES, 2 * kept);
      valueOf = Arrays.copyOf(valueOf, room);
      values = Arrays.copyOf(values, room);
    }
    valueOf[kept] = figure;
    values[kept++] = value;
    return true;
  }

  private void operationEnded(int operation, int counter, long startNanos) {
    enter();
    try {
      long now = now();
      count(operation, counter, 1);
      took(operation, now - startNanos);
    } finally {
      leave();
    }
  }

  private void took(int operation, long nanos) {
    done |= 1L << operation;
    if (nanos >= longestNanos) {
      longestNanos = nanos;
      longest = operation;
    }
  }

  private void enter() {
    // The full fence: the sealer must see the odd word before this thread reads the clock.
    WORD.setVolatile(words, STATE, words[STATE] + 1);
  }

  private void leave() {
    WORD.setRelease(words, STATE, words[STATE] + 1);
  }

  private long now() {
    long now = time.nanos();
    if (now - intervalEndNanos >= 0) {
      moveTo(now);
    }
    return now;
  }

  /// Finds the interval of a moment.
  void moveTo(long now) {
    long origin = recorder.originNanos();
    interval = recorder.intervalFor(now - origin);
    slot = recorder.slot(interval);
    block = slot.block(thread);
    latencies = slot.latencies()[stripe];
    keptNanos = block[slow.fastest(block)];
    // If the sealer is late, this end has passed, too, so that the next call looks again.
    intervalEndNanos = origin + recorder.axis().endNanos(interval);
    carriedBeforeNanos = origin + recorder.axis().carriedBeforeNanos(interval);
  }

  private void count(int counter, long more) {
    block[counter] += more;
    total.add(counter, more);
  }

  private void count(int operation, int counter, long more) {
    block[layout.operation(operation, counter)] += more;
    operations.add(operation * OperationCounter.CELLS + counter, more);
  }

  private void countIfAny(int counter, long more) {
    if (more != 0) {
      count(counter, more);
    }
  }

  /// Counts are stored before latencies, so that a killed worker leaves no latency without a count.
  private void time(int series, long nanos) {
    long positive = Math.max(0, nanos);
    // Rounded up: a percentile must never be lower than the measured value.
    long micros = Math.ceilDiv(positive, 1_000L);
    block[layout.sum(series)] += positive;
    if (positive > block[layout.maximum(series)]) {
      block[layout.maximum(series)] = positive;
    }
    if (micros > LatencyLayout.MAX_MICROS) {
      block[layout.clamped(series)]++;
      micros = LatencyLayout.MAX_MICROS;
    }
    latencies.add(series, LatencyLayout.slot(micros));
  }

  private void note(Failure failure, long now) {
    slot.errors().add(failure, Math.max(0, now - recorder.originNanos()) / 1_000_000);
  }

  /// Counts the attempt's good operations by the iteration's outcome.
  private void settle(int counter) {
    for (long left = touched; left != 0; left &= left - 1) {
      int operation = Long.numberOfTrailingZeros(left);
      count(operation, counter, endedWell[operation]);
      endedWell[operation] = 0;
    }
    touched = 0;
  }

  /// Counts the attempt's good operations as undone.
  private void forget() {
    for (long left = touched; left != 0; left &= left - 1) {
      int operation = Long.numberOfTrailingZeros(left);
      operations.add(
          operation * OperationCounter.CELLS + OperationCounter.UNDONE, endedWell[operation]);
      endedWell[operation] = 0;
    }
    touched = 0;
  }

  /// Counts the attempt's additions to some figures, and forgets the others.
  private void settleFigures(long which) {
    if (addedTo == 0 && kept == 0) {
      return;
    }
    for (long left = addedTo; left != 0; left &= left - 1) {
      int figure = Long.numberOfTrailingZeros(left);
      if ((which >>> figure & 1) != 0) {
        block[layout.figure(figure)] += added[figure];
        total.add(Counter.CELLS + figure, added[figure]);
      }
      added[figure] = 0;
    }
    addedTo = 0;
    for (int i = 0; i < kept; i++) {
      if ((which >>> valueOf[i] & 1) != 0) {
        time(seriesOf[valueOf[i]], values[i]);
      }
    }
    kept = 0;
  }

  private void endIteration(long now) {
    retries = 0;
    untimed = false;
    done = 0;
    longestNanos = 0;
    WORD.setOpaque(words, BUSY, words[BUSY] + (now - words[IN_FLIGHT_SINCE]));
    WORD.setOpaque(words, IN_FLIGHT_SINCE, NONE);
  }

  /// About how many iterations of all threads have ended well so far; the other threads go on.
  public long okOfAll() {
    return recorder.ok();
  }

  /// How many iterations of this thread have ended well; approximate for other threads.
  long ok() {
    return total.get(Counter.GOOD) + total.get(Counter.ROLLED_BACK);
  }

  /// For the sealer: odd while the thread records.
  long word() {
    return (long) WORD.getVolatile(words, STATE);
  }

  static boolean busy(long word) {
    return (word & 1) != 0;
  }

  /// For other threads: how long the present iteration has lasted at a moment; 0 between
  /// iterations.
  public long inFlightNanos(long atNanos) {
    long since = (long) WORD.getOpaque(words, IN_FLIGHT_SINCE);
    return since == NONE ? 0 : Math.max(0, atNanos - since);
  }

  /// For the sealer: how long the thread has been in iterations, up to a moment. If the thread
  /// records at that moment, the present iteration may be counted twice or not at all; the next
  /// answer is right again.
  long busyNanos(long atNanos) {
    long since = (long) WORD.getAcquire(words, IN_FLIGHT_SINCE);
    long ended = (long) WORD.getOpaque(words, BUSY);
    return ended + (since == NONE ? 0 : Math.max(0, atNanos - since));
  }

  /// When its first iteration began; empty if none has.
  OptionalLong firstBegunNanos() {
    long first = (long) WORD.getAcquire(words, FIRST_BEGUN);
    return first == NONE ? OptionalLong.empty() : OptionalLong.of(first);
  }

  /// The interval into which this thread wrote last. For others only when the thread has ended.
  int interval() {
    return interval;
  }
}
