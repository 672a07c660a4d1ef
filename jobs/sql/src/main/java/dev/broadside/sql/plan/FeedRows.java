package dev.broadside.sql.plan;

import dev.broadside.sql.value.Cells;
import dev.broadside.sql.value.Frame;
import dev.broadside.sql.value.ValueKind;
import java.util.List;

/// The rows of a file, which the agents of the job [share out][FeedPart] among them. Never changes.
public final class FeedRows {
  private final String name;
  private final boolean round;
  private final int width;
  private final int size;
  private final Cells cells = new Cells();

  /// @param round whether it begins again when all rows have been taken
  /// @param rows texts; a column of numbers only becomes numbers
  public FeedRows(String name, boolean round, int width, List<List<String>> rows) {
    this.name = name;
    this.round = round;
    this.width = width;
    this.size = rows.size();
    cells.reserve(size * width);
    for (int column = 0; column < width; column++) {
      fill(column, rows);
    }
  }

  private void fill(int column, List<List<String>> rows) {
    byte kind = kind(column, rows);
    for (int i = 0; i < size; i++) {
      cells.keepText(i * width + column, rows.get(i).get(column), kind);
    }
  }

  private static byte kind(int column, List<List<String>> rows) {
    byte kind = ValueKind.WHOLE;
    for (List<String> row : rows) {
      String text = row.get(column);
      if (!text.isEmpty() && !text.matches("-?(0|[1-9]\\d{0,17})")) {
        if (!text.matches("-?\\d+\\.\\d+|-?[1-9]\\d*")) {
          return ValueKind.TEXT;
        }
        kind = ValueKind.EXACT;
      }
    }
    return kind;
  }

  /// The name of the slot that holds an agent's part; the blank in it hides it from expressions.
  public static String slot(String feed) {
    return "feed " + feed;
  }

  public String name() {
    return name;
  }

  int size() {
    return size;
  }

  /// Whether a row comes, in the first round or in a later one.
  boolean has(long number) {
    return number < size || (round && size > 0);
  }

  /// Sets values to those of a row.
  void into(long number, Frame frame, int[] slots) {
    int at = (int) (number % size) * width;
    for (int i = 0; i < slots.length; i++) {
      cells.into(at + i, frame, slots[i]);
    }
  }
}
