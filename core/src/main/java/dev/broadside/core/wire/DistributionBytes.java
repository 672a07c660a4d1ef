package dev.broadside.core.wire;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;

/// A distribution as bytes. Most of a record is that, so reading it number by number through a
/// parser would take half of what a server does with a record.
///
/// ```
/// used slots, sum in ns, maximum in ns, clamped, then from slot 0 on:
///   the count of the next slot, or how many slots after that have no value
///
/// a number:  | more | 6 bits | empty | more | 7 bits | ...     the lowest bits first
/// ```
///
/// The bit `empty` tells a number of slots without a value from a count. Used by one thread.
final class DistributionBytes {
  private static final int MORE = 0x80;

  /// How many bytes a number of 64 bits takes.
  private static final int LONGEST = 10;

  /// How many bytes a number of slots takes at most.
  private static final int LONGEST_GAP = 3;

  private final byte[] array;
  private int next;
  private long number;

  /// Bytes to read.
  DistributionBytes(byte[] array) {
    this.array = array;
  }

  static DistributionBytes of(Distribution value) {
    int used = value.usedSlots();
    DistributionBytes bytes =
        new DistributionBytes(new byte[4 * LONGEST + used * (LONGEST_GAP + LONGEST)]);
    bytes.put(used, 0);
    bytes.put(value.sumNanos(), 0);
    bytes.put(value.maxNanos(), 0);
    bytes.put(value.clamped(), 0);
    int slot = 0;
    for (int i = 0; i < used; i++) {
      if (value.slotAt(i) > slot) {
        bytes.put(value.slotAt(i) - slot, 1);
      }
      bytes.put(value.countAt(i), 0);
      slot = value.slotAt(i) + 1;
    }
    return bytes;
  }

  byte[] array() {
    return array;
  }

  /// How many bytes of the array were written.
  int length() {
    return next;
  }

  /// @throws RuntimeException if the bytes are no distribution
  Distribution read() {
    int used = Math.toIntExact(take());
    long sumNanos = take();
    long maxNanos = take();
    long clamped = take();
    if (used > LatencyLayout.SLOTS) {
      throw new IllegalArgumentException("a distribution cannot have " + used + " used slots");
    }
    int[] slots = new int[used];
    long[] counts = new long[used];
    int slot = 0;
    for (int i = 0; i < used; i++) {
      if (step()) {
        slot = Math.toIntExact(slot + number);
        step();
      }
      slots[i] = slot++;
      counts[i] = number;
    }
    if (next != array.length) {
      throw new IllegalArgumentException("a distribution has more counts than used slots");
    }
    return used == 0
        ? Distribution.EMPTY
        : new Distribution(slots, counts, sumNanos, maxNanos, clamped);
  }

  private long take() {
    step();
    return number;
  }

  /// Reads the next number.
  ///
  /// @return whether it is one of slots without a value
  private boolean step() {
    int one = array[next++];
    boolean empty = (one & 1) == 1;
    number = one >> 1 & 0x3f;
    for (int shift = 6; (one & MORE) != 0; shift += 7) {
      one = array[next++];
      number |= (one & 0x7fL) << shift;
    }
    return empty;
  }

  private void put(long value, int empty) {
    long rest = value >>> 6;
    array[next++] = (byte) ((rest == 0 ? 0 : MORE) | (value & 0x3f) << 1 | empty);
    while (rest != 0) {
      long low = rest & 0x7f;
      rest >>>= 7;
      array[next++] = (byte) (rest == 0 ? low : low | MORE);
    }
  }
}
