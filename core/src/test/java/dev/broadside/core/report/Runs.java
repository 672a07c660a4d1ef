package dev.broadside.core.report;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Records of whole runs for tests: random in what they count, and balanced.
public final class Runs {
  private static final List<Figure> FIGURES =
      List.of(
          Figure.count("things", "", "Things"),
          Figure.worst("depth", "", "Depth"),
          Figure.mean("fill", "", "Fill"),
          Figure.last("size", "B", "Size"),
          Figure.duration("wait", "Wait"));

  private Runs() {}

  /// The same with figures of each kind, failures, and a load generator that is the limit now and
  /// then.
  public static List<IntervalRecord> rich(
      RunAxis axis, String agent, long incarnation, int from, int until, Random random) {
    List<IntervalRecord> records = new ArrayList<>();
    long things = 0;
    for (IntervalRecord record : worker(axis, agent, incarnation, from, until, random)) {
      int index = record.index();
      things += index;
      List<FigureValue> values =
          List.of(
              new FigureValue.Amount(index),
              new FigureValue.Reading(random.nextInt(50)),
              random.nextInt(4) == 0
                  ? FigureValue.UNKNOWN
                  : new FigureValue.Reading(random.nextInt(9)),
              new FigureValue.Reading(random.nextInt(70)),
              new FigureValue.Values(record.tally().transactions().service()));
      List<Figure> declared = index == from ? FIGURES : List.of();
      ErrorSample error =
          new ErrorSample(
              ErrorClass.DEADLOCK,
              random.nextInt(3),
              "40001",
              "write",
              "" + index,
              1,
              index,
              index);
      records.add(
          RecordBuilder.like(record)
              .figures(new FigureRow(declared, values, List.of(things)))
              .errors(List.of(error))
              .generator(generator(random))
              .build());
    }
    return records;
  }

  private static GeneratorSample generator(Random random) {
    HostUse use = new HostUse(random.nextInt(9), 1, 2, 12, 3, 4, 5);
    return GeneratorSample.UNKNOWN
        .with(GeneratorFigure.PROCESS_CPU, random.nextDouble() * 0.9)
        .with(GeneratorFigure.HOST_CPU, 0.5)
        .with(GeneratorFigure.BUSIEST_CORE, 0.5)
        .with(GeneratorFigure.CPU_WAIT, random.nextDouble() / 8)
        .with(use);
  }

  /// All records of one worker of an agent, the last one closing.
  public static List<IntervalRecord> worker(
      RunAxis axis, String agent, long incarnation, int from, int until, Random random) {
    List<IntervalRecord> records = new ArrayList<>();
    OutcomeCounts cumulative = OutcomeCounts.NONE;
    List<OperationCounts> operations = List.of();
    for (int index = from; index < until; index++) {
      OutcomeCounts counts = counts(random);
      cumulative = cumulative.plus(counts);
      Tally tally = tally(counts, random);
      operations = OperationCounts.sum(operations, tally.operationCounts());
      records.add(
          RecordBuilder.of(
                  new RecordKey("run", agent, incarnation, RecordKey.LOAD, index - from),
                  axis,
                  index)
              .threads(4)
              .tally(tally)
              .cumulative(cumulative)
              .cumulativeOperations(operations)
              .last(index == until - 1)
              .build());
    }
    return records;
  }

  private static OutcomeCounts counts(Random random) {
    long ok = 1L + random.nextInt(1_000);
    long failed = random.nextInt(10);
    long uncertain = random.nextInt(3);
    return TestCounts.of(
        ok + failed + uncertain,
        ok,
        Map.of(ErrorClass.DEADLOCK, failed),
        uncertain,
        random.nextInt(5),
        0,
        Map.of(),
        ok * 2,
        ok,
        Map.of());
  }

  private static Tally tally(OutcomeCounts counts, Random random) {
    int slot = LatencyLayout.slot(100 + random.nextInt(50_000));
    Distribution service = distribution(slot, counts.ok());
    return new Tally(
        new TransactionStats(
            counts,
            service,
            Distribution.EMPTY,
            Distribution.EMPTY,
            Distribution.EMPTY,
            distribution(slot, counts.failed() + counts.uncertain()),
            Distribution.EMPTY),
        List.of(new OperationStats(counts.ok(), 0, counts.ok(), 0, 0, 0, service)));
  }

  private static Distribution distribution(int slot, long count) {
    return count == 0
        ? Distribution.EMPTY
        : new Distribution(new int[] {slot}, new long[] {count}, count * 5_000L, 50_000_000, 0);
  }

  /// The closing record that comes behind another one, in which arrivals are dropped.
  static IntervalRecord dropping(RunAxis axis, IntervalRecord before, long arrivals) {
    OutcomeCounts dropped =
        TestCounts.of(
            0, 0, Map.of(), 0, 0, 0, Map.of(DropReason.NO_FREE_THREAD, arrivals), 0, 0, Map.of());
    int index = before.index() + 1;
    RecordKey key = before.key();
    RecordKey next =
        new RecordKey(key.runId(), key.agent(), key.incarnation(), RecordKey.LOAD, key.seq() + 1);
    return RecordBuilder.of(next, axis, index)
        .span(axis.startNanos(index), 1)
        .threads(4)
        .tally(new Tally(TransactionStats.counted(dropped), List.of(OperationStats.NONE)))
        .cumulative(before.total().transactions().plus(dropped))
        .cumulativeOperations(before.total().operations())
        .generator(before.generator())
        .last(true)
        .build();
  }

  /// The closing record that comes behind another one, made from a dead worker's counters.
  static IntervalRecord leftBehind(
      RunAxis axis,
      IntervalRecord before,
      OutcomeCounts counts,
      List<OperationCounts> operations,
      long inFlight) {
    return RecordBuilder.like(dropping(axis, before, 0))
        .threads(0)
        .tally(
            new Tally(
                TransactionStats.counted(counts),
                operations.stream().map(o -> OperationStats.of(o, Distribution.EMPTY)).toList()))
        .cumulative(before.total().transactions().plus(counts))
        .cumulativeOperations(OperationCounts.sum(before.total().operations(), operations))
        .inFlight(inFlight)
        .generator(GeneratorSample.UNKNOWN)
        .build();
  }

  /// The same record, with others behind it.
  static IntervalRecord notLast(IntervalRecord record) {
    return RecordBuilder.like(record).last(false).build();
  }

  /// The same record with other cumulative counts.
  static IntervalRecord claiming(IntervalRecord record, OutcomeCounts cumulative) {
    return RecordBuilder.like(record).cumulative(cumulative).build();
  }

  /// The same record with other cumulative counts of operations.
  static IntervalRecord claimingOperations(
      IntervalRecord record, List<OperationCounts> cumulative) {
    return RecordBuilder.like(record).cumulativeOperations(cumulative).build();
  }

  /// The same record from a host that did this.
  static IntervalRecord on(IntervalRecord record, HostUse use) {
    return RecordBuilder.like(record).generator(GeneratorSample.UNKNOWN.with(use)).build();
  }
}
