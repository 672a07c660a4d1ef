package dev.broadside.sql.value;

/// The permutation that pgbench's `permute` gives: the same numbers as PostgreSQL 15, whose
/// generator is D. Blackman's and S. Vigna's xoroshiro128**, seeded by SplitMix64.
///
/// Six rounds, each of which multiplies, mixes and turns the lower and the upper part of the range,
/// both a power of two, and shifts all of it. For one thread.
final class PseudoPermutation {
  private static final int ROUNDS = 6;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private long low;
  private long high;

  /// Where a number lies among 0 to size - 1.
  ///
  /// @param size above 0
  long of(long number, long size, long seed) {
    if (size == 1) {
      return 0;
    }
    low = mixed(seed + GOLDEN);
    high = mixed(seed + GOLDEN + GOLDEN);
    int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
    long mask = (1L << bits) - 1;
    long at = Long.remainderUnsigned(number, size);
    for (int i = 0; i < ROUNDS; i++) {
      at = stirred(at, mask, bits);
      at = size - 1 - stirred(size - 1 - at, mask, bits);
      at = Long.remainderUnsigned(at + below(size), size);
    }
    return at;
  }

  private static long mixed(long state) {
    long value = (state ^ (state >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    value = (value ^ (value >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return value ^ (value >>> 31);
  }

  /// Draws in any case, and leaves what lies beyond the mask as it is.
  private long stirred(long at, long mask, int bits) {
    long factor = (next() & mask) | 1;
    long other = next() & mask;
    if (at > mask) {
      return at;
    }
    long product = ((at * factor) ^ other) & mask;
    return ((product << 1) & mask) | (product >>> (bits - 1));
  }

  /// A number below the size: drawn until one fits.
  private long below(long size) {
    int unused = Long.numberOfLeadingZeros(size - 1);
    long drawn;
    do {
      drawn = next() >>> unused;
    } while (drawn >= size);
    return drawn;
  }

  private long next() {
    long first = low;
    long both = high ^ first;
    low = Long.rotateLeft(first, 24) ^ both ^ (both << 16);
    high = Long.rotateLeft(both, 37);
    return Long.rotateLeft(first * 5, 7) * 9;
  }
}
