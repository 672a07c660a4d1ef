package dev.broadside.core.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.recorder.BlockLayout;
import dev.broadside.core.recorder.SeriesIndex;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
  private static final double[] PERCENTS = {0.01, 1, 25, 50, 90, 95, 99, 99.9, 99.99, 100};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 42})
  void percentilesAreNeverBelowTheTruthAndAtMostAThousandthAbove(long seed) {
    long[] latencies = new RandomTallies(seed).latencies(10_000);
    Distribution distribution = RandomTallies.distribution(latencies);
    long[] sorted = latencies.clone();
    Arrays.sort(sorted);

    for (double percent : PERCENTS) {
      int rank = Math.max(1, (int) Math.ceil(percent / 100 * sorted.length - 1e-9));
      double truth = Math.min(sorted[rank - 1] / 1e6, LatencyLayout.MAX_MICROS / 1e3);
      double reported = distribution.percentileMillis(percent);
      // Up to a microsecond more where values are small: that is the layout's lowest value.
      assertTrue(reported >= truth - 1e-9, percent + ": " + reported + " < " + truth);
      assertTrue(reported <= truth * 1.001 + 0.001, percent + ": " + reported + " > " + truth);
    }
  }

  @Test
  void percentilesAgreeWithHdrHistogram() {
    Histogram hdr = new Histogram(1, LatencyLayout.MAX_MICROS, 3);
    long[] latencies = new RandomTallies(7).latencies(5_000);
    for (long nanos : latencies) {
      hdr.recordValue(Math.min(Math.ceilDiv(nanos, 1_000L), LatencyLayout.MAX_MICROS));
    }
    Distribution distribution = RandomTallies.distribution(latencies);

    for (double percent : new double[] {50, 90, 99, 99.9}) {
      assertEquals(
          hdr.getValueAtPercentile(percent) / 1e3, distribution.percentileMillis(percent), 1e-9);
    }
    assertEquals(hdr.getTotalCount(), distribution.count());
  }

  @Test
  void sumMaximumAndClampedCountAreExact() {
    Distribution distribution = RandomTallies.distribution(1, 2_000, 7_200_000_000_001_000L);

    assertEquals(7_200_000_000_003_001L, distribution.sumNanos());
    assertEquals(7_200_000_000_001_000L, distribution.maxNanos());
    assertEquals(1, distribution.clamped());
    assertEquals(3, distribution.count());
  }

  @Test
  void aSumThatDoesNotFitStopsAndTheMeanStaysTrue() {
    long each = 1_800 * 1_000_000_000L;
    long values = Distribution.MAX_SUM_NANOS / each;
    int[] slots = {LatencyLayout.slot(each / 1_000)};
    Distribution nearlyFull = new Distribution(slots, new long[] {values}, values * each, each, 0);
    DistributionSum sum = new DistributionSum();
    for (int i = 0; i < 4; i++) {
      sum.add(nearlyFull);
    }

    Distribution twice = nearlyFull.plus(nearlyFull);

    assertEquals(Distribution.MAX_SUM_NANOS, twice.sumNanos());
    assertEquals(2 * values, twice.count());
    assertEquals(each / 1e6, twice.meanMillis(), each / 1e6 / 1_000);
    assertEquals(twice.plus(twice), sum.toDistribution());
    assertEquals(each / 1e6, sum.toDistribution().meanMillis(), each / 1e6 / 1_000);
  }

  @Test
  void aValueByItselfDoesNotDeviate() {
    long nanos = 3_002_600_000L;
    int[] slots = {LatencyLayout.slot(nanos / 1_000)};
    Distribution one = new Distribution(slots, new long[] {1}, nanos, nanos, 0);
    assertEquals(0, one.standardDeviationMillis());
    assertEquals(0, Distribution.EMPTY.standardDeviationMillis());
  }

  @Test
  void whatTheThreadsOfAnIntervalCountedStopsToo() {
    BlockLayout layout = BlockLayout.of(0, List.of());
    long[] sums = new long[layout.cells()];
    int waits = layout.sum(SeriesIndex.WAIT);
    for (long counted : new long[] {Long.MAX_VALUE - 5, 10, Long.MIN_VALUE + 5}) {
      long[] block = new long[layout.cells()];
      block[waits] = counted;
      layout.move(block, sums);
    }

    assertEquals(Distribution.MAX_SUM_NANOS, sums[waits]);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 6, 9})
  void coarserKeepsEverySumAndNeverUnderstatesAPercentile(int bits) {
    Distribution fine = RandomTallies.distribution(new RandomTallies(5).latencies(10_000));

    Distribution coarse = fine.coarser(bits);

    assertEquals(fine.count(), coarse.count());
    assertEquals(fine.sumNanos(), coarse.sumNanos());
    assertTrue(coarse.usedSlots() <= fine.usedSlots());
    for (double percent : PERCENTS) {
      assertTrue(coarse.percentileMillis(percent) >= fine.percentileMillis(percent));
    }
  }

  @Test
  void whatCannotHaveBeenCountedIsRefused() {
    refused(new int[] {5, 4}, new long[] {1, 1}, 0, 0, 0);
    refused(new int[] {5, 5}, new long[] {1, 1}, 0, 0, 0);
    refused(new int[] {5, 6}, new long[] {1}, 0, 0, 0);
    refused(new int[] {-1}, new long[] {1}, 0, 0, 0);
    refused(new int[] {LatencyLayout.SLOTS}, new long[] {1}, 0, 0, 0);
    refused(new int[] {1}, new long[] {0}, 0, 0, 0);
    refused(new int[] {1}, new long[] {1}, -1, 0, 0);
    refused(new int[] {1}, new long[] {1}, Long.MAX_VALUE, 0, 0);
    refused(new int[] {1}, new long[] {1}, 0, -1, 0);
    refused(new int[] {1}, new long[] {1}, 0, 0, -1);
    refused(new int[] {1}, new long[] {1}, 0, 0, 2);
    int[] ends = {0, LatencyLayout.SLOTS - 1};
    assertEquals(
        2, new Distribution(ends, new long[] {1, 1}, Distribution.MAX_SUM_NANOS, 0, 2).count());
    assertThrows(
        ArithmeticException.class,
        () -> new Distribution(ends, new long[] {Long.MAX_VALUE, 1}, 0, 0, 0));
  }

  private static void refused(int[] slots, long[] counts, long sum, long max, long clamped) {
    assertThrows(
        IllegalArgumentException.class, () -> new Distribution(slots, counts, sum, max, clamped));
  }

  @Test
  void distributionsAreEqualWhereEachPartIs() {
    Distribution one = new Distribution(new int[] {5, 7}, new long[] {1, 2}, 10, 4, 0);
    Distribution same = new Distribution(new int[] {5, 7}, new long[] {1, 2}, 10, 4, 0);
    assertEquals(one, same);
    assertEquals(one.hashCode(), same.hashCode());
    List<Distribution> others =
        List.of(
            new Distribution(new int[] {5, 8}, new long[] {1, 2}, 10, 4, 0),
            new Distribution(new int[] {5, 7}, new long[] {2, 2}, 10, 4, 0),
            new Distribution(new int[] {5, 7}, new long[] {1, 2}, 11, 4, 0),
            new Distribution(new int[] {5, 7}, new long[] {1, 2}, 10, 5, 0),
            new Distribution(new int[] {5, 7}, new long[] {1, 2}, 10, 4, 1));
    for (Distribution other : others) {
      assertNotEquals(one, other);
    }
    assertNotEquals(one.hashCode(), others.get(0).hashCode());
    assertNotEquals(one.hashCode(), others.get(1).hashCode());
    assertEquals("Distribution[count=3, mean=3.3333333333333337E-6 ms, max=4.0E-6 ms]", "" + one);
  }

  @Test
  void deviationIsThatOfTheValues() {
    Distribution two = RandomTallies.distribution(1_000_000, 1_000_000, 1_000_000, 1_004_000);
    assertEquals(Math.sqrt(3) / 1_000, two.standardDeviationMillis(), 1e-9);
  }

  @Test
  void whatOnlySlotsWereKeptOfHasTheirMiddlesAndTheEndOfTheHighest() {
    Distribution whole = RandomTallies.distribution(3_000_000, 5_000_400, 5_000_600);
    Distribution kept = whole.ofSlotsOnly();
    double middles =
        LatencyLayout.middleMicros(LatencyLayout.slot(3_000))
            + 2 * LatencyLayout.middleMicros(LatencyLayout.slot(5_001));
    assertEquals(1_000 * middles, kept.sumNanos(), 1);
    assertEquals(1_000 * LatencyLayout.highestMicros(LatencyLayout.slot(5_001)), kept.maxNanos());
    assertEquals(0, kept.clamped());
    assertEquals(3, kept.count());
    Distribution beyond = RandomTallies.distribution(1_000, 7_200_000_000_000L, 7_200_000_000_000L);
    assertEquals(2, beyond.ofSlotsOnly().clamped());
    assertEquals(Distribution.EMPTY, Distribution.EMPTY.ofSlotsOnly());
  }
}
