package dev.broadside.core.recorder;

import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.work.ErrorClass;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/// The numbers of a load thread's counters: each has one cell in a block of longs.
///
/// A counter file with another numbering is refused by the number of cells in its header: append
/// new counters, so that [#CELLS] grows.
final class Counter {
  static final int BEGUN = 0;

  /// Ended well and was not rolled back. Each outcome of an iteration has one counter of its own,
  /// so that one store decides it.
  static final int GOOD = 1;

  static final int UNCERTAIN = 2;
  static final int RETRIED = 3;
  static final int ROLLED_BACK = 4;
  private static final int NO_FREE_THREAD = 5;
  static final int ROWS_READ = 6;
  static final int ROWS_WRITTEN = 7;

  private static final int FAILED = 8;
  private static final ErrorClass[] CLASSES = ErrorClass.values();

  /// How many cells there are.
  static final int CELLS = FAILED + CLASSES.length + OutcomeCounts.MAX_RETRIES + 4;

  private static final int STOPPED = CELLS - 4;
  private static final int AWAY = CELLS - 3;

  /// Iterations that ended and were carried over from before the phase.
  static final int CARRIED_OVER = CELLS - 2;

  /// Those among them that did not end well.
  static final int CARRIED_BADLY = CELLS - 1;

  private Counter() {}

  /// The cell that counts the failures of a class.
  static int failed(ErrorClass errorClass) {
    return FAILED + errorClass.ordinal();
  }

  /// The cell that counts arrivals dropped for a reason.
  static int dropped(DropReason reason) {
    return switch (reason) {
      case NO_FREE_THREAD -> NO_FREE_THREAD;
      case STOPPED -> STOPPED;
      case AWAY -> AWAY;
    };
  }

  /// The cell that counts iterations that ended well after a number of repetitions.
  static int okAfter(int retries) {
    return FAILED + CLASSES.length + Math.min(retries, OutcomeCounts.MAX_RETRIES) - 1;
  }

  /// The counts in some cells. How many arrivals were due is not counted here: it follows from the
  /// load.
  static OutcomeCounts outcomes(IntToLongFunction cell) {
    Map<ErrorClass, Long> failedBy = new EnumMap<>(ErrorClass.class);
    for (ErrorClass errorClass : CLASSES) {
      long failures = cell.applyAsLong(failed(errorClass));
      if (failures != 0) {
        failedBy.put(errorClass, failures);
      }
    }
    Map<Integer, Long> okAfterRetries = new TreeMap<>();
    for (int retries = 1; retries <= OutcomeCounts.MAX_RETRIES; retries++) {
      long successes = cell.applyAsLong(okAfter(retries));
      if (successes != 0) {
        okAfterRetries.put(retries, successes);
      }
    }
    Map<DropReason, Long> droppedBy = new EnumMap<>(DropReason.class);
    for (DropReason reason : DropReason.values()) {
      long arrivals = cell.applyAsLong(dropped(reason));
      if (arrivals != 0) {
        droppedBy.put(reason, arrivals);
      }
    }
    long begun = cell.applyAsLong(BEGUN);
    long dropped = droppedBy.values().stream().mapToLong(Long::longValue).sum();
    return new OutcomeCounts(
        begun,
        cell.applyAsLong(GOOD) + cell.applyAsLong(ROLLED_BACK),
        failedBy,
        cell.applyAsLong(UNCERTAIN),
        cell.applyAsLong(RETRIED),
        cell.applyAsLong(ROLLED_BACK),
        droppedBy,
        cell.applyAsLong(ROWS_READ),
        cell.applyAsLong(ROWS_WRITTEN),
        okAfterRetries,
        begun + dropped,
        cell.applyAsLong(CARRIED_OVER),
        cell.applyAsLong(CARRIED_BADLY));
  }
}
