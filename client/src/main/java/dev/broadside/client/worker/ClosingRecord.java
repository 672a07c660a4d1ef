package dev.broadside.client.worker;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.RunAxis;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The last record of a worker that died before it could seal one: what its counters say, minus
/// what it had sealed.
///
/// It holds counts and no latencies, which died with the worker. What was begun and had not ended
/// is uncertain. It begins where the last sealed interval ended, and is as long as the worker lived
/// after that.
public final class ClosingRecord {
  private ClosingRecord() {}

  /// Makes the record.
  ///
  /// @param newest the last record that the worker sealed
  /// @param left what the dead worker's counters say, uncertain ones included
  /// @param diedNanos when it died, on the run's axis; unknown after the agent's own death
  /// @return empty where the worker had closed its incarnation itself, or never ran any load
  public static Optional<IntervalRecord> of(
      Plan plan, Optional<IntervalRecord> newest, OutcomeCounts left, OptionalLong diedNanos) {
    boolean closed = newest.map(IntervalRecord::last).orElse(false);
    boolean ran = newest.isPresent() || left.begun() > 0;
    if (closed || !ran) {
      return Optional.empty();
    }
    RunAxis axis = plan.spec().axis();
    int index = newest.map(record -> record.index() + 1).orElse(0);
    long start = axis.startNanos(index);
    long end = diedNanos.orElse(axis.endNanos(index));
    OutcomeCounts sealed = newest.map(IntervalRecord::cumulative).orElse(OutcomeCounts.NONE);
    return Optional.of(
        new IntervalRecord(
            new RecordKey(
                plan.runId(),
                plan.agent(),
                plan.incarnation(),
                RecordKey.LOAD,
                newest.map(record -> record.key().seq() + 1).orElse(0L)),
            index,
            start,
            Math.max(1, end - start),
            axis.phaseOf(index),
            0,
            new Tally(TransactionStats.counted(left.minus(sealed)), List.of()),
            left,
            List.of(),
            GeneratorSample.UNKNOWN,
            true));
  }
}
