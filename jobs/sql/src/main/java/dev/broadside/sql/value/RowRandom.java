package dev.broadside.sql.value;

import dev.broadside.kit.draw.Mixed;
import java.util.random.RandomGenerator;

/// What the values of a loaded row are drawn from: the same draws whenever the row is made again,
/// by any thread. For one thread.
public final class RowRandom implements RandomGenerator {
  private final long seed;
  private long row;
  private int draws;

  /// @param seed of one table
  public RowRandom(long seed) {
    this.seed = seed;
  }

  /// From here on, draws are those of this row.
  public void row(long number) {
    row = number;
    draws = 0;
  }

  @Override
  public long nextLong() {
    return Mixed.of(seed, draws++, row);
  }
}
