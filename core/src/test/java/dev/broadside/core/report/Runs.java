package dev.broadside.core.report;

import dev.broadside.core.job.RunAxis;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.ErrorClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Records of whole runs for tests: random in what they count, and balanced.
final class Runs {
  private Runs() {}

  /// All records of one worker of an agent, the last one closing.
  static List<IntervalRecord> worker(
      RunAxis axis, String agent, long incarnation, int from, int until, Random random) {
    List<IntervalRecord> records = new ArrayList<>();
    OutcomeCounts cumulative = OutcomeCounts.NONE;
    for (int index = from; index < until; index++) {
      OutcomeCounts counts = counts(random);
      cumulative = cumulative.plus(counts);
      records.add(
          new IntervalRecord(
              new RecordKey("run", agent, incarnation, RecordKey.LOAD, index - from),
              index,
              axis.startNanos(index),
              axis.endNanos(index) - axis.startNanos(index),
              axis.phaseOf(index),
              4,
              tally(counts, random),
              cumulative,
              List.of(),
              GeneratorSample.UNKNOWN,
              index == until - 1));
    }
    return records;
  }

  private static OutcomeCounts counts(Random random) {
    long ok = 1L + random.nextInt(1_000);
    long failed = random.nextInt(10);
    long uncertain = random.nextInt(3);
    return new OutcomeCounts(
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
    Distribution service =
        new Distribution(
            new int[] {slot}, new long[] {counts.ok()}, counts.ok() * 5_000L, 50_000_000, 0);
    return new Tally(
        new TransactionStats(
            counts,
            service,
            Distribution.EMPTY,
            Distribution.EMPTY,
            Distribution.EMPTY,
            Distribution.EMPTY),
        List.of(new OperationStats(counts.ok(), 0, counts.ok(), 0, service)));
  }

  /// The closing record that comes behind another one, in which arrivals are dropped.
  static IntervalRecord dropping(RunAxis axis, IntervalRecord before, long arrivals) {
    OutcomeCounts dropped =
        new OutcomeCounts(
            0, 0, Map.of(), 0, 0, 0, Map.of(DropReason.NO_FREE_THREAD, arrivals), 0, 0, Map.of());
    int index = before.index() + 1;
    RecordKey key = before.key();
    return new IntervalRecord(
        new RecordKey(key.runId(), key.agent(), key.incarnation(), RecordKey.LOAD, key.seq() + 1),
        index,
        axis.startNanos(index),
        1,
        axis.phaseOf(index),
        4,
        new Tally(TransactionStats.counted(dropped), List.of()),
        before.cumulative().plus(dropped),
        List.of(),
        before.generator(),
        true);
  }

  /// The same record, with others behind it.
  static IntervalRecord notLast(IntervalRecord record) {
    return with(record, record.cumulative(), record.generator(), false);
  }

  /// The same record with other cumulative counts.
  static IntervalRecord claiming(IntervalRecord record, OutcomeCounts cumulative) {
    return with(record, cumulative, record.generator(), record.last());
  }

  /// The same record from a host that did this.
  static IntervalRecord on(IntervalRecord record, HostUse use) {
    GeneratorSample there = new GeneratorSample(-1, -1, -1, -1, 0, 0, 0, 0, 0, -1, -1, -1, use);
    return with(record, record.cumulative(), there, record.last());
  }

  private static IntervalRecord with(
      IntervalRecord record, OutcomeCounts cumulative, GeneratorSample generator, boolean last) {
    return new IntervalRecord(
        record.key(),
        record.index(),
        record.startNanos(),
        record.lengthNanos(),
        record.phase(),
        record.threads(),
        record.tally(),
        cumulative,
        record.errors(),
        generator,
        last);
  }
}
