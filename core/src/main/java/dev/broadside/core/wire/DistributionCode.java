package dev.broadside.core.wire;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.Arrays;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/// Distributions as bytes: how many slots are used, sum, maximum and clamped count, and then for
/// each used slot its distance from the one before and its count, as [AnsNumbers], so with one
/// added where a number may be 0.
///
/// How far the next slot is and how much it holds both follow from how dense the values lie there.
/// So the [Density] of the slots just passed says how likely which of the next two numbers is.
final class DistributionCode {
  /// Used slots for each byte at most: what a few bytes can be blown up to is bounded.
  private static final int SLOTS_PER_BYTE = 16;

  private static final int REST = (1 << AnsNumbers.REST_BITS) - 1;

  private DistributionCode() {}

  static byte[] encode(Distribution distribution) {
    int used = distribution.usedSlots();
    byte[] levels = levels(distribution);
    int rest = (int) distribution.maxNanos() & REST;
    AnsNumbers.Writer numbers = new AnsNumbers.Writer(rest, 24 + used);
    for (int i = used - 1; i >= 0; i--) {
      numbers.put(Density.COUNTS[levels[i]], distribution.countAt(i));
      numbers.put(distances(i, levels[i]), gap(distribution, i));
    }
    numbers.put(Symbols.NONE, distribution.clamped() + 1);
    numbers.put(Symbols.NONE, (distribution.maxNanos() >>> AnsNumbers.REST_BITS) + 1);
    numbers.put(Symbols.NONE, distribution.sumNanos() + 1);
    numbers.put(Symbols.NONE, used + 1L);
    byte[] written = numbers.written();
    return Arrays.copyOf(written, Math.max(written.length, leastBytes(used)));
  }

  /// What is known of the density before each slot, as whoever reads them will know it.
  private static byte[] levels(Distribution distribution) {
    byte[] levels = new byte[distribution.usedSlots()];
    Density density = new Density();
    for (int i = 0; i < levels.length; i++) {
      levels[i] = (byte) density.level;
      density.passed(i == 0 ? 1 : gap(distribution, i), distribution.countAt(i));
    }
    return levels;
  }

  private static int gap(Distribution distribution, int i) {
    return distribution.slotAt(i) - (i == 0 ? -1 : distribution.slotAt(i - 1));
  }

  /// How far the first slot is from 0 says nothing of how dense values lie, nor the other way.
  private static Symbols distances(int i, int level) {
    return i == 0 ? Symbols.NONE : Density.DISTANCES[level];
  }

  private static int leastBytes(int used) {
    return Math.ceilDiv(used, SLOTS_PER_BYTE);
  }

  /// @throws IllegalArgumentException where the bytes are no distribution
  static Distribution decode(byte... bytes) {
    AnsNumbers.Reader numbers = new AnsNumbers.Reader(bytes);
    int most = (int) Math.min(LatencyLayout.SLOTS, (long) bytes.length * SLOTS_PER_BYTE);
    int used = numbers.next(Symbols.NONE, most + 1) - 1;
    long sumNanos = numbers.next(Symbols.NONE) - 1;
    long maxAbove = numbers.next(Symbols.NONE) - 1;
    long clamped = numbers.next(Symbols.NONE) - 1;
    int[] slots = new int[used];
    long[] counts = new long[used];
    Density density = new Density();
    int slot = -1;
    for (int i = 0; i < used; i++) {
      int gap = numbers.next(distances(i, density.level), LatencyLayout.SLOTS);
      counts[i] = numbers.next(Density.COUNTS[density.level]);
      slot += gap;
      slots[i] = slot;
      density.passed(i == 0 ? 1 : gap, counts[i]);
    }
    int rest = numbers.rest(bytes.length == leastBytes(used));
    long maxNanos = (maxAbove << AnsNumbers.REST_BITS) + rest;
    return used == 0
        ? Distribution.EMPTY
        : new Distribution(slots, counts, sumNanos, maxNanos, clamped);
  }

  /// How many values there were to a slot of late, in half powers of two; the newest weigh most.
  private static final class Density {
    private static final int LOWEST_OCTAVE = -8;
    private static final int HIGHEST_OCTAVE = 12;
    private static final int LEVELS = 2 * (HIGHEST_OCTAVE - LOWEST_OCTAVE);

    /// By level.
    private static final Symbols[] DISTANCES = levels(Symbols::distances);

    private static final Symbols[] COUNTS = levels(Symbols::counts);

    private static final int FRACTION_BITS = 8;
    private static final int WEIGHT = 3;
    private static final long MOST = 1L << 30;

    /// An eighth of an octave is the unit of [#log].
    private static final int LOG_BITS = 3;

    private long values = 1 << FRACTION_BITS;
    private long slots = 1 << FRACTION_BITS;

    /// That of the slots before the last one, so that nobody has to wait for the last count.
    private int level = level();

    private int next = level;

    private static Symbols[] levels(DoubleFunction<Symbols> symbols) {
      return IntStream.range(0, LEVELS)
          .mapToObj(level -> symbols.apply(at(level)))
          .toArray(Symbols[]::new);
    }

    /// The density in the middle of a level.
    private static double at(int level) {
      double octave = Math.scalb(1.0, Math.floorDiv(level, 2) + LOWEST_OCTAVE);
      return octave * (level % 2 == 0 ? 1.189207115002721 : 1.681792830507429);
    }

    void passed(int gap, long count) {
      values += ((Math.min(count, MOST) << FRACTION_BITS) - values) >> WEIGHT;
      slots += (((long) gap << FRACTION_BITS) - slots) >> WEIGHT;
      level = next;
      next = level();
    }

    private int level() {
      int octaves = (log(values) - log(slots)) >> (LOG_BITS - 1);
      return Math.clamp(octaves - 2 * LOWEST_OCTAVE, 0, LEVELS - 1);
    }

    /// The logarithm to base two in eighths, straight between powers of two.
    private static int log(long number) {
      int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
      int below = (int) ((number << LOG_BITS) >>> exponent) & ((1 << LOG_BITS) - 1);
      return (exponent << LOG_BITS) + below;
    }
  }
}
