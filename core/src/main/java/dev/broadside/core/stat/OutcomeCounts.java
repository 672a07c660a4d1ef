package dev.broadside.core.stat;

import dev.broadside.core.work.ErrorClass;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/// The outcomes of iterations. Over a whole run, `begun = ok + failed + uncertain`.
///
/// @param begun iterations begun in the interval
/// @param ok ended well, rolled back by the business rule included
/// @param failedBy ended badly and without effect, by the kind of failure of the last try
/// @param uncertain may or may not have taken effect: the answer to the commit was lost
/// @param retried repetitions after a failure that allows one; they are not iterations of their own
/// @param rolledBack of the ok ones, those that the business rule rolled back
/// @param droppedBy arrivals of an open load that were never begun, by reason
/// @param rowsRead rows read by the ok ones
/// @param rowsWritten rows written by the ok ones
/// @param okAfterRetries of the ok ones, those that needed repetitions, by how many they needed: 1
///   to [#MAX_RETRIES]
/// @param due arrivals that were due in the interval, begun or not; in a closed load, in which an
///   iteration is due when a thread begins it, those begun
/// @param carriedOver of those that ended, how many were due (in a closed load, begun) before the
///   interval's phase began; see `RunAxis.carriedBeforeNanos`
/// @param carriedBadly of the carried over, those that did not end well
public record OutcomeCounts(
    long begun,
    long ok,
    Map<ErrorClass, Long> failedBy,
    long uncertain,
    long retried,
    long rolledBack,
    Map<DropReason, Long> droppedBy,
    long rowsRead,
    long rowsWritten,
    Map<Integer, Long> okAfterRetries,
    long due,
    long carriedOver,
    long carriedBadly) {

  /// The most repetitions of an iteration.
  public static final int MAX_RETRIES = 9;

  public static final OutcomeCounts NONE =
      new OutcomeCounts(0, 0, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of(), 0, 0, 0);

  /// Empty maps are shared: most records have nothing in them, and a server reads thousands of
  /// records a second.
  public OutcomeCounts {
    failedBy = copy(failedBy);
    droppedBy = copy(droppedBy);
    okAfterRetries = copy(okAfterRetries);
  }

  private static <K extends Comparable<K>> Map<K, Long> copy(Map<K, Long> counts) {
    return counts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(counts));
  }

  private static long sum(Map<?, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /// All failures.
  public long failed() {
    return sum(failedBy);
  }

  /// All arrivals that were never begun.
  public long dropped() {
    return sum(droppedBy);
  }

  /// Arrivals that were given up while they waited, without those that were due while no worker
  /// ran.
  public long givenUp() {
    return dropped() - droppedBy.getOrDefault(DropReason.AWAY, 0L);
  }

  /// For totals from the beginning on: the arrivals that are due and wait for a thread.
  public long waiting() {
    return due - arrivals();
  }

  /// For totals from the beginning on: what is due and has not ended, begun or not.
  public long unfinished() {
    return waiting() + begun - ended();
  }

  /// The arrivals of an open load that are accounted for.
  public long arrivals() {
    return begun + dropped();
  }

  /// Everything that ended.
  public long ended() {
    return ok + failed() + uncertain;
  }

  /// Every try that ended, including repetitions: the load on the target.
  public long attempts() {
    return ended() + retried;
  }

  /// The ok ones that the business rule did not roll back.
  public long good() {
    return ok - rolledBack;
  }

  /// These counts with another number of arrivals that were due.
  public OutcomeCounts withDue(long arrivals) {
    return with(uncertain, droppedBy, arrivals);
  }

  /// These counts with other arrivals that were never begun.
  public OutcomeCounts withDropped(Map<DropReason, Long> arrivals) {
    return with(uncertain, arrivals, due);
  }

  public OutcomeCounts plus(OutcomeCounts other) {
    return with(other, Long::sum);
  }

  /// These counts without a part of them.
  public OutcomeCounts minus(OutcomeCounts part) {
    return with(part, (all, some) -> all - some);
  }

  /// The plain numbers, in the order of the components.
  private long[] plain() {
    return new long[] {
      begun,
      ok,
      uncertain,
      retried,
      rolledBack,
      rowsRead,
      rowsWritten,
      due,
      carriedOver,
      carriedBadly
    };
  }

  private OutcomeCounts with(OutcomeCounts other, LongBinaryOperator change) {
    long[] both = plain();
    long[] theirs = other.plain();
    Arrays.setAll(both, i -> change.applyAsLong(both[i], theirs[i]));
    return new OutcomeCounts(
        both[0],
        both[1],
        each(failedBy, other.failedBy, change),
        both[2],
        both[3],
        both[4],
        each(droppedBy, other.droppedBy, change),
        both[5],
        both[6],
        each(okAfterRetries, other.okAfterRetries, change),
        both[7],
        both[8],
        both[9]);
  }

  private static <K> Map<K, Long> each(
      Map<K, Long> one, Map<K, Long> other, LongBinaryOperator change) {
    if (other.isEmpty()) {
      return one;
    }
    Map<K, Long> both = new HashMap<>(one);
    other.forEach((key, count) -> {
      long changed = change.applyAsLong(both.getOrDefault(key, 0L), count);
      both.put(key, changed);
      if (changed == 0 && count != 0) {
        both.remove(key);
      }
    });
    return both;
  }

  /// Whether none of them is below zero, as counts are.
  public boolean possible() {
    long all = begun | ok | uncertain | retried | rolledBack | rowsRead | rowsWritten;
    return (all | due | carriedOver | carriedBadly) >= 0
        && possible(failedBy)
        && possible(droppedBy)
        && possible(okAfterRetries);
  }

  private static boolean possible(Map<?, Long> counts) {
    for (long count : counts.values()) {
      if (count < 0) {
        return false;
      }
    }
    return true;
  }

  /// The sum of all counts; see [IntervalRecord#weight].
  long weight() {
    if (!possible()) {
      throw new ArithmeticException("a count is below zero");
    }
    long sum = 0;
    for (long count : plain()) {
      sum = Math.addExact(sum, count);
    }
    return plus(plus(plus(sum, failedBy), droppedBy), okAfterRetries);
  }

  private static long plus(long before, Map<?, Long> counts) {
    long sum = before;
    for (long count : counts.values()) {
      sum = Math.addExact(sum, count);
    }
    return sum;
  }

  /// These counts with another number of uncertain iterations.
  public OutcomeCounts withUncertain(long iterations) {
    return with(iterations, droppedBy, due);
  }

  private OutcomeCounts with(long newUncertain, Map<DropReason, Long> newDropped, long newDue) {
    return new OutcomeCounts(
        begun,
        ok,
        failedBy,
        newUncertain,
        retried,
        rolledBack,
        newDropped,
        rowsRead,
        rowsWritten,
        okAfterRetries,
        newDue,
        carriedOver,
        carriedBadly);
  }
}
