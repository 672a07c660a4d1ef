package dev.broadside.core.phase;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;

/// What one agent counted, without the latencies of its operations, of which a job class may have a
/// thousand. Not safe for use by several threads.
public final class AgentSums {
  private final RunAxis axis;
  private final Tally.Sum measured = new Tally.Sum();
  private final PhaseArrivals due;
  private long arrivals;
  private long measuredNanos;
  private long untilNanos;

  AgentSums(RunAxis axis) {
    this.axis = axis;
    this.due = new PhaseArrivals(axis.phases());
  }

  void add(IntervalRecord record, int phase) {
    OutcomeCounts counts = record.tally().transactions().counts();
    due.add(phase, counts);
    arrivals += counts.arrivals();
    untilNanos = Math.max(untilNanos, record.endNanos());
    if (axis.measures(phase)) {
      measuredNanos += record.lengthNanos();
      measured.add(record.tally().withoutOperationLatencies());
    }
  }

  /// What ended in the measured phases, and what was due in them and dropped.
  public Tally measured() {
    return measured.toTally().withDropped(due.dropped(axis::measures));
  }

  /// What was due, by phase.
  PhaseArrivals due() {
    return due;
  }

  /// How many arrivals of an open load its workers began or dropped.
  public long arrivals() {
    return arrivals;
  }

  /// For how much of the measured phases it has records.
  public long measuredNanos() {
    return measuredNanos;
  }

  /// The end of its last record, from the run's common start.
  public long untilNanos() {
    return untilNanos;
  }
}
