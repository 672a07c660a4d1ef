package dev.broadside.cli.term;

import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Rows in aligned columns. If they are wider than the terminal, the words of columns that may go
/// are cut, and if that is not enough, the columns that matter least are left out. Widths are
/// columns of a terminal, of which some characters take two.
public final class Table {
  private static final String GAP = "  ";
  private static final int MOST_CELL = 200;

  /// The most for a cell of the last column, which holds messages and their places.
  private static final int MOST_LAST_CELL = 1_000;

  /// Words are cut to this before a column is left out.
  private static final int LEAST_CELL = 16;

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /// One column.
  ///
  /// @param numbers whether its cells are aligned to the right
  /// @param rank 0 if it has to stay; of the others, the highest goes first
  public record Column(String title, boolean numbers, int rank) {
    /// Words; always shown.
    public static Column words(String title) {
      return new Column(title, false, 0);
    }

    /// Numbers; always shown.
    public static Column numbers(String title) {
      return new Column(title, true, 0);
    }

    /// This column, left out if the space is narrow.
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
    rows.add(
        IntStream.range(0, cells.length)
            .mapToObj(
                i -> PlainText.line(cells[i], i == cells.length - 1 ? MOST_LAST_CELL : MOST_CELL))
            .toList());
  }

  /// The titles and the rows, each a line without an end of line.
  public List<String> lines(int width) {
    List<Integer> shown = fitting(width);
    int[] widths = widths(shown, width);
    List<String> lines = new ArrayList<>();
    lines.add(line(columns.stream().map(Column::title).toList(), shown, widths));
    rows.forEach(row -> lines.add(line(row, shown, widths)));
    return lines;
  }

  private List<Integer> fitting(int width) {
    List<Integer> shown = new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
    while (width(shown, this::least) > width) {
      int highest = shown.stream().mapToInt(i -> columns.get(i).rank()).max().orElse(0);
      if (highest == 0) {
        break;
      }
      shown.removeIf(i -> columns.get(i).rank() == highest);
    }
    return shown;
  }

  /// What is left of the width goes to the cut columns in equal parts; what one does not need, to
  /// those after it.
  private int[] widths(List<Integer> shown, int width) {
    int left = Math.max(0, width - width(shown, this::least));
    int cut = (int) shown.stream().filter(column -> full(column) > least(column)).count();
    int[] widths = new int[columns.size()];
    for (int column : shown) {
      int wanted = full(column) - least(column);
      int more = wanted == 0 ? 0 : Math.min(left / cut--, wanted);
      widths[column] = least(column) + more;
      left -= more;
    }
    return widths;
  }

  private static int width(List<Integer> shown, IntUnaryOperator each) {
    return shown.stream().mapToInt(each::applyAsInt).sum() + GAP.length() * (shown.size() - 1);
  }

  private int full(int column) {
    int widest = rows.stream().mapToInt(row -> DisplayWidth.of(row.get(column))).max().orElse(0);
    return Math.max(DisplayWidth.of(columns.get(column).title()), widest);
  }

  private int least(int column) {
    boolean whole = columns.get(column).numbers() || columns.get(column).rank() == 0;
    int least = Math.max(LEAST_CELL, DisplayWidth.of(columns.get(column).title()));
    return whole ? full(column) : Math.min(full(column), least);
  }

  private String line(List<String> cells, List<Integer> shown, int[] widths) {
    List<String> padded = new ArrayList<>();
    for (int column : shown) {
      String cell = DisplayWidth.cut(cells.get(column), widths[column]);
      String space = " ".repeat(widths[column] - DisplayWidth.of(cell));
      padded.add(columns.get(column).numbers() ? space + cell : cell + space);
    }
    return String.join(GAP, padded).stripTrailing();
  }
}
