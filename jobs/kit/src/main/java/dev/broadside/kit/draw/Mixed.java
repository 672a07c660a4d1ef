package dev.broadside.kit.draw;

/// Numbers that are a pure function of seed, column and row: what makes a row look random, and the
/// same whenever it is made again.
///
/// The finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
/// OOPSLA 2014): seeds of neighbouring rows lie far apart.
public final class Mixed {
  private Mixed() {}

  public static long of(long seed, int column, long row) {
    long z = seed + column * 0xD1B54A32D192ED03L + row * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /// FNV-1a of G. Fowler, L. C. Noll and P. Vo, of the eight bytes of a number, the lowest first:
  /// how pgbench and YCSB hash numbers.
  ///
  /// @param seed 0 for the hash as it was published
  public static long fnv1a(long number, long seed) {
    long hash = 0xCBF29CE484222325L ^ seed;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((number >>> shift) & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }
}
