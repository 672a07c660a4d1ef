package dev.broadside.core.wire;

import java.util.Arrays;

/// How likely which number from 1 up is at some place, in parts of `1 << BITS`. Immutable.
///
/// Small numbers have a symbol each; larger ones share one with those of the same highest three
/// bits, and what lies below is told as it is. What is larger still, and what is as good as
/// impossible, is escaped.
final class Symbols {
  static final int BITS = 10;
  static final int MASK = (1 << BITS) - 1;

  /// Numbers up to here have a symbol each.
  static final int EXACT = 15;

  private static final int EXACT_BITS = 4;
  private static final int OCTAVES = 9;
  private static final int STEP_BITS = 2;
  private static final int STEPS = 1 << STEP_BITS;

  static final int ESCAPE = EXACT + OCTAVES * STEPS;

  /// From about so many values the density is known: it is a gamma variate of this shape itself, so
  /// that counts have a negative binomial distribution. Of 2, 4, 8 and 16 the last two took the
  /// fewest bytes of log-normal latencies, by 1 % of each other; real ones are less smooth.
  private static final int MEMORY = 8;

  /// What is less likely is escaped.
  private static final double NEVER = 1.0 / (1 << 14);

  private static final byte[] BITS_BELOW = new byte[ESCAPE + 1];
  private static final int[] LOWEST = new int[ESCAPE + 1];

  static {
    for (int symbol = 0; symbol <= ESCAPE; symbol++) {
      boolean exact = symbol < EXACT;
      int bits = EXACT_BITS - STEP_BITS + (symbol - EXACT) / STEPS;
      BITS_BELOW[symbol] = (byte) (exact ? 0 : bits);
      LOWEST[symbol] = exact ? symbol + 1 : (STEPS + (symbol - EXACT) % STEPS) << bits;
    }
  }

  /// All that is told by it is told as it is.
  static final Symbols NONE = new Symbols(new double[ESCAPE]);

  private final byte[] at = new byte[1 << BITS];
  private final short[] start = new short[ESCAPE + 2];

  /// @param weights how likely each symbol is, beside the others; the escape's is what is left to
  ///   the sum of 1
  private Symbols(double... weights) {
    int[] parts = parts(weights);
    int begin = 0;
    for (int symbol = 0; symbol <= ESCAPE; symbol++) {
      start[symbol] = (short) begin;
      Arrays.fill(at, begin, begin + parts[symbol], (byte) symbol);
      begin += parts[symbol];
    }
    start[ESCAPE + 1] = (short) begin;
  }

  /// Something may always be escaped; what rounding leaves over goes to the likeliest.
  private static int[] parts(double... weights) {
    int[] parts = new int[ESCAPE + 1];
    parts[ESCAPE] = 1;
    int left = MASK;
    int likeliest = ESCAPE;
    for (int symbol = 0; symbol < ESCAPE; symbol++) {
      parts[symbol] = weights[symbol] < NEVER ? 0 : (int) (weights[symbol] * (MASK - ESCAPE) + 1);
      left -= parts[symbol];
      likeliest = parts[symbol] > parts[likeliest] ? symbol : likeliest;
    }
    parts[likeliest] += left;
    return parts;
  }

  /// Distances between used slots where values come independently of each other: a distance is
  /// beyond `d` with the probability that `d` slots are empty.
  ///
  /// @param density values for each slot, of which is known as little as [#MEMORY] says
  static Symbols distances(double density) {
    double[] weights = new double[ESCAPE];
    double beyond = 1;
    for (int symbol = 0; symbol < ESCAPE; symbol++) {
      int highest = lowest(symbol + 1) - 1;
      double next = empty(density * highest);
      weights[symbol] = beyond - next;
      beyond = next;
    }
    return new Symbols(weights);
  }

  /// How many values a used slot has there.
  static Symbols counts(double density) {
    double[] weights = new double[ESCAPE];
    double share = density / (MEMORY + density);
    double none = empty(density);
    double probability = none;
    double left = 1 - none;
    for (int count = 1; count < lowest(ESCAPE) && left > NEVER; count++) {
      probability *= share * (count - 1 + MEMORY) / count;
      weights[of(count)] += probability / (1 - none);
      left -= probability;
    }
    return new Symbols(weights);
  }

  /// The probability that there is no value where so many are expected. By products alone, which
  /// are the same on every machine.
  private static double empty(double expected) {
    double one = MEMORY / (MEMORY + expected);
    double two = one * one;
    return two * two * two * two;
  }

  /// @param number at least 1
  static int of(long number) {
    if (number <= EXACT) {
      return (int) number - 1;
    }
    int exponent = Long.SIZE - 1 - Long.numberOfLeadingZeros(number);
    int step = (int) (number >>> (exponent - STEP_BITS)) & (STEPS - 1);
    return Math.min(ESCAPE, EXACT + STEPS * (exponent - EXACT_BITS) + step);
  }

  /// The lowest number of a symbol.
  static int lowest(int symbol) {
    return LOWEST[symbol];
  }

  /// How many bits of a number its symbol does not tell.
  static int bitsBelow(int symbol) {
    return BITS_BELOW[symbol];
  }

  /// Whose part this is.
  int at(int part) {
    return at[part];
  }

  int start(int symbol) {
    return start[symbol];
  }

  int frequency(int symbol) {
    return start[symbol + 1] - start[symbol];
  }

  boolean has(int symbol) {
    return frequency(symbol) > 0;
  }
}
