package dev.broadside.kit.job;

import dev.broadside.kit.draw.Mixed;
import dev.broadside.kit.own.OwnedIds;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.random.RandomGenerator;

/// Writes the rows of a [LoadedTable]: the values of a row are set in the order of the columns,
/// `row.set(row.key()).set("Ada").set(0)`.
///
/// A row depends only on the seed and its number, so that any thread may load it, and a load may be
/// resumed: draw values only from [#random()].
public final class RowWriter {
  private final long seed;
  private final long rows;
  private final int columns;
  private final long number;
  private final PreparedStatement insert;
  private int set;
  private int draws;

  RowWriter(PreparedStatement insert, long seed, long rows, int columns, long number) {
    this.insert = insert;
    this.seed = seed;
    this.rows = rows;
    this.columns = columns;
    this.number = number;
  }

  /// Adds the last row, if its values are set.
  void finish() throws SQLException {
    if (set > 0) {
      next();
    }
  }

  /// The key of the row, as [Keys] draws it: keys count from 1, numbers from 0.
  public long key() {
    return number + 1;
  }

  /// How many numbers the table has: those of its rows, from 0.
  public long rows() {
    return rows;
  }

  /// The key of the row in a table whose rows [load threads own][OwnedIds].
  public long ownedId() {
    return OwnedIds.loaded(number, rows);
  }

  /// The seed of the data: the job's own, or that of the load that it found.
  public long seed() {
    return seed;
  }

  /// Draws that belong to this row. Equal seeds make equal ones.
  public RandomGenerator random() {
    return () -> Mixed.of(seed, draws++, number);
  }

  public RowWriter set(long value) throws SQLException {
    insert.setLong(place(), value);
    return this;
  }

  public RowWriter set(double value) throws SQLException {
    insert.setDouble(place(), value);
    return this;
  }

  public RowWriter set(String value) throws SQLException {
    insert.setString(place(), value);
    return this;
  }

  public RowWriter set(BigDecimal value) throws SQLException {
    insert.setBigDecimal(place(), value);
    return this;
  }

  public RowWriter set(LocalDateTime value) throws SQLException {
    insert.setObject(place(), value);
    return this;
  }

  /// @param type a constant of [java.sql.Types]
  public RowWriter setNull(int type) throws SQLException {
    insert.setNull(place(), type);
    return this;
  }

  /// Sets several values at once.
  ///
  /// @param values whole numbers, decimals, texts and times
  public RowWriter values(Object... values) throws SQLException {
    for (Object value : values) {
      insert.setObject(place(), value);
    }
    return this;
  }

  /// @throws IllegalStateException if all columns are set: a mistake in the job class
  private int place() {
    if (set == columns) {
      throw new IllegalStateException(
          "more values were set than a row has columns (%d)".formatted(columns));
    }
    return ++set;
  }

  /// Ends a row; another one may follow under the same number, as an order's lines do. The last row
  /// of a number needs no such call.
  ///
  /// @throws IllegalStateException if not all columns are set: a mistake in the job class
  public void next() throws SQLException {
    if (set != columns) {
      throw new IllegalStateException(
          "a row has %d columns, and %d were set".formatted(columns, set));
    }
    insert.addBatch();
    set = 0;
  }
}
