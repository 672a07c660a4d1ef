package dev.broadside.server.jobs;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.job.Job;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.stat.Distribution;
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
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.SealedRecord;
import java.util.List;
import java.util.Map;

/// Records that balance: every interval of an agent has the same number of good transactions.
public final class TestRecords {
  private static final Codec CODEC = new Codec();

  private TestRecords() {}

  /// A job that records can belong to.
  public static Job job(String id) {
    return Job.submitted(id, ScriptedCluster.spec(1), ScriptedCluster.NOON);
  }

  public static SealedRecord sealed(
      String runId, String agent, RunAxis axis, int index, long perInterval, boolean last) {
    return CODEC.seal(record(runId, agent, axis, index, perInterval, last));
  }

  /// One whose number is not that of its interval.
  public static SealedRecord sealed(
      String runId,
      String agent,
      RunAxis axis,
      int index,
      long perInterval,
      boolean last,
      int seq) {
    RecordKey key = new RecordKey(runId, agent, 1, RecordKey.LOAD, seq);
    return sealed(key, axis, index, perInterval, last);
  }

  /// One with any key.
  public static SealedRecord sealed(
      RecordKey key, RunAxis axis, int index, long perInterval, boolean last) {
    return CODEC.seal(record(key, axis, index, perInterval, last));
  }

  static IntervalRecord record(
      String runId, String agent, RunAxis axis, int index, long perInterval, boolean last) {
    RecordKey key = new RecordKey(runId, agent, 1, RecordKey.LOAD, index);
    return record(key, axis, index, perInterval, last);
  }

  private static IntervalRecord record(
      RecordKey key, RunAxis axis, int index, long perInterval, boolean last) {
    Distribution service =
        new Distribution(
            new int[] {LatencyLayout.slot(1_000 + index % 7)},
            new long[] {perInterval},
            perInterval * 1_000_000,
            1_010_000,
            0);
    return RecordBuilder.of(key, axis, index)
        .threads(2)
        .tally(
            new Tally(
                new TransactionStats(
                    counts(perInterval),
                    service,
                    Distribution.EMPTY,
                    Distribution.EMPTY,
                    Distribution.EMPTY,
                    Distribution.EMPTY,
                    Distribution.EMPTY),
                List.of(OperationStats.of(operations(perInterval), service))))
        .cumulative(counts(perInterval * (index + 1)))
        .cumulativeOperations(List.of(operations(perInterval * (index + 1))))
        .generator(
            GeneratorSample.UNKNOWN
                .with(GeneratorFigure.PROCESS_CPU, 0.1)
                .with(GeneratorFigure.HOST_CPU, 0.2)
                .with(GeneratorFigure.BUSIEST_CORE, 0.3)
                .with(GeneratorFigure.CPU_WAIT, 0.01)
                .with(GeneratorFigure.OWN_CPU, 0.1)
                .with(new HostUse(20, 10, 70, 100, 9, 15, 1)))
        .last(last)
        .build();
  }

  private static OperationCounts operations(long ok) {
    return new OperationCounts(ok, 0, ok, 0, 0, 0);
  }

  private static OutcomeCounts counts(long ok) {
    return TestCounts.of(ok, ok, Map.of(), 0, 0, 0, Map.of(), ok, 0, Map.of());
  }
}
