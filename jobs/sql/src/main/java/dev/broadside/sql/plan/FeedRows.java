package dev.broadside.sql.plan;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.own.Feed;
import dev.broadside.sql.value.Cells;
import dev.broadside.sql.value.Column;
import dev.broadside.sql.value.Frame;
import dev.broadside.sql.value.ValueKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/// The rows of a file or a query, which a [Feed] hands out to the threads of all agents. Never
/// changes once it is read.
public final class FeedRows {
  private final int width;
  private final Cells cells = new Cells();
  private int size;

  private FeedRows(int width) {
    this.width = width;
  }

  /// @param rows texts; a column of numbers only becomes numbers
  public static FeedRows of(int width, List<List<String>> rows) {
    FeedRows all = new FeedRows(width);
    all.size = rows.size();
    all.cells.reserve(rows.size() * width);
    for (int column = 0; column < width; column++) {
      all.fill(column, rows);
    }
    return all;
  }

  /// Reads the rows of a result.
  ///
  /// @param most further rows are left out
  /// @param frame whose registers serve
  public static FeedRows of(ResultSet result, Dialect dialect, int width, int most, Frame frame)
      throws SQLException {
    Column[] columns = Column.of(result.getMetaData(), dialect);
    if (columns.length != width) {
      throw new SQLException(
          "the query gives %d columns and columns: names %d".formatted(columns.length, width));
    }
    FeedRows all = new FeedRows(width);
    while (all.size < most && result.next()) {
      int at = all.size++ * width;
      all.cells.reserve(at + width);
      for (int i = 0; i < width; i++) {
        columns[i].into(result, i + 1, frame, all.cells, at + i);
      }
    }
    return all;
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

  public int size() {
    return size;
  }

  /// A text that is the same for the same rows in the same order.
  public String digest() {
    Frame frame = new Frame(1);
    int hash = 0;
    for (int i = 0; i < size * width; i++) {
      cells.into(i, frame, 0);
      hash = 31 * hash + frame.text(0).hashCode();
    }
    return "%d rows, %08x".formatted(size, hash);
  }

  /// What the threads of one agent share.
  public record Part(FeedRows rows, Feed feed) {}

  /// What one thread takes.
  ///
  /// @param slot where the agent's part lies
  public static Turns turns(Frame frame, int slot) {
    Part part = (Part) frame.object(slot);
    return new Turns(part.rows, part.feed.turns());
  }

  /// The rows that one thread takes. For one thread.
  public static final class Turns implements Frame.Repeatable {
    private final FeedRows rows;
    private final Feed.Turns turns;

    private Turns(FeedRows rows, Feed.Turns turns) {
      this.rows = rows;
      this.turns = turns;
    }

    @Override
    public void begin(int attempt) {
      turns.begin(attempt);
    }

    @Override
    public boolean finished() {
      return turns.finished();
    }

    /// Sets values to the next row.
    ///
    /// @throws Feed.UsedUp if no row is left
    void next(Frame frame, int[] slots) {
      int at = (int) turns.next(frame.random()) * rows.width;
      for (int i = 0; i < slots.length; i++) {
        rows.cells.into(at + i, frame, slots[i]);
      }
    }
  }
}
