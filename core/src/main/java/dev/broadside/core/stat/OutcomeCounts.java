package dev.broadside.core.stat;

import dev.broadside.core.work.ErrorClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// How iterations came out. Over a whole run, `begun = ok + failed + uncertain`.
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
    Map<Integer, Long> okAfterRetries) {

  /// An iteration is not repeated more often.
  public static final int MAX_RETRIES = 9;

  public static final OutcomeCounts NONE =
      new OutcomeCounts(0, 0, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());

  public OutcomeCounts {
    failedBy = copy(failedBy, ErrorClass.class);
    droppedBy = copy(droppedBy, DropReason.class);
    okAfterRetries = Collections.unmodifiableMap(new TreeMap<>(okAfterRetries));
  }

  private static <K extends Enum<K>> Map<K, Long> copy(Map<K, Long> counts, Class<K> keys) {
    EnumMap<K, Long> copy = new EnumMap<>(keys);
    copy.putAll(counts);
    return Collections.unmodifiableMap(copy);
  }

  /// All failures.
  public long failed() {
    return failedBy.values().stream().mapToLong(Long::longValue).sum();
  }

  /// All arrivals that were never begun.
  public long dropped() {
    return droppedBy.values().stream().mapToLong(Long::longValue).sum();
  }

  /// The arrivals of an open load that are accounted for.
  public long arrivals() {
    return begun + dropped();
  }

  /// Everything that ended.
  public long ended() {
    return ok + failed() + uncertain;
  }

  /// Every try that ended, repetitions included: what the target had to bear.
  public long attempts() {
    return ended() + retried;
  }

  /// The ok ones that the business rule let stand: what its users got done.
  public long good() {
    return ok - rolledBack;
  }

  /// Of these only what was dropped.
  public OutcomeCounts droppedOnly() {
    return new OutcomeCounts(0, 0, Map.of(), 0, 0, 0, droppedBy, 0, 0, Map.of());
  }

  public OutcomeCounts plus(OutcomeCounts other) {
    return new OutcomeCounts(
        begun + other.begun,
        ok + other.ok,
        both(failedBy, other.failedBy),
        uncertain + other.uncertain,
        retried + other.retried,
        rolledBack + other.rolledBack,
        both(droppedBy, other.droppedBy),
        rowsRead + other.rowsRead,
        rowsWritten + other.rowsWritten,
        both(okAfterRetries, other.okAfterRetries));
  }

  /// What is left of these counts without some of them.
  public OutcomeCounts minus(OutcomeCounts part) {
    return new OutcomeCounts(
        begun - part.begun,
        ok - part.ok,
        without(failedBy, part.failedBy),
        uncertain - part.uncertain,
        retried - part.retried,
        rolledBack - part.rolledBack,
        without(droppedBy, part.droppedBy),
        rowsRead - part.rowsRead,
        rowsWritten - part.rowsWritten,
        without(okAfterRetries, part.okAfterRetries));
  }

  /// Whether none of them is below zero, as counts are.
  public boolean possible() {
    return LongStream.of(begun, ok, uncertain, retried, rolledBack, rowsRead, rowsWritten)
            .allMatch(count -> count >= 0)
        && Stream.of(failedBy, droppedBy, okAfterRetries)
            .flatMap(counts -> counts.values().stream())
            .allMatch(count -> count >= 0);
  }

  /// The sum of all counts; see [IntervalRecord#weight].
  long weight() {
    if (!possible()) {
      throw new ArithmeticException("counts below zero are none");
    }
    LongStream plain =
        LongStream.of(begun, ok, uncertain, retried, rolledBack, rowsRead, rowsWritten);
    LongStream byKind =
        Stream.of(failedBy, droppedBy, okAfterRetries)
            .flatMap(counts -> counts.values().stream())
            .mapToLong(Long::longValue);
    return LongStream.concat(plain, byKind).reduce(0, Math::addExact);
  }

  /// The same counts with others that are uncertain.
  public OutcomeCounts withUncertain(long iterations) {
    return new OutcomeCounts(
        begun,
        ok,
        failedBy,
        iterations,
        retried,
        rolledBack,
        droppedBy,
        rowsRead,
        rowsWritten,
        okAfterRetries);
  }

  private static <K> Map<K, Long> both(Map<K, Long> one, Map<K, Long> other) {
    Map<K, Long> sum = new HashMap<>(one);
    other.forEach((key, count) -> sum.merge(key, count, Long::sum));
    return sum;
  }

  private static <K> Map<K, Long> without(Map<K, Long> all, Map<K, Long> part) {
    Map<K, Long> left = new HashMap<>(all);
    part.forEach((key, count) -> left.merge(key, -count, Long::sum));
    left.values().removeIf(count -> count == 0);
    return left;
  }
}
