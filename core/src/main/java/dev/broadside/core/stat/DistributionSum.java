package dev.broadside.core.stat;

/// Adds up many distributions in place; for sums over thousands of intervals. Not safe for use by
/// several threads.
public final class DistributionSum {
  private final long[] dense = new long[LatencyLayout.SLOTS];
  private long sumNanos;
  private long maxNanos;
  private long clamped;

  public void add(Distribution distribution) {
    for (int i = 0; i < distribution.usedSlots(); i++) {
      dense[distribution.slotAt(i)] += distribution.countAt(i);
    }
    sumNanos += distribution.sumNanos();
    maxNanos = Math.max(maxNanos, distribution.maxNanos());
    clamped += distribution.clamped();
  }

  /// Everything added so far.
  public Distribution toDistribution() {
    return Distribution.ofDense(dense, sumNanos, maxNanos, clamped);
  }
}
