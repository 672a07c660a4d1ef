package dev.broadside.core.wire;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.Arrays;

/// Distributions as bytes: four numbers, and then for each used slot its distance from the one
/// before and its count, as [RangeNumbers], so with one added where a number may be 0.
///
/// How far the next slot is and how much it holds both follow from how dense the values lie there.
/// So the [Density] of the slots just passed is the context in which the next two numbers are told.
final class DistributionCode {
  private static final int HEAD = 0;
  private static final int GAPS = 1;
  private static final int COUNTS = GAPS + Density.LEVELS;
  private static final int CONTEXTS = COUNTS + Density.LEVELS;

  /// Used slots for each byte at most: what a few bytes can be blown up to is bounded.
  private static final int SLOTS_PER_BYTE = 16;

  private DistributionCode() {}

  static byte[] encode(Distribution distribution) {
    int used = distribution.usedSlots();
    RangeNumbers.Writer numbers = new RangeNumbers.Writer(CONTEXTS, 24 + used / 2);
    numbers.put(HEAD, used + 1L);
    numbers.put(HEAD, distribution.sumNanos() + 1);
    numbers.put(HEAD, distribution.maxNanos() + 1);
    numbers.put(HEAD, distribution.clamped() + 1);
    Density density = new Density();
    int before = -1;
    for (int i = 0; i < used; i++) {
      int gap = distribution.slotAt(i) - before;
      long count = distribution.countAt(i);
      int level = density.level();
      numbers.put(GAPS + level, gap);
      numbers.put(COUNTS + level, count);
      density.passed(gap, count);
      before = distribution.slotAt(i);
    }
    byte[] written = numbers.written();
    return Arrays.copyOf(written, Math.max(written.length, leastBytes(used)));
  }

  private static int leastBytes(int used) {
    return Math.ceilDiv(used, SLOTS_PER_BYTE);
  }

  /// @throws IllegalArgumentException where the bytes are no distribution
  static Distribution decode(byte... bytes) {
    RangeNumbers.Reader numbers = new RangeNumbers.Reader(CONTEXTS, bytes);
    int most = (int) Math.min(LatencyLayout.SLOTS, (long) bytes.length * SLOTS_PER_BYTE);
    int used = numbers.next(HEAD, most + 1) - 1;
    long sumNanos = numbers.next(HEAD) - 1;
    long maxNanos = numbers.next(HEAD) - 1;
    long clamped = numbers.next(HEAD) - 1;
    int[] slots = new int[used];
    long[] counts = new long[used];
    Density density = new Density();
    int slot = -1;
    for (int i = 0; i < used; i++) {
      int level = density.level();
      int gap = numbers.next(GAPS + level, LatencyLayout.SLOTS);
      counts[i] = numbers.next(COUNTS + level);
      slot += gap;
      slots[i] = slot;
      density.passed(gap, counts[i]);
    }
    if (bytes.length > leastBytes(used)) {
      numbers.expectEnd();
    }
    return used == 0
        ? Distribution.EMPTY
        : new Distribution(slots, counts, sumNanos, maxNanos, clamped);
  }

  /// How many values there were to a slot of late, in powers of two; the newest weigh most.
  private static final class Density {
    static final int LEVELS = 10;

    private static final int FRACTION_BITS = 8;
    private static final int WEIGHT = 3;
    private static final int LOWEST = 4;
    private static final long MOST = 1L << 30;

    private long values = 1 << FRACTION_BITS;
    private long slots = 1 << FRACTION_BITS;

    void passed(int gap, long count) {
      values += ((Math.min(count, MOST) << FRACTION_BITS) - values) >> WEIGHT;
      slots += (((long) gap << FRACTION_BITS) - slots) >> WEIGHT;
    }

    int level() {
      long ratio = (values << FRACTION_BITS) / Math.max(1, slots);
      int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(ratio);
      return Math.clamp(exponent - LOWEST, 0, LEVELS - 1);
    }
  }
}
