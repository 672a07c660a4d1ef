package dev.broadside.core.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DistributionCodeTest {
  private static Distribution of(Map<Integer, Long> counts) {
    return new Distribution(
        counts.keySet().stream().mapToInt(slot -> slot).toArray(),
        counts.values().stream().mapToLong(count -> count).toArray(),
        123_456_789,
        987_654,
        0);
  }

  private static byte[] comesBack(Distribution distribution) {
    byte[] bytes = DistributionCode.encode(distribution);
    assertEquals(distribution, DistributionCode.decode(bytes));
    return bytes;
  }

  @Test
  void distributionsOfEveryDensityComeBack() {
    Random random = new Random(5);
    for (int values = 1; values < 20_000; values = 2 * values + 1) {
      for (double sigma : new double[] {0.01, 0.5, 2}) {
        Map<Integer, Long> counts = new TreeMap<>();
        for (int i = 0; i < values; i++) {
          double drawn = 6_000 + 2_000 * sigma * random.nextGaussian();
          int slot = (int) Math.clamp(drawn, 0, LatencyLayout.SLOTS - 1);
          counts.merge(slot, 1L, Long::sum);
        }
        comesBack(of(counts));
      }
    }
    comesBack(Distribution.EMPTY);
    comesBack(of(Map.of(0, Long.MAX_VALUE)));
    comesBack(of(new TreeMap<>(Map.of(0, 1L << 61, LatencyLayout.SLOTS - 1, 1L))));
    comesBack(
        new Distribution(new int[] {7}, new long[] {2}, Distribution.MAX_SUM_NANOS, 9_000, 0));
  }

  /// However regular a distribution is, a byte stands for a few slots only: what small frames can
  /// be blown up to is bounded.
  @Test
  void aByteStandsForSixteenSlotsAtMost() {
    Map<Integer, Long> all = new TreeMap<>();
    IntStream.range(0, LatencyLayout.SLOTS).forEach(slot -> all.put(slot, 1L));
    byte[] bytes = comesBack(of(all));
    assertTrue(bytes.length >= LatencyLayout.SLOTS / 16, "bytes: " + bytes.length);
    byte[] fewer = Arrays.copyOf(bytes, bytes.length - 1);
    assertThrows(IllegalArgumentException.class, () -> DistributionCode.decode(fewer));
  }

  @Test
  void anyBytesAreADistributionOrRefused() {
    Random random = new Random(6);
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      try {
        assertTrue(DistributionCode.decode(bytes).usedSlots() <= 16 * bytes.length);
      } catch (IllegalArgumentException | ArithmeticException _) {
        refused++;
      }
    }
    assertTrue(refused > 10_000, "refused: " + refused);
  }

  /// 10,000 values whose 99th percentile is 3.2 times their median: numbers.md wants 2,200 bytes at
  /// most.
  @Test
  void aBusyIntervalTakesAKilobyte() {
    Random random = new Random(7);
    Map<Integer, Long> counts = new TreeMap<>();
    for (int i = 0; i < 10_000; i++) {
      long micros = (long) (1_000 * Math.exp(0.5 * random.nextGaussian()));
      counts.merge(LatencyLayout.slot(micros), 1L, Long::sum);
    }
    int bytes = comesBack(of(counts)).length;
    assertTrue(bytes < 1_100, "bytes: " + bytes);
  }
}
