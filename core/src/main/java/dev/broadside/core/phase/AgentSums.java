package dev.broadside.core.phase;

import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/// What one agent counted, without the latencies of its operations, of which a job class may have a
/// thousand. Not safe for use by several threads.
public final class AgentSums {
  private final RunAxis axis;
  private final Tally.Sum measured = new Tally.Sum();
  private final PhaseArrivals due;
  private long arrivals;
  private long measuredNanos;
  private long untilNanos;
  private OptionalLong finishedNanos = OptionalLong.empty();

  AgentSums(RunAxis axis) {
    this.axis = axis;
    this.due = new PhaseArrivals(axis.phases());
  }

  void add(IntervalRecord record, int phase) {
    OutcomeCounts counts = record.tally().transactions().counts();
    due.add(phase, counts);
    arrivals += counts.arrivals();
    untilNanos = Math.max(untilNanos, record.endNanos());
    if (record.last() && record.phase() < axis.phases() && !record.ofDeadWorker()) {
      finishedNanos = OptionalLong.of(record.endNanos());
    }
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

  /// When it had done all its work, before the planned end; empty if it had not.
  public OptionalLong finishedNanos() {
    return finishedNanos.stream()
        .filter(nanos -> nanos == untilNanos && nanos < axis.endNanos())
        .findFirst();
  }

  /// The end of its last record, from the run's common start.
  public long untilNanos() {
    return untilNanos;
  }

  /// How many of one agent's arrivals were due in each phase, and how many of those were never
  /// begun.
  ///
  /// An agent begins its arrivals in the order in which they are due, so those that it gave up at
  /// the end are the newest that were due. Arrivals that were due while no worker ran count in the
  /// phase in which the next worker reports them. Not safe for use by several threads.
  static final class PhaseArrivals {
    private final int phases;
    private final TreeMap<Integer, Long> due = new TreeMap<>();
    private final Map<Integer, Long> away = new TreeMap<>();
    private final Map<DropReason, Long> givenUp = new EnumMap<>(DropReason.class);

    /// @param phases how many phases the run has
    public PhaseArrivals(int phases) {
      this.phases = phases;
    }

    /// Takes in what a record counted.
    ///
    /// @param phase the record's phase; nothing is due after the last one
    public void add(int phase, OutcomeCounts counts) {
      int own = Math.min(phase, phases - 1);
      due.merge(own, counts.due(), Long::sum);
      counts
          .droppedBy()
          .forEach((reason, arrivals) -> {
            if (reason == DropReason.AWAY) {
              away.merge(own, arrivals, Long::sum);
            } else {
              givenUp.merge(reason, arrivals, Long::sum);
            }
          });
    }

    /// How many were due in some phases.
    public long due(IntPredicate some) {
      return due.entrySet().stream()
          .filter(one -> some.test(one.getKey()))
          .mapToLong(Map.Entry::getValue)
          .sum();
    }

    /// How many of those that were due in some phases were never begun, by reason.
    public Map<DropReason, Long> dropped(IntPredicate some) {
      Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
      Map<DropReason, Long> left = new EnumMap<>(DropReason.class);
      left.putAll(givenUp);
      for (Map.Entry<Integer, Long> phase : due.descendingMap().entrySet()) {
        long gone = away.getOrDefault(phase.getKey(), 0L);
        Map<DropReason, Long> own = take(left, phase.getValue() - gone);
        if (some.test(phase.getKey())) {
          own.forEach((reason, arrivals) -> dropped.merge(reason, arrivals, Long::sum));
          dropped.merge(DropReason.AWAY, gone, Long::sum);
        }
      }
      dropped.values().removeIf(arrivals -> arrivals == 0);
      return Collections.unmodifiableMap(dropped);
    }

    /// Takes up to a number of the remaining ones.
    private static Map<DropReason, Long> take(Map<DropReason, Long> left, long most) {
      Map<DropReason, Long> taken = new EnumMap<>(DropReason.class);
      long room = most;
      for (Map.Entry<DropReason, Long> reason : left.entrySet()) {
        long some = Math.clamp(room, 0, reason.getValue());
        taken.put(reason.getKey(), some);
        reason.setValue(reason.getValue() - some);
        room -= some;
      }
      return taken;
    }
  }
}
