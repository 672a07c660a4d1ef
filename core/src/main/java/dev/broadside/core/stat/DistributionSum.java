package dev.broadside.core.stat;

/// Adds up many distributions in place; for sums over thousands of intervals. Not safe for use by
/// several threads.
///
/// Memory is allocated for ranges of [#RANGE] slots, each when it gets its first value: real
/// latencies fall into a few ranges, and a server keeps sums for each agent and interval.
public final class DistributionSum {
  private static final int RANGE_BITS = 7;

  private static final int RANGE = 1 << RANGE_BITS;

  private static final long[][] NONE = {};

  private long[][] ranges = NONE;
  private long sumNanos;
  private long maxNanos;
  private long clamped;

  public void add(Distribution distribution) {
    if (ranges.length == 0 && !distribution.isEmpty()) {
      ranges = new long[Math.ceilDiv(LatencyLayout.SLOTS, RANGE)][];
    }
    int number = -1;
    long[] range = {};
    for (int i = 0; i < distribution.usedSlots(); i++) {
      int slot = distribution.slotAt(i);
      if (slot >>> RANGE_BITS != number) {
        number = slot >>> RANGE_BITS;
        range = range(number);
      }
      range[slot & RANGE - 1] += distribution.countAt(i);
    }
    sumNanos = Distribution.addNanos(sumNanos, distribution.sumNanos());
    maxNanos = Math.max(maxNanos, distribution.maxNanos());
    clamped += distribution.clamped();
  }

  private long[] range(int number) {
    if (ranges[number] == null) {
      ranges[number] = new long[RANGE];
    }
    return ranges[number];
  }

  /// Everything added so far.
  public Distribution toDistribution() {
    int used = 0;
    for (long[] range : ranges) {
      used += range == null ? 0 : used(range);
    }
    int[] slots = new int[used];
    long[] counts = new long[used];
    int next = 0;
    for (int i = 0; i < ranges.length; i++) {
      next = ranges[i] == null ? next : copy(i, slots, counts, next);
    }
    return used == 0
        ? Distribution.EMPTY
        : new Distribution(slots, counts, sumNanos, maxNanos, clamped);
  }

  private static int used(long[] range) {
    int used = 0;
    for (long count : range) {
      used += count == 0 ? 0 : 1;
    }
    return used;
  }

  /// @return the position of the next slot
  private int copy(int number, int[] slots, long[] counts, int from) {
    int next = from;
    long[] range = ranges[number];
    for (int i = 0; i < RANGE; i++) {
      if (range[i] != 0) {
        slots[next] = number * RANGE + i;
        counts[next++] = range[i];
      }
    }
    return next;
  }
}
