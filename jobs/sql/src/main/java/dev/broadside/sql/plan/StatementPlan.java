package dev.broadside.sql.plan;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A named statement.
///
/// @param number of its prepared statement
/// @param operation that it is counted as
/// @param draws values that are set right before it
/// @param batch how many rows it writes at once, each with draws of its own; empty if it is
///   executed once
/// @param first how many rows of the query are wanted; 0 for all
/// @param result what is done with its rows
public record StatementPlan(
    String name,
    int number,
    int operation,
    SqlVariants sql,
    List<Action> draws,
    Optional<Expression> batch,
    int first,
    ResultPlan result) {

  public StatementPlan {
    draws = List.copyOf(draws);
  }

  public String place() {
    return sql.place();
  }

  /// Its text in the words of a database.
  ///
  /// @param constants what is inserted
  public SqlTemplate.Ready text(Dialect dialect, Frame constants) {
    return text(dialect, constants, 1);
  }

  SqlTemplate.Ready text(Dialect dialect, Frame constants, int copy) {
    SqlTemplate.Ready ready = sql.of(dialect).ready(dialect, constants, copy);
    return first > 0
        ? new SqlTemplate.Ready(dialect.first(ready.sql(), first), ready.slots())
        : ready;
  }

  /// On how many tables that are alike it is prepared; 0 if there is nothing to do on this
  /// database.
  public int copies(Dialect dialect, Frame constants) {
    Optional<SqlTemplate.Part.Copy> copied = sql.find(dialect).flatMap(SqlTemplate::copied);
    return sql.nothing(dialect)
        ? 0
        : copied.map(one -> (int) constants.whole(one.count())).orElse(1);
  }

  /// What is done with the rows of a statement.
  ///
  /// @param into the values that the columns of the first row are put into, in order
  /// @param named the same by the columns' names, in lower case
  /// @param rows how many rows it must read or write
  /// @param atMost how many rows a loop over it takes
  public record ResultPlan(
      List<Integer> into, Map<String, Integer> named, RowRange rows, int atMost) {
    public ResultPlan {
      into = List.copyOf(into);
      named = Map.copyOf(named);
    }

    /// The slots of the columns of its result; below 0 for columns that are not used.
    int[] slots(String statement, ResultSetMetaData columns) throws SQLException {
      int[] slots = into.stream().mapToInt(slot -> slot).toArray();
      if (!named.isEmpty()) {
        slots = new int[columns.getColumnCount()];
        for (int i = 0; i < slots.length; i++) {
          String label = columns.getColumnLabel(i + 1).toLowerCase(Locale.ROOT);
          slots[i] = named.getOrDefault(label, -1);
        }
      }
      if (slots.length > columns.getColumnCount()) {
        throw new SQLException(
            "statement %s gives %d columns for %d names"
                .formatted(statement, columns.getColumnCount(), slots.length));
      }
      return slots;
    }

    /// Whether any column is used.
    boolean isRead() {
      return !into.isEmpty() || !named.isEmpty();
    }
  }

  /// How many rows a statement may read or write, both ends allowed.
  public record RowRange(long least, long most) {
    public static final RowRange ANY = new RowRange(0, Long.MAX_VALUE);

    boolean has(long rows) {
      return rows >= least && rows <= most;
    }

    @Override
    public String toString() {
      return least == most ? "" + least : least + " to " + (most == Long.MAX_VALUE ? "any" : most);
    }
  }

  /// How a statement is executed.
  public enum Form {
    QUERY,
    UPDATE,
    /// Only the answer shows which.
    EITHER
  }

  /// Decided by the first word of its text.
  public Form form() {
    return switch (sql.any().firstWord()) {
      case "select", "values", "table", "show" -> Form.QUERY;
      case "insert", "update", "delete", "merge", "replace" ->
          result.isRead() || sql.any().says("returning") ? Form.EITHER : Form.UPDATE;
      default -> Form.EITHER;
    };
  }
}
