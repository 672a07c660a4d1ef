package dev.broadside.core.stat;

import dev.broadside.core.work.ErrorClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/// How iterations came out. Over a whole run, `begun = ok + failed + uncertain`.
///
/// @param begun iterations begun in the interval
/// @param ok ended well, rolled back by the business rule included
/// @param failedBy ended badly and without effect, by the kind of failure of the last try
/// @param uncertain may or may not have taken effect: the answer to the commit was lost
/// @param retried repetitions after a failure that allows one; they are not iterations of their own
/// @param rolledBack of the ok ones, those that the business rule rolled back
/// @param dropped arrivals of an open load that could not be started
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
    long dropped,
    long rowsRead,
    long rowsWritten,
    Map<Integer, Long> okAfterRetries) {

  /// An iteration is not repeated more often.
  public static final int MAX_RETRIES = 9;

  public static final OutcomeCounts NONE = new OutcomeCounts(0, 0, Map.of(), 0, 0, 0, 0, 0, 0);

  public OutcomeCounts {
    EnumMap<ErrorClass, Long> copy = new EnumMap<>(ErrorClass.class);
    copy.putAll(failedBy);
    failedBy = Collections.unmodifiableMap(copy);
    okAfterRetries = Collections.unmodifiableMap(new TreeMap<>(okAfterRetries));
  }

  /// Where every ok iteration was so at the first try.
  public OutcomeCounts(
      long begun,
      long ok,
      Map<ErrorClass, Long> failedBy,
      long uncertain,
      long retried,
      long rolledBack,
      long dropped,
      long rowsRead,
      long rowsWritten) {
    this(
        begun,
        ok,
        failedBy,
        uncertain,
        retried,
        rolledBack,
        dropped,
        rowsRead,
        rowsWritten,
        Map.of());
  }

  /// All failures.
  public long failed() {
    return failedBy.values().stream().mapToLong(Long::longValue).sum();
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

  public OutcomeCounts plus(OutcomeCounts other) {
    EnumMap<ErrorClass, Long> both = new EnumMap<>(ErrorClass.class);
    both.putAll(failedBy);
    other.failedBy.forEach((errorClass, count) -> both.merge(errorClass, count, Long::sum));
    Map<Integer, Long> afterRetries = new TreeMap<>(okAfterRetries);
    other.okAfterRetries.forEach((retries, count) -> afterRetries.merge(retries, count, Long::sum));
    return new OutcomeCounts(
        begun + other.begun,
        ok + other.ok,
        both,
        uncertain + other.uncertain,
        retried + other.retried,
        rolledBack + other.rolledBack,
        dropped + other.dropped,
        rowsRead + other.rowsRead,
        rowsWritten + other.rowsWritten,
        afterRetries);
  }
}
