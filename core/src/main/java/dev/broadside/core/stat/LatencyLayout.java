package dev.broadside.core.stat;

/// The one layout of all latency distributions: 1 microsecond to 1 hour with three significant
/// digits.
///
/// It is the layout of `new org.HdrHistogram.Histogram(1, 3_600_000_000L, 3)` in microseconds, slot
/// for slot (a test holds the two together), so that distributions turn into HdrHistogram logs
/// without loss. Since every process uses this layout, adding up is exact; a mismatch cannot occur.
public final class LatencyLayout {
  /// The highest value; higher ones are clamped to it, and counted as clamped.
  public static final long MAX_MICROS = 3_600_000_000L;

  /// Values below `2 * HALF` microseconds have a slot each; above, `HALF` slots share each power of
  /// two.
  private static final int HALF_MAGNITUDE = 10;

  private static final int HALF = 1 << HALF_MAGNITUDE;
  private static final int LEADING_ZEROS_OF_FIRST_BUCKET = 64 - HALF_MAGNITUDE - 1;

  /// How many slots there are.
  public static final int SLOTS = slot(MAX_MICROS) + 1;

  private LatencyLayout() {}

  /// The slot of a value from 0 to [#MAX_MICROS].
  public static int slot(long micros) {
    int bucket = LEADING_ZEROS_OF_FIRST_BUCKET - Long.numberOfLeadingZeros(micros | (2 * HALF - 1));
    int withinBucket = (int) (micros >>> bucket);
    return ((bucket + 1) << HALF_MAGNITUDE) + withinBucket - HALF;
  }

  /// The lowest value that falls into a slot.
  public static long lowestMicros(int slot) {
    return slot < 2 * HALF ? slot : (long) ((slot & (HALF - 1)) + HALF) << bucketOf(slot);
  }

  /// The highest value that falls into a slot. Percentiles report it, so they are never lower than
  /// the measured values.
  public static long highestMicros(int slot) {
    return lowestMicros(slot) + (1L << bucketOf(slot)) - 1;
  }

  /// The middle of a slot, for standard deviations.
  public static double middleMicros(int slot) {
    return (lowestMicros(slot) + highestMicros(slot)) / 2.0;
  }

  private static int bucketOf(int slot) {
    return Math.max(0, (slot >> HALF_MAGNITUDE) - 1);
  }
}
