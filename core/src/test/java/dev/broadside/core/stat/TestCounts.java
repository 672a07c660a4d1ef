package dev.broadside.core.stat;

import dev.broadside.core.work.ErrorClass;
import java.util.Map;

/// Counts of which nothing waits and nothing was carried over: all that was due was begun or
/// dropped.
public final class TestCounts {
  private TestCounts() {}

  public static OutcomeCounts of(
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
    OutcomeCounts counts =
        new OutcomeCounts(
            begun,
            ok,
            failedBy,
            uncertain,
            retried,
            rolledBack,
            droppedBy,
            rowsRead,
            rowsWritten,
            okAfterRetries,
            0,
            0,
            0);
    return counts.withDue(counts.arrivals());
  }
}
