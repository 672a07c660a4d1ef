package dev.broadside.kit.load;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/// One table to be filled with made-up rows: how many, and how the row with a given number looks.
///
/// @param table its name
/// @param insert the statement for one row
/// @param rows how many rows it gets
/// @param row sets the values of one row
public record TableLoad(String table, String insert, long rows, Row row) {

  /// Sets the values of the row with this number, from 0; the same values whenever it is asked,
  /// from any thread.
  @FunctionalInterface
  public interface Row {
    void set(PreparedStatement statement, long number) throws SQLException;

    /// Adds the row to the statement's batch: one row, or all rows of a number that stands for
    /// several.
    default void add(PreparedStatement statement, long number) throws SQLException {
      set(statement, number);
      statement.addBatch();
    }
  }
}
