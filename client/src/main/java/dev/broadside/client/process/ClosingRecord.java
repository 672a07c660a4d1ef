package dev.broadside.client.process;

import dev.broadside.client.arrivals.ShareArrivals;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.recorder.CounterFile;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.ProtocolException;
import dev.broadside.core.wire.SealedRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The last record of a worker that died before it could seal one: what its counters say, minus
/// what it had sealed.
///
/// It holds the counts and the latencies of transactions and of operations. The failures' messages
/// and the generator's figures died with the worker, which the audit says. What was begun and had
/// not ended is uncertain ([CounterFile]). Arrivals of an open load that were due and that it had
/// not begun are dropped, since they are not made up for. It begins where the last sealed interval
/// ended, or where the worker's load began, and is as long as the worker lived after that.
public final class ClosingRecord {
  private static final int MOST_NAMED = 5;

  /// A longer time from the worker's last sign of life means that the agent noticed the death late,
  /// since a worker leaves a sign of life much more often.
  private static final long NOTICED_NANOS = 1_000_000_000;

  private ClosingRecord() {}

  /// Makes the record.
  ///
  /// @param newest the last record that the worker sealed
  /// @param found what the dead worker's counters say
  /// @param diedNanos when its death was noticed, on the run's axis; if it was noticed late or not
  ///   at all, the worker's last sign of life is used instead
  /// @param stopped whether it was to stop
  /// @return empty if the worker had closed its incarnation itself, or never ran any load
  /// @throws IOException if the counters do not hold what was sealed, so that they are damaged
  public static Optional<IntervalRecord> of(
      Plan plan,
      Optional<IntervalRecord> newest,
      CounterFile.Left found,
      OptionalLong diedNanos,
      boolean stopped)
      throws IOException {
    boolean closed = newest.map(IntervalRecord::last).orElse(false);
    boolean ran = newest.isPresent() || found.transactions().begun() > 0;
    if (closed || !ran) {
      return Optional.empty();
    }
    RunAxis axis = plan.spec().axis();
    int index =
        newest.map(record -> record.index() + 1).orElseGet(() -> axis.indexAt(found.fromNanos()));
    long start = Math.max(axis.startNanos(index), found.fromNanos());
    long end = diedNanos(found, diedNanos);
    OutcomeCounts ended = found.transactions().plus(carried(axis, index, found));
    CounterFile.Left left =
        found.with(withArrivals(plan, newest, ended, stopped ? 0 : end, stopped));
    return Optional.of(
        new IntervalRecord(
            new RecordKey(
                plan.runId(),
                plan.agent(),
                plan.incarnation(),
                RecordKey.LOAD,
                newest.map(record -> record.key().seq() + 1).orElse(0L)),
            new IntervalRecord.Interval(
                index, start, Math.max(1, end - start), axis.phaseOf(index), 0),
            unsealed(newest, left),
            new IntervalRecord.Total(left.transactions(), left.operations(), left.inFlight()),
            Told.NOTHING,
            GeneratorSample.UNKNOWN,
            true,
            unsealedFigures(newest, left)));
  }

  private static long diedNanos(CounterFile.Left found, OptionalLong noticedNanos) {
    long signNanos = found.untilNanos();
    boolean late = noticedNanos.orElse(Long.MAX_VALUE) - signNanos >= NOTICED_NANOS;
    return late ? signNanos : noticedNanos.orElse(signNanos);
  }

  /// The iterations that were under way and carried over the end of the measured phases: after
  /// those phases nothing else is left to count.
  private static OutcomeCounts carried(RunAxis axis, int index, CounterFile.Left left) {
    boolean behind = index >= axis.intervals();
    long lost = behind && axis.measures(axis.phases() - 1) ? left.inFlight() : 0;
    return new OutcomeCounts(0, 0, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of(), 0, lost, lost);
  }

  /// The counts with the arrivals that were due until the worker died or was to stop. Those not
  /// begun were dropped. How many were due is computed from the plan.
  private static OutcomeCounts withArrivals(
      Plan plan,
      Optional<IntervalRecord> newest,
      OutcomeCounts counts,
      long livedNanos,
      boolean stopped) {
    long endNanos = plan.spec().axis().endNanos();
    long sealed = newest.map(record -> record.total().transactions().due()).orElse(0L);
    long from = newest.map(IntervalRecord::endNanos).orElse(0L);
    long until = Math.min(livedNanos, endNanos);
    long further = until > from ? dueBetween(plan, newest.isPresent(), from, until) : 0;
    OutcomeCounts all = counts.withDue(Math.max(sealed + further, counts.arrivals()));
    DropReason reason =
        stopped
            ? DropReason.STOPPED
            : Math.max(from, livedNanos) < endNanos ? DropReason.AWAY : DropReason.NO_FREE_THREAD;
    Map<DropReason, Long> dropped = new EnumMap<>(DropReason.class);
    dropped.putAll(all.droppedBy());
    dropped.merge(reason, all.waiting(), Long::sum);
    dropped.values().removeIf(arrivals -> arrivals == 0);
    return all.withDropped(dropped);
  }

  /// @param sealed whether all before is in a record; else workers before it accounted for a part
  private static long dueBetween(Plan plan, boolean sealed, long fromNanos, long untilNanos) {
    ShareArrivals arrivals = ShareArrivals.of(plan);
    long before = sealed ? arrivals.due(fromNanos - 1) : plan.former().arrivals();
    return Math.max(0, arrivals.due(untilNanos - 1) - before);
  }

  /// The amounts that no record holds yet. If there are no records, this one declares the figures.
  private static FigureRow unsealedFigures(Optional<IntervalRecord> newest, CounterFile.Left left) {
    FigureRow all = left.figures();
    List<Long> sealed = newest.map(record -> record.figures().cumulative()).orElse(List.of());
    List<FigureValue> values = new ArrayList<>();
    for (int i = 0; i < all.values().size(); i++) {
      long before = i < sealed.size() ? sealed.get(i) : 0;
      values.add(
          all.values().get(i) instanceof FigureValue.Amount(long amount)
              ? new FigureValue.Amount(Math.max(0, amount - before))
              : all.values().get(i));
    }
    return new FigureRow(newest.isEmpty() ? all.declared() : List.of(), values, all.cumulative());
  }

  /// Makes the record from the counter file of a dead worker.
  ///
  /// @param counters the worker's counter file
  /// @param stopped whether it was to stop
  /// @throws IOException also if that or the newest record cannot be read
  public static Optional<SealedRecord> sealed(
      Plan plan,
      Optional<SealedRecord> newest,
      Path counters,
      OptionalLong diedNanos,
      boolean stopped)
      throws IOException {
    Codec codec = new Codec();
    try {
      Optional<IntervalRecord> last = Optional.empty();
      if (newest.isPresent()) {
        last = Optional.of(codec.open(newest.get()));
      }
      int sealed = last.map(IntervalRecord::index).orElse(-1);
      return of(plan, last, CounterFile.readDead(counters, sealed), diedNanos, stopped)
          .map(RecordSize::fitting)
          .map(codec::seal);
    } catch (ProtocolException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /// How many arrivals of an open load a worker had begun or dropped by its newest record, as far
  /// as that can be read.
  public static long arrivals(Optional<SealedRecord> newest) {
    try {
      return newest.isEmpty()
          ? 0
          : new Codec().open(newest.get()).total().transactions().arrivals();
    } catch (ProtocolException _) {
      // The audit reports a record that cannot be read.
      return 0;
    }
  }

  /// The operations that were under way when a worker died: `a`, or `a, b`.
  ///
  /// @param closing the record that was made of its counters
  public static String underWay(Plan plan, Optional<SealedRecord> closing) {
    try {
      if (closing.isEmpty()) {
        return "";
      }
      Tally tally = new Codec().open(closing.get()).tally();
      return IntStream.range(0, plan.operations().size())
          .filter(i -> tally.operation(i).unanswered() > 0)
          .mapToObj(i -> "`" + plan.operations().get(i) + "`")
          .limit(MOST_NAMED)
          .collect(Collectors.joining(", "));
    } catch (ProtocolException _) {
      return "";
    }
  }

  private static Tally unsealed(Optional<IntervalRecord> newest, CounterFile.Left left)
      throws IOException {
    OutcomeCounts sealed =
        newest.map(record -> record.total().transactions()).orElse(OutcomeCounts.NONE);
    List<OperationCounts> sealedOperations =
        newest.map(record -> record.total().operations()).orElse(List.of());
    OutcomeCounts transactions = left.transactions().minus(sealed);
    List<OperationCounts> operations =
        IntStream.range(0, left.operations().size())
            .mapToObj(i -> left.operations().get(i).minus(OperationCounts.at(sealedOperations, i)))
            .toList();
    if (!transactions.possible() || !operations.stream().allMatch(OperationCounts::possible)) {
      throw new IOException("the worker's counters hold less than the worker had sealed");
    }
    Tally timed = left.unsealed();
    return new Tally(
        timed.transactions().withCounts(transactions),
        IntStream.range(0, operations.size())
            .mapToObj(i -> OperationStats.of(operations.get(i), timed.operation(i).service()))
            .toList());
  }

  /// Whether a worker had closed its incarnation itself by its newest record.
  public static boolean closed(Optional<SealedRecord> newest) {
    try {
      return newest.isPresent() && new Codec().open(newest.get()).last();
    } catch (ProtocolException _) {
      return false;
    }
  }

  /// The interval after that of the newest record; 0 if no record can be read.
  public static int behind(Optional<SealedRecord> newest) {
    try {
      return newest.isEmpty() ? 0 : new Codec().open(newest.get()).index() + 1;
    } catch (ProtocolException e) {
      return 0;
    }
  }
}
