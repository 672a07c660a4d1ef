package dev.broadside.jobs.tpcc;

import java.util.random.RandomGenerator;

/// The non-uniform random numbers of clause 2.1.6: NURand(A, x, y) = (((random(0, A) | random(x,
/// y)) + C) % (y - x + 1)) + x.
///
/// Immutable, so that all threads may share one.
///
/// @param a 255 for last names, 1023 for customers, 8191 for items; 0 makes the numbers uniform
/// @param c the run-time constant C, from 0 to A
/// @param x the least number
/// @param y the greatest number
record NuRand(int a, int c, int x, int y) {
  static final int LAST_NAME = 255;
  static final int CUSTOMER = 1_023;
  static final int ITEM = 8_191;

  NuRand {
    if (a < 0 || c < 0 || x < 0 || y < x) {
      throw new IllegalArgumentException("no NURand(%d, %d, %d) with C %d".formatted(a, x, y, c));
    }
  }

  /// Every number equally often.
  static NuRand uniform(int x, int y) {
    return new NuRand(0, 0, x, y);
  }

  int next(RandomGenerator random) {
    int drawn = random.nextInt(a + 1) | random.nextInt(x, y + 1);
    return (drawn + c) % (y - x + 1) + x;
  }
}
