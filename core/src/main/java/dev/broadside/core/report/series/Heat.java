package dev.broadside.core.report.series;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.Arrays;
import java.util.List;

/// One column of a heat map: how many transactions took how long.
///
/// Each power of two of microseconds is split into four bands of one width, in which the slots of
/// [LatencyLayout] fall exactly, so these counts are exact and add up. `bandMillis` in the page's
/// `series.js` has the same bounds.
///
/// @param first the band of the first count; 0 if there are no counts
/// @param counts from that band on, the last of them above 0
public record Heat(int first, List<Long> counts) {
  public static final Heat NONE = new Heat(0, List.of());

  private static final int BANDS = 4;

  public Heat {
    counts = List.copyOf(counts);
  }

  public static Heat of(Distribution latencies) {
    if (latencies.isEmpty()) {
      return NONE;
    }
    int first = bandOf(latencies, 0);
    long[] counts = new long[bandOf(latencies, latencies.usedSlots() - 1) - first + 1];
    for (int i = 0; i < latencies.usedSlots(); i++) {
      counts[bandOf(latencies, i) - first] += latencies.countAt(i);
    }
    return of(first, counts);
  }

  private static Heat of(int first, long[] counts) {
    return new Heat(first, Arrays.stream(counts).boxed().toList());
  }

  private static int bandOf(Distribution latencies, int position) {
    return band(LatencyLayout.lowestMicros(latencies.slotAt(position)));
  }

  /// The band of a latency; one below a microsecond is in the first band.
  private static int band(long micros) {
    long whole = Math.max(1, micros);
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(whole);
    return BANDS * power + (int) (((whole * BANDS) >>> power) - BANDS);
  }

  /// The lower bound of a band, which is the upper bound of the band before it.
  public static double fromMillis(int band) {
    return (1L << (band / BANDS)) * (1 + (band % BANDS) / (double) BANDS) / 1e3;
  }

  /// The band after the last count.
  public int end() {
    return first + counts.size();
  }

  /// The count of a band.
  public long in(int band) {
    return band < first || band >= end() ? 0 : counts.get(band - first);
  }

  /// The sum of this column and another one.
  public Heat plus(Heat other) {
    if (counts.isEmpty() || other.counts.isEmpty()) {
      return counts.isEmpty() ? other : this;
    }
    int from = Math.min(first, other.first);
    long[] sums = new long[Math.max(end(), other.end()) - from];
    Arrays.setAll(sums, i -> in(from + i) + other.in(from + i));
    return of(from, sums);
  }
}
