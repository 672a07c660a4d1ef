package dev.broadside.cli.term;

import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Rows in aligned columns. Where they are wider than the terminal, the columns that matter least
/// are left out.
public final class Table {
  private static final String GAP = "  ";
  private static final int MOST_CELL = 200;

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /// One column.
  ///
  /// @param numbers whether its cells are aligned to the right
  /// @param rank 0 where it has to stay; of the others, the highest goes first
  public record Column(String title, boolean numbers, int rank) {
    /// Words; always shown.
    public static Column words(String title) {
      return new Column(title, false, 0);
    }

    /// Numbers; always shown.
    public static Column numbers(String title) {
      return new Column(title, true, 0);
    }

    /// This column, left out where the space is narrow.
    public Column unlessNarrow(int newRank) {
      return new Column(title, numbers, newRank);
    }
  }

  public Table(Column... columns) {
    this.columns = List.of(columns);
  }

  /// Adds a row, with one cell for each column; cells may hold anything.
  public void row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells for " + columns.size() + " columns");
    }
    rows.add(Arrays.stream(cells).map(cell -> PlainText.line(cell, MOST_CELL)).toList());
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /// The titles and the rows, each a line without an end of line.
  public List<String> lines(int width) {
    List<Integer> shown = fitting(width);
    List<String> lines = new ArrayList<>();
    lines.add(line(columns.stream().map(Column::title).toList(), shown));
    rows.forEach(row -> lines.add(line(row, shown)));
    return lines;
  }

  private List<Integer> fitting(int width) {
    List<Integer> shown = new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
    while (width(shown) > width) {
      int highest = shown.stream().mapToInt(i -> columns.get(i).rank()).max().orElse(0);
      if (highest == 0) {
        break;
      }
      shown.removeIf(i -> columns.get(i).rank() == highest);
    }
    return shown;
  }

  private int width(List<Integer> shown) {
    return shown.stream().mapToInt(this::width).sum() + GAP.length() * (shown.size() - 1);
  }

  private int width(int column) {
    int widest = rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    return Math.max(columns.get(column).title().length(), widest);
  }

  private String line(List<String> cells, List<Integer> shown) {
    List<String> padded = new ArrayList<>();
    for (int column : shown) {
      String space = " ".repeat(width(column) - cells.get(column).length());
      padded.add(
          columns.get(column).numbers() ? space + cells.get(column) : cells.get(column) + space);
    }
    return String.join(GAP, padded).stripTrailing();
  }
}
