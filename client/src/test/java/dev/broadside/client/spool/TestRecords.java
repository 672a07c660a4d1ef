package dev.broadside.client.spool;

import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.SealedRecord;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Small sealed records for tests: the n-th says that n + 1 iterations have gone well so far.
public final class TestRecords {
  private static final long SECOND = 1_000_000_000L;

  /// So that all of them are encoded in the same number of bytes.
  private static final long START = 10 * SECOND;

  private static final Codec CODEC = new Codec();

  private TestRecords() {}

  public static SealedRecord sealed(String runId, long incarnation, int seq) {
    return CODEC.seal(record(runId, incarnation, seq));
  }

  public static SealedRecord sealed(int seq) {
    return sealed("run", 1, seq);
  }

  public static List<SealedRecord> sealed(int from, int to) {
    return IntStream.range(from, to).mapToObj(TestRecords::sealed).toList();
  }

  public static IntervalRecord record(String runId, long incarnation, int seq) {
    return new IntervalRecord(
        new RecordKey(runId, "agent", incarnation, RecordKey.LOAD, seq),
        seq,
        START + seq * SECOND,
        SECOND,
        0,
        1,
        Tally.NONE,
        counts(seq + 1),
        List.of(),
        0,
        List.of(),
        GeneratorSample.UNKNOWN,
        false);
  }

  public static OutcomeCounts counts(long ok) {
    return new OutcomeCounts(ok, ok, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
  }
}
