package dev.broadside.client.spool;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.SealedRecord;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Small sealed records for tests: the n-th says that n + 1 iterations have gone well so far.
public final class TestRecords {
  private static final long SECOND = 1_000_000_000L;

  /// All of them have so many bytes, so that tests know where each begins in a file.
  private static final int SIZE = 640;

  private static final Codec CODEC = new Codec();

  private TestRecords() {}

  public static SealedRecord sealed(String runId, long incarnation, int seq) {
    SealedRecord sealed = CODEC.seal(record(runId, incarnation, seq));
    return SealedRecord.of(sealed.key(), Arrays.copyOf(sealed.bytes(), SIZE));
  }

  public static SealedRecord sealed(int seq) {
    return sealed("run", 1, seq);
  }

  public static List<SealedRecord> sealed(int from, int to) {
    return IntStream.range(from, to).mapToObj(TestRecords::sealed).toList();
  }

  public static IntervalRecord record(String runId, long incarnation, int seq) {
    return RecordBuilder.of(new RecordKey(runId, "agent", incarnation, RecordKey.LOAD, seq), seq)
        .span(seq * SECOND, SECOND)
        .cumulative(counts(seq + 1))
        .build();
  }

  public static OutcomeCounts counts(long ok) {
    return TestCounts.of(ok, ok, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
  }
}
