package dev.broadside.core.recorder;

import dev.broadside.core.stat.OperationCounts;
import java.util.function.IntToLongFunction;

/// The numbers of the counters of each operation.
///
/// A block of an interval has the first [#OF_INTERVAL] of them; how many ended well follows from
/// their latencies there. A counter file has all, so that every operation that was begun can be
/// told from what its worker left:
///
/// ```
/// begun = failed + unanswered + ok          + under way when the worker died
/// ok    = effective + rolled back + uncertain + undone + ended in an attempt that had not ended
/// ```
///
/// The last term of each line stays uncertain for ever.
final class OperationCounter {
  static final int FAILED = 0;
  static final int EFFECTIVE = 1;
  static final int UNCERTAIN = 2;
  static final int ROLLED_BACK = 3;
  static final int UNANSWERED = 4;

  /// How many counters an interval has.
  static final int OF_INTERVAL = 5;

  static final int BEGUN = 5;
  static final int OK = 6;

  /// Ended well in an attempt that failed.
  static final int UNDONE = 7;

  /// How many counters there are: as many as fill a cache line.
  static final int CELLS = 8;

  private OperationCounter() {}

  /// The counts in a dead worker's counters.
  static OperationCounts left(IntToLongFunction cell) {
    long ok = cell.applyAsLong(OK);
    long failed = cell.applyAsLong(FAILED);
    long effective = cell.applyAsLong(EFFECTIVE);
    long rolledBack = cell.applyAsLong(ROLLED_BACK);
    return new OperationCounts(
        ok,
        failed,
        effective,
        ok - effective - rolledBack - cell.applyAsLong(UNDONE),
        rolledBack,
        cell.applyAsLong(BEGUN) - ok - failed);
  }
}
