package dev.broadside.core.report.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Bands are exact: no slot of the layout lies in two of them, and counts add up.
final class HeatTest {
  @Test
  void eachSlotLiesWithinItsBand() {
    for (int slot = 1; slot < LatencyLayout.SLOTS; slot++) {
      Heat heat = Heat.of(one(slot));
      assertEquals(List.of(1L), heat.counts());
      double lowest = LatencyLayout.lowestMicros(slot) / 1e3;
      double highest = LatencyLayout.highestMicros(slot) / 1e3;
      assertTrue(Heat.fromMillis(heat.first()) <= lowest, () -> heat + " from " + lowest);
      assertTrue(highest < Heat.fromMillis(heat.end()), () -> heat + " to " + highest);
    }
  }

  @Test
  void bandsOfMillisecondsAreQuartersOfPowersOfTwo() {
    int band = Heat.of(one(LatencyLayout.slot(1_024))).first();
    assertEquals(
        List.of(1.024, 1.28, 1.536, 1.792, 2.048),
        IntStream.range(band, band + 5).mapToObj(Heat::fromMillis).toList());
  }

  @Test
  void sumsAreThoseOfTheWholeDistributionInAnyOrder() {
    Distribution all =
        new Distribution(
            IntStream.range(0, LatencyLayout.SLOTS).toArray(),
            IntStream.range(0, LatencyLayout.SLOTS).mapToLong(slot -> slot + 1L).toArray(),
            0,
            0,
            0);
    List<Heat> parts =
        IntStream.range(0, LatencyLayout.SLOTS)
            .mapToObj(slot -> new Distribution(new int[] {slot}, new long[] {slot + 1L}, 0, 0, 0))
            .map(Heat::of)
            .toList();
    assertEquals(Heat.of(all), parts.stream().reduce(Heat.NONE, Heat::plus));
    assertEquals(Heat.of(all), parts.reversed().stream().reduce(Heat.NONE, Heat::plus));
    assertEquals(all.count(), Heat.of(all).counts().stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void whatLiesBetweenIsZeroAndOutsideNothing() {
    Heat heat =
        Heat.of(
            new Distribution(
                new int[] {LatencyLayout.slot(1_000), LatencyLayout.slot(4_000)},
                new long[] {7, 2},
                0,
                0,
                0));
    assertEquals(7, heat.in(heat.first()));
    assertEquals(2, heat.in(heat.end() - 1));
    assertEquals(0, heat.in(heat.first() + 1));
    assertEquals(0, heat.in(heat.end()));
    assertEquals(0, heat.in(heat.first() - 1));
    assertEquals(Heat.NONE, Heat.of(Distribution.EMPTY));
    assertEquals(heat, heat.plus(Heat.NONE));
  }

  private static Distribution one(int... slots) {
    long[] counts = new long[slots.length];
    Arrays.fill(counts, 1);
    return new Distribution(slots, counts, 0, 0, 0);
  }
}
