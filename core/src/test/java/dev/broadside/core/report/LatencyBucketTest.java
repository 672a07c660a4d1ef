package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Powers of two are exact: no slot of the layout lies in two of them.
final class LatencyBucketTest {
  @Test
  void eachSlotLiesWithinOnePowerOfTwo() {
    for (int slot = 1; slot < LatencyLayout.SLOTS; slot++) {
      assertEquals(
          Long.highestOneBit(LatencyLayout.lowestMicros(slot)),
          Long.highestOneBit(LatencyLayout.highestMicros(slot)));
    }
  }

  @Test
  void countsLieBelowTheirBoundAndGapsAreZeros() {
    Distribution distribution =
        new Distribution(
            new int[] {0, LatencyLayout.slot(1), LatencyLayout.slot(7), LatencyLayout.slot(8)},
            new long[] {1, 2, 3, 4},
            100,
            8_000,
            0);
    assertEquals(
        List.of(
            new LatencyBucket(1, 1),
            new LatencyBucket(2, 2),
            new LatencyBucket(4, 0),
            new LatencyBucket(8, 3),
            new LatencyBucket(16, 4)),
        LatencyBucket.of(distribution));
  }

  @Test
  void theWholeLayoutMakesAtMostThirtyThreeBucketsAndLosesNothing() {
    int[] slots = IntStream.range(0, LatencyLayout.SLOTS).toArray();
    long[] counts = IntStream.range(0, LatencyLayout.SLOTS).mapToLong(_ -> 1).toArray();
    List<LatencyBucket> buckets = LatencyBucket.of(new Distribution(slots, counts, 0, 0, 0));
    assertTrue(buckets.size() <= 33, buckets.size() + " buckets");
    assertEquals(LatencyLayout.SLOTS, buckets.stream().mapToLong(LatencyBucket::count).sum());
    assertEquals(List.of(), LatencyBucket.of(Distribution.EMPTY));
  }
}
