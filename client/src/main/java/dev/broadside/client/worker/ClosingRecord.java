package dev.broadside.client.worker;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.RunAxis;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.ErrorClass;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The record that closes the incarnation of a worker that died, made by whoever outlives it from
/// the worker's counters: what was counted after the last sealed interval. Its latencies died with
/// the worker, and the audit says so.
public final class ClosingRecord {
  private ClosingRecord() {}

  /// @param plan the dead worker's plan
  /// @param last the last record that it handed over; empty where it handed over none
  /// @param left what [dev.broadside.core.stat.CounterFile#readDead] gives
  /// @param sinceStartNanos how long after the common start it was found dead
  public static IntervalRecord of(
      Plan plan, Optional<IntervalRecord> last, OutcomeCounts left, long sinceStartNanos) {
    RunAxis axis = plan.spec().axis();
    OutcomeCounts before = last.map(IntervalRecord::cumulative).orElse(OutcomeCounts.NONE);
    int next = last.map(record -> record.index() + 1).orElse(0);
    int index = Math.max(next, axis.indexAt(sinceStartNanos));
    TransactionStats none = TransactionStats.NONE;
    return new IntervalRecord(
        new RecordKey(
            plan.runId(),
            plan.agent(),
            plan.incarnation(),
            RecordKey.LOAD,
            last.map(record -> record.key().seq() + 1).orElse(0L)),
        index,
        axis.startNanos(index),
        axis.endNanos(index) - axis.startNanos(index),
        axis.phaseOf(index),
        0,
        new Tally(
            new TransactionStats(
                difference(left, before),
                none.service(),
                none.scheduleDelay(),
                none.connectionWait(),
                none.response()),
            List.of()),
        left,
        List.of(),
        GeneratorSample.UNKNOWN,
        true);
  }

  private static OutcomeCounts difference(OutcomeCounts later, OutcomeCounts earlier) {
    Map<ErrorClass, Long> failedBy = new EnumMap<>(ErrorClass.class);
    later
        .failedBy()
        .forEach((errorClass, count) -> {
          long more = count - earlier.failedBy().getOrDefault(errorClass, 0L);
          if (more != 0) {
            failedBy.put(errorClass, more);
          }
        });
    return new OutcomeCounts(
        later.begun() - earlier.begun(),
        later.ok() - earlier.ok(),
        failedBy,
        later.uncertain() - earlier.uncertain(),
        later.retried() - earlier.retried(),
        later.rolledBack() - earlier.rolledBack(),
        later.dropped() - earlier.dropped(),
        later.rowsRead() - earlier.rowsRead(),
        later.rowsWritten() - earlier.rowsWritten());
  }
}
