package dev.broadside.core.stat;

import java.util.Arrays;

/// An immutable latency distribution in the layout of [LatencyLayout]: it keeps only slots that are
/// not empty.
///
/// Adding is associative, commutative and lossless. Percentiles follow HdrHistogram: the highest
/// value of the slot in which the wanted share of all values is reached, at most the true maximum.
///
/// The sum of all values stops at [#MAX_SUM_NANOS], 292 years: an overloaded target whose arrivals
/// wait for minutes reaches it within hours. From then on the mean is computed from the slots.
public final class Distribution {
  /// The highest sum, at which sums stop.
  public static final long MAX_SUM_NANOS = Long.MAX_VALUE - 1;

  public static final Distribution EMPTY = new Distribution(new int[0], new long[0], 0, 0, 0);

  private final int[] slots;
  private final long[] counts;
  private final long total;
  private final long sumNanos;
  private final long maxNanos;
  private final long clamped;

  /// Keeps the arrays; the caller must not use them any more.
  ///
  /// @param slots strictly ascending, each from 0 to `LatencyLayout.SLOTS - 1`
  /// @param counts how many values each slot holds, each above 0
  /// @param sumNanos the exact sum of all values; [#MAX_SUM_NANOS] if it is more
  /// @param maxNanos the exact highest value
  /// @param clamped how many values lay above the layout's top
  /// @throws IllegalArgumentException if any of this does not hold, since the arrays may come from
  ///   the network
  public Distribution(int[] slots, long[] counts, long sumNanos, long maxNanos, long clamped) {
    this.slots = slots;
    this.counts = counts;
    this.sumNanos = sumNanos;
    this.maxNanos = maxNanos;
    this.clamped = clamped;
    this.total = checkedTotal(slots, counts);
    if (sumNanos < 0
        || sumNanos > MAX_SUM_NANOS
        || maxNanos < 0
        || clamped < 0
        || clamped > total) {
      throw new IllegalArgumentException(
          "a sum, maximum or clamped count of a distribution is out of range");
    }
  }

  private static long checkedTotal(int[] slots, long[] counts) {
    if (slots.length != counts.length) {
      throw new IllegalArgumentException(
          "a distribution has " + slots.length + " slots but " + counts.length + " counts");
    }
    long total = 0;
    int before = -1;
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] <= before || slots[i] >= LatencyLayout.SLOTS || counts[i] <= 0) {
        throw new IllegalArgumentException(
            "slot " + slots[i] + " of a distribution is out of order or empty");
      }
      before = slots[i];
      total = Math.addExact(total, counts[i]);
    }
    return total;
  }

  /// How many values there are.
  public long count() {
    return total;
  }

  public boolean isEmpty() {
    return total == 0;
  }

  /// The exact sum of all values in nanoseconds; [#MAX_SUM_NANOS] if it is more.
  public long sumNanos() {
    return sumNanos;
  }

  /// The exact highest value in nanoseconds; 0 if there are no values.
  public long maxNanos() {
    return maxNanos;
  }

  /// How many values lay above [LatencyLayout#MAX_MICROS].
  public long clamped() {
    return clamped;
  }

  /// The number of slots that are not empty.
  public int usedSlots() {
    return slots.length;
  }

  /// The n-th used slot, ascending.
  public int slotAt(int position) {
    return slots[position];
  }

  /// How many values the n-th used slot holds.
  public long countAt(int position) {
    return counts[position];
  }

  /// Adds two sums of values. Each is at least 0; a negative one has overflowed.
  public static long addNanos(long oneNanos, long otherNanos) {
    long sum = oneNanos + otherNanos;
    boolean wrapped = oneNanos < 0 || otherNanos < 0 || sum < 0;
    return wrapped ? MAX_SUM_NANOS : Math.min(sum, MAX_SUM_NANOS);
  }

  /// The mean in milliseconds; 0 if there are no values. It is exact unless the sum has stopped;
  /// then it comes from the middles of the slots.
  public double meanMillis() {
    if (total == 0) {
      return 0;
    }
    return sumNanos < MAX_SUM_NANOS ? sumNanos / 1e6 / total : meanOfSlotsMillis();
  }

  /// These values without what the slots do not show: the sum is that of the slots' middles, wrong
  /// by at most half a microsecond or a two-thousandth per value, and the highest value is the end
  /// of the highest slot. Values in the topmost slot count as clamped.
  public Distribution ofSlotsOnly() {
    if (total == 0) {
      return EMPTY;
    }
    int top = slots.length - 1;
    return new Distribution(
        slots,
        counts,
        (long) Math.min(MAX_SUM_NANOS, meanOfSlotsMillis() * 1e6 * total),
        LatencyLayout.highestMicros(slots[top]) * 1_000,
        slots[top] == LatencyLayout.SLOTS - 1 ? counts[top] : 0);
  }

  private double meanOfSlotsMillis() {
    double sumMicros = 0;
    for (int i = 0; i < slots.length; i++) {
      sumMicros += LatencyLayout.middleMicros(slots[i]) * counts[i];
    }
    return sumMicros / total / 1e3;
  }

  /// The exact maximum in milliseconds.
  public double maxMillis() {
    return maxNanos / 1e6;
  }

  /// The value that `percent` of all values do not exceed, in milliseconds; 0 if there are no
  /// values.
  ///
  /// @param percent above 0, at most 100
  public double percentileMillis(double percent) {
    if (total == 0) {
      return 0;
    }
    long wanted = rank(percent, total);
    int place = 0;
    for (long seen = counts[0]; seen < wanted; seen += counts[place]) {
      place++;
    }
    return Math.min(LatencyLayout.highestMicros(slots[place]) / 1e3, maxMillis());
  }

  /// The rank of a percentile among a number of values: the lowest value has rank 1.
  public static long rank(double percent, long total) {
    return Math.max(1, (long) Math.ceil(percent / 100 * total - 1e-9));
  }

  /// The standard deviation in milliseconds, from the middles of the slots and their mean: with the
  /// true mean, a single value would deviate from itself.
  public double standardDeviationMillis() {
    double mean = meanOfSlotsMillis() * 1e3;
    double squares = 0;
    for (int i = 0; i < slots.length; i++) {
      double distance = LatencyLayout.middleMicros(slots[i]) - mean;
      squares += distance * distance * counts[i];
    }
    return total == 0 ? 0 : Math.sqrt(squares / total) / 1e3;
  }

  /// These values with less resolution: the last bits of each slot's number are set, so that groups
  /// of neighbouring slots become one. Percentiles are still never lower than the measured ones.
  ///
  /// @param bits how many bits, from 0 to 10
  public Distribution coarser(int bits) {
    int group = (1 << bits) - 1;
    int[] mergedSlots = new int[slots.length];
    long[] mergedCounts = new long[slots.length];
    int used = 0;
    for (int i = 0; i < slots.length; i++) {
      int slot = Math.min(slots[i] | group, LatencyLayout.SLOTS - 1);
      if (used > 0 && mergedSlots[used - 1] == slot) {
        mergedCounts[used - 1] += counts[i];
      } else {
        mergedSlots[used] = slot;
        mergedCounts[used++] = counts[i];
      }
    }
    return new Distribution(
        Arrays.copyOf(mergedSlots, used),
        Arrays.copyOf(mergedCounts, used),
        sumNanos,
        maxNanos,
        clamped);
  }

  /// Both distributions together.
  public Distribution plus(Distribution other) {
    if (other.total == 0) {
      return this;
    }
    if (total == 0) {
      return other;
    }
    int[] mergedSlots = new int[slots.length + other.slots.length];
    long[] mergedCounts = new long[mergedSlots.length];
    int mine = 0;
    int theirs = 0;
    int used = 0;
    while (mine < slots.length || theirs < other.slots.length) {
      int mySlot = mine < slots.length ? slots[mine] : Integer.MAX_VALUE;
      int theirSlot = theirs < other.slots.length ? other.slots[theirs] : Integer.MAX_VALUE;
      mergedSlots[used] = Math.min(mySlot, theirSlot);
      mergedCounts[used++] =
          (mySlot <= theirSlot ? counts[mine++] : 0)
              + (theirSlot <= mySlot ? other.counts[theirs++] : 0);
    }
    return new Distribution(
        Arrays.copyOf(mergedSlots, used),
        Arrays.copyOf(mergedCounts, used),
        addNanos(sumNanos, other.sumNanos),
        Math.max(maxNanos, other.maxNanos),
        clamped + other.clamped);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Distribution that
        && Arrays.equals(slots, that.slots)
        && Arrays.equals(counts, that.counts)
        && sumNanos == that.sumNanos
        && maxNanos == that.maxNanos
        && clamped == that.clamped;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(slots) * 31 + Arrays.hashCode(counts);
  }

  @Override
  public String toString() {
    return "Distribution[count="
        + total
        + ", mean="
        + meanMillis()
        + " ms, max="
        + maxMillis()
        + " ms]";
  }
}
