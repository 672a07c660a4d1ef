package dev.broadside.core.recorder;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.broadside.core.stat.Distribution;
import java.lang.foreign.MemorySegment;

/// Adds up the stripes of a series, one series after the other. For one thread.
final class LatencyPad {
  private final long[][] chunks = new long[LatencyCounts.CHUNKS][];
  private final boolean[] used = new boolean[LatencyCounts.CHUNKS];

  /// Adds the chunk of a number.
  void add(int number, MemorySegment chunk) {
    long[] sums = chunks[number];
    if (sums == null) {
      sums = new long[LatencyCounts.CHUNK];
      chunks[number] = sums;
    }
    long any = 0;
    for (int i = 0; i < LatencyCounts.CHUNK; i++) {
      long count = chunk.get(JAVA_LONG, 8L * i);
      any |= count;
      sums[i] += count;
    }
    used[number] |= any != 0;
  }

  /// Everything added since the last call, as a distribution; the pad is empty afterwards.
  Distribution toDistribution(long sumNanos, long maxNanos, long clamped) {
    int usedSlots = countUsed();
    if (usedSlots == 0) {
      return Distribution.EMPTY;
    }
    int[] slots = new int[usedSlots];
    long[] counts = new long[usedSlots];
    int next = 0;
    for (int number = 0; number < chunks.length; number++) {
      long[] sums = chunks[number];
      for (int i = 0; used[number] && sums != null && i < sums.length; i++) {
        if (sums[i] != 0) {
          slots[next] = (number << LatencyCounts.CHUNK_SHIFT) + i;
          counts[next++] = sums[i];
          sums[i] = 0;
        }
      }
      used[number] = false;
    }
    return new Distribution(slots, counts, sumNanos, maxNanos, clamped);
  }

  private int countUsed() {
    int count = 0;
    for (int number = 0; number < chunks.length; number++) {
      long[] sums = chunks[number];
      for (int i = 0; used[number] && sums != null && i < sums.length; i++) {
        count += sums[i] == 0 ? 0 : 1;
      }
    }
    return count;
  }
}
