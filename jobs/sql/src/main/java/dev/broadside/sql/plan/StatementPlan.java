package dev.broadside.sql.plan;

import java.util.List;

/// A named statement.
///
/// @param name also that of its operation
/// @param number of its operation, and of its prepared statement
/// @param draws values that are set right before it
/// @param first how many rows of the query are wanted; 0 for all
/// @param into the values that the columns of the first row are put into, in order
/// @param rows how many it must read or write
/// @param atMost rows that a loop over its result takes
public record StatementPlan(
    String name,
    int number,
    SqlVariants sql,
    List<Action> draws,
    int first,
    List<Integer> into,
    RowRange rows,
    int atMost) {

  public StatementPlan {
    draws = List.copyOf(draws);
    into = List.copyOf(into);
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
    /// What only the answer tells.
    EITHER
  }

  /// What its text begins with decides.
  public Form form() {
    return switch (sql.any().firstWord()) {
      case "select", "values", "table", "show" -> Form.QUERY;
      case "insert", "update", "delete", "merge", "replace" ->
          into.isEmpty() ? Form.UPDATE : Form.EITHER;
      default -> Form.EITHER;
    };
  }

  /// Whether it may change something: what it says of itself where it is not known.
  public boolean writes() {
    return form() != Form.QUERY;
  }
}
