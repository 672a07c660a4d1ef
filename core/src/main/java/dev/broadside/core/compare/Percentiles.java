package dev.broadside.core.compare;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Percentiles of resamples: the distributions of units, each taken a number of times, as if they
/// had been added up.
///
/// Only what a percentile needs is added up. All values are kept once, slot by slot, each slot with
/// the units that have values in it. Slots form groups, and for each group the number of values
/// before it is known for each unit. A percentile of a resample takes a few sums over the units,
/// which find its group, and one walk through that group.
final class Percentiles {
  private static final int GROUPS = 64;

  private final int units;
  private final int[] slots;

  /// The beginning of each slot's values, and after the last one their end.
  private final int[] starts;

  private final int[] unit;
  private final long[] count;

  /// The first slot of each group, and after the last one the number of slots.
  private final int[] firstSlots;

  /// The values before each group, by unit; after the last group all values.
  private final long[][] before;

  Percentiles(List<Distribution> distributions) {
    units = distributions.size();
    int[] sizes = new int[LatencyLayout.SLOTS];
    for (Distribution one : distributions) {
      for (int i = 0; i < one.usedSlots(); i++) {
        sizes[one.slotAt(i)]++;
      }
    }
    slots = IntStream.range(0, sizes.length).filter(s -> sizes[s] > 0).toArray();
    starts = new int[slots.length + 1];
    int[] next = new int[LatencyLayout.SLOTS];
    for (int i = 0; i < slots.length; i++) {
      next[slots[i]] = starts[i];
      starts[i + 1] = starts[i] + sizes[slots[i]];
    }
    unit = new int[starts[slots.length]];
    count = new long[unit.length];
    for (int u = 0; u < units; u++) {
      Distribution one = distributions.get(u);
      for (int i = 0; i < one.usedSlots(); i++) {
        int place = next[one.slotAt(i)]++;
        unit[place] = u;
        count[place] = one.countAt(i);
      }
    }
    firstSlots = groups();
    before = sumsBefore();
  }

  /// Makes groups with about the same number of values.
  private int[] groups() {
    int size = unit.length / GROUPS + 1;
    int[] first = new int[slots.length + 1];
    int groups = 0;
    for (int slot = 0, from = 0; slot < slots.length; slot++) {
      if (slot == 0 || starts[slot] - from >= size) {
        first[groups++] = slot;
        from = starts[slot];
      }
    }
    first[groups++] = slots.length;
    return Arrays.copyOf(first, groups);
  }

  private long[][] sumsBefore() {
    long[][] sums = new long[firstSlots.length][units];
    for (int group = 1; group < firstSlots.length; group++) {
      sums[group] = sums[group - 1].clone();
      for (int i = starts[firstSlots[group - 1]]; i < starts[firstSlots[group]]; i++) {
        sums[group][unit[i]] += count[i];
      }
    }
    return sums;
  }

  /// How many values a resample has.
  ///
  /// @param times how often each unit is in the resample
  long total(int[] times) {
    return sum(times, before[before.length - 1]);
  }

  private static long sum(int[] times, long[] values) {
    long sum = 0;
    for (int i = 0; i < times.length; i++) {
      sum += times[i] * values[i];
    }
    return sum;
  }

  /// The place of a percentile.
  ///
  /// @param slot of [LatencyLayout]
  /// @param part the part of the slot's values up to the percentile, above 0, at most 1
  record Place(int slot, double part) {
    /// The percentile in microseconds. The slot's values are spread evenly over the slot: if a
    /// percentile could only have a few values, its spread would be 0 although it has an error.
    double micros() {
      return LatencyLayout.lowestMicros(slot) + part * width();
    }

    /// The slot's width in microseconds.
    double width() {
      return LatencyLayout.highestMicros(slot) - LatencyLayout.lowestMicros(slot) + 1.0;
    }
  }

  /// The slot that [Distribution#percentileMillis] finds in the sum of a resample.
  ///
  /// @param total of the resample, above 0
  Place place(int[] times, long total, double percent) {
    double wanted = Math.max(1, percent / 100 * total - 1e-9);
    long whole = (long) Math.ceil(wanted);
    // The group whose beginning lies before the wanted value, and whose end does not.
    int group = 0;
    int behind = firstSlots.length - 1;
    while (behind - group > 1) {
      int middle = (group + behind) >>> 1;
      if (sum(times, before[middle]) < whole) {
        group = middle;
      } else {
        behind = middle;
      }
    }
    long seen = sum(times, before[group]);
    int slot = firstSlots[group];
    for (; ; slot++) {
      long here = 0;
      for (int i = starts[slot]; i < starts[slot + 1]; i++) {
        here += times[unit[i]] * count[i];
      }
      if (seen + here >= whole) {
        return new Place(slots[slot], Math.clamp((wanted - seen) / here, 0, 1));
      }
      seen += here;
    }
  }
}
