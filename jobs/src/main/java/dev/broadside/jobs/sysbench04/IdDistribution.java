package dev.broadside.jobs.sysbench04;

import java.util.random.RandomGenerator;

/// Draws the id of a row, from 1 to the size of the table, with the whole-number arithmetic of
/// sysbench 0.4. Holds no state and allocates nothing, so that all threads may share one.
///
/// Source: the generators of sysbench 0.4.12, `sysbench/tests/oltp/sb_oltp.c`. Sums are 64 bits
/// wide here; the tool's wrap around beyond 178 million rows.
sealed interface IdDistribution {

  long next(RandomGenerator random);

  /// Every id equally often.
  ///
  /// @param size how many rows there are
  record Uniform(long size) implements IdDistribution {
    @Override
    public long next(RandomGenerator random) {
      return 1 + random.nextLong(size);
    }
  }

  /// The mean of several uniform ids: a bell around the middle.
  ///
  /// @param size how many rows there are
  /// @param draws how many ids the mean is of
  record Gaussian(long size, int draws) implements IdDistribution {
    @Override
    public long next(RandomGenerator random) {
      long sum = 0;
      for (int i = 0; i < draws; i++) {
        sum += 1 + random.nextLong(size);
      }
      return sum / draws;
    }
  }

  /// A share of the draws hits a window in the middle, where every id is equally hot; the rest
  /// makes a bell around the same middle.
  ///
  /// ```
  /// draw 1 .. size x factor:   [ 1 .. size | size + 1 ......................... size x factor ]
  ///                              the bell    remainder by the window's width -> the window
  /// ```
  ///
  /// So the window's share is 1 - 1/factor, and the factor is a whole number: 75 % of the draws
  /// make it 4, but 70 % make it 3, and less than 50 % make it 1, which leaves the window cold.
  ///
  /// @param size how many rows there are
  /// @param bell the draws that miss the window
  /// @param windowPercent how many percent of the ids are in the window
  /// @param factor by how much the drawn range is wider than the table
  record Special(long size, Gaussian bell, int windowPercent, long factor)
      implements IdDistribution {

    static Special of(long size, int draws, int windowPercent, int drawnPercent) {
      return new Special(
          size, new Gaussian(size, draws), windowPercent, 100 / (100 - drawnPercent));
    }

    @Override
    public long next(RandomGenerator random) {
      long drawn = 1 + random.nextLong(size * factor);
      return drawn <= size ? bell.next(random) : firstHot() + drawn % window();
    }

    long window() {
      return Math.max(1, size * windowPercent / 100);
    }

    /// The tool would begin at id 0, which no row has, if the window is the whole table, or the
    /// table one row.
    long firstHot() {
      return Math.max(1, size / 2 - size * windowPercent / 200);
    }
  }
}
