package dev.broadside.core.stat;

/// Adds up many distributions in place; for sums over thousands of intervals. Not safe for use by
/// several threads.
///
/// Room is made for one range of [#RANGE] slots at a time, where something falls into it: real
/// latencies meet a few ranges of all, and a server keeps a sum for each agent.
public final class DistributionSum {
  private static final int RANGE = 1_024;

  private final long[][] ranges = new long[Math.ceilDiv(LatencyLayout.SLOTS, RANGE)][];
  private long sumNanos;
  private long maxNanos;
  private long clamped;

  public void add(Distribution distribution) {
    for (int i = 0; i < distribution.usedSlots(); i++) {
      int slot = distribution.slotAt(i);
      range(slot / RANGE)[slot % RANGE] += distribution.countAt(i);
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
    long[] dense = new long[LatencyLayout.SLOTS];
    for (int i = 0; i < ranges.length; i++) {
      if (ranges[i] != null) {
        int start = i * RANGE;
        System.arraycopy(ranges[i], 0, dense, start, Math.min(RANGE, dense.length - start));
      }
    }
    return Distribution.ofDense(dense, sumNanos, maxNanos, clamped);
  }
}
