package dev.broadside.kit.job;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;

/// A named query.
///
/// | call | executes, and | columns are read |
/// |---|---|---|
/// | [#whole()], [#decimal()], [#text()] | gives the first column of its one row | |
/// | [#one()] | wants a row, as [Write#one()], else the iteration fails | until it is executed again |
/// | [#found()] | says whether there is a row | until it is executed again |
/// | [#rows()] | counts all rows | never |
/// | [#all()], then [#next()] | walks through all rows | of the present row |
///
/// A row that was fetched counts as a row read. Columns count from 1, as in JDBC. Reading NULL
/// fails, for every type: ask [#isNull(int)] first where a column may be NULL. Checks and gauges
/// read NULL as 0.
public final class Read extends SqlStatement<Read> {
  /// The SQL standard's condition "no data".
  static final String NO_DATA = "02000";

  private ResultSet row =
      NotYet.of(ResultSet.class, "a query is executed before its rows are read");

  Read(String name, String sql, Operations operations) {
    super(name, sql, operations);
  }

  @Override
  Read self() {
    return this;
  }

  @Override
  String verb() {
    return "SELECT";
  }

  /// Executes it and gives the first column of its one row, as [#one()].
  ///
  /// @throws SQLException with SQLSTATE 02000 if no row comes, or the column is NULL
  public long whole() throws SQLException {
    return one().whole(1);
  }

  /// As [#whole()].
  public BigDecimal decimal() throws SQLException {
    return one().decimal(1);
  }

  /// As [#whole()].
  public String text() throws SQLException {
    return one().text(1);
  }

  /// Executes it and moves to its one row, whose columns may be read until it is executed again;
  /// more rows are not looked at.
  ///
  /// @throws SQLException with SQLSTATE 02000 if no row comes
  public Read one() throws SQLException {
    return there(found());
  }

  private Read there(boolean found) throws SQLException {
    if (!found) {
      throw new SQLException(name() + " found no row", NO_DATA);
    }
    return this;
  }

  /// Moves to the first row of an answer that it was not asked for.
  Read at(ResultSet rows) throws SQLException {
    row = rows;
    return there(rows.next());
  }

  /// Executes it and moves to its first row.
  ///
  /// @return whether there is one
  public boolean found() throws SQLException {
    row = begin().executeQuery();
    boolean found = row.next();
    operations().read(found ? 1 : 0);
    return found;
  }

  /// Executes it and reads all its rows, but not their columns.
  ///
  /// @return how many rows came
  public long rows() throws SQLException {
    long count = 0;
    try (ResultSet rows = begin().executeQuery()) {
      while (rows.next()) {
        count++;
      }
    }
    operations().read(count);
    return count;
  }

  /// Executes it and stays before its first row: call [#next()]. It is timed until its last row is
  /// read, or until the next statement of the transaction begins.
  public Read all() throws SQLException {
    row = begin().executeQuery();
    return this;
  }

  /// Goes on to the next row.
  ///
  /// @return false after the last one
  public boolean next() throws SQLException {
    if (row.next()) {
      operations().counted(1);
      return true;
    }
    row.close();
    operations().end();
    return false;
  }

  /// A whole number of the present row.
  public long whole(int column) throws SQLException {
    long value = row.getLong(column);
    refuseNull(row.wasNull(), column);
    return value;
  }

  /// A floating-point number of the present row.
  public double real(int column) throws SQLException {
    double value = row.getDouble(column);
    refuseNull(row.wasNull(), column);
    return value;
  }

  /// An exact number of the present row.
  public BigDecimal decimal(int column) throws SQLException {
    return there(row.getBigDecimal(column), column);
  }

  /// A text of the present row.
  public String text(int column) throws SQLException {
    return there(row.getString(column), column);
  }

  /// A date and time of the present row.
  public LocalDateTime time(int column) throws SQLException {
    return there(row.getObject(column, LocalDateTime.class), column);
  }

  /// Whether a value of the present row is NULL.
  public boolean isNull(int column) throws SQLException {
    return row.getObject(column) == null;
  }

  private <T> T there(T value, int column) throws SQLException {
    refuseNull(value == null, column);
    return value;
  }

  private void refuseNull(boolean isNull, int column) throws SQLException {
    if (isNull) {
      throw new SQLException("column " + column + " of " + name() + " is NULL", NO_DATA);
    }
  }
}
