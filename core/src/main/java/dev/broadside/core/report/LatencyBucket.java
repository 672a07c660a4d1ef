package dev.broadside.core.report;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.ArrayList;
import java.util.List;

/// The number of latencies in one power of two.
///
/// The layout of [LatencyLayout] splits every power of two into slots of its own, so these counts
/// are exact.
///
/// @param upToMicros a power of two; the bucket holds the latencies below it and not below half of
///   it; the first bucket begins at 0
public record LatencyBucket(long upToMicros, long count) {

  /// A distribution in powers of two, ascending, from the first bucket that holds something to the
  /// last. At most 33, since the layout ends at one hour.
  public static List<LatencyBucket> of(Distribution distribution) {
    if (distribution.isEmpty()) {
      return List.of();
    }
    int first = power(distribution.slotAt(0));
    int last = power(distribution.slotAt(distribution.usedSlots() - 1));
    long[] counts = new long[last - first + 1];
    for (int i = 0; i < distribution.usedSlots(); i++) {
      counts[power(distribution.slotAt(i)) - first] += distribution.countAt(i);
    }
    List<LatencyBucket> buckets = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      buckets.add(new LatencyBucket(1L << (first + i), counts[i]));
    }
    return List.copyOf(buckets);
  }

  /// The exponent of the lowest power of two above all of a slot's values.
  private static int power(int slot) {
    return Long.SIZE - Long.numberOfLeadingZeros(LatencyLayout.highestMicros(slot));
  }
}
