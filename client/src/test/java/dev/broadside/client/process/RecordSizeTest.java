package dev.broadside.client.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.Told;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.work.ErrorClass;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordSizeTest {

  /// A count in every so-manieth slot, large enough to take its bytes.
  private static Distribution scattered(int distance) {
    int[] slots =
        IntStream.range(0, LatencyLayout.SLOTS).filter(slot -> slot % distance == 0).toArray();
    long[] counts = new long[slots.length];
    Arrays.fill(counts, 1_000_000);
    return new Distribution(slots, counts, 1L << 60, 1L << 40, 0);
  }

  private static IntervalRecord record(int operations, Distribution each) {
    OperationStats operation = new OperationStats(each.count(), 0, 0, 0, 0, 0, each);
    return RecordBuilder.of(new RecordKey("run", "agent", 1, RecordKey.LOAD, 0), 0)
        .tally(new Tally(TransactionStats.NONE, Collections.nCopies(operations, operation)))
        .errors(
            IntStream.range(0, Told.MAX_ERRORS)
                .mapToObj(i ->
                    new ErrorSample(ErrorClass.OTHER, i, "", "", "\u20ac".repeat(1_000), 1, 0, 0))
                .toList())
        .build();
  }

  @Test
  void anOrdinaryRecordStaysAsItIs() {
    IntervalRecord ordinary = record(9, scattered(20));

    assertSame(ordinary, RecordSize.fitting(ordinary));
  }

  @Test
  void theWorstRecordFitsAndKeepsItsSums() {
    IntervalRecord worst = record(64, scattered(1));

    IntervalRecord fitting = RecordSize.fitting(worst);

    assertTrue(new Codec().seal(fitting).bytes().length <= SealedRecord.MAX_BYTES);
    assertEquals(worst.tally().statements(), fitting.tally().statements());
    assertEquals(
        worst.tally().operation(0).service().count(),
        fitting.tally().operation(0).service().count());
    assertEquals(
        List.of(),
        fitting.tally().operations().stream()
            .filter(o -> o.service().sumNanos() != 1L << 60)
            .toList());
  }
}
