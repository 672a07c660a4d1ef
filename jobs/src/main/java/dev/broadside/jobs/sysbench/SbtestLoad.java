package dev.broadside.jobs.sysbench;

import dev.broadside.kit.draw.KeyDistribution;
import dev.broadside.kit.load.TableLoad;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// The rows that the loader makes up: a pure function of seed, table and id, so that chunks may be
/// loaded in any order, by any thread, after any interruption.
final class SbtestLoad {
  private final long seed;
  private final KeyDistribution ks;
  private final int rows;

  /// @param seed equal seeds make equal rows
  SbtestLoad(Options options, long seed) {
    this.seed = seed;
    this.ks = options.keys(options.tableSize());
    this.rows = options.rowsToLoad();
  }

  TableLoad table(int number) {
    String table = Sbtest.table(number);
    return new TableLoad(
        table, Statements.insert(table), rows, (statement, row) -> set(statement, number, row + 1));
  }

  private void set(PreparedStatement row, int table, long id) throws SQLException {
    RandomGenerator random = new SplittableRandom(mixed(table, id));
    RandomText text = new RandomText();
    row.setInt(1, (int) id);
    row.setInt(2, 1 + (int) ks.next(random));
    row.setString(3, text.c(random));
    row.setString(4, text.pad(random));
  }

  /// Seeds that lie far apart for neighbouring rows: the finalizer of SplitMix64 (Steele, Lea,
  /// Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
  private long mixed(int table, long id) {
    long z = seed + table * 0xD1B54A32D192ED03L + id * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
