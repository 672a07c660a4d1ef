package dev.broadside.sql.plan;

import dev.broadside.kit.engine.Dialect;
import dev.broadside.kit.rehearsal.OthersFirst;
import dev.broadside.sql.value.Cells;
import dev.broadside.sql.value.Column;
import dev.broadside.sql.value.Expression;
import dev.broadside.sql.value.Frame;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Rows that belong to one thread alone, oldest first. Taking and putting takes effect when the
/// transaction is committed, and is undone if it is not. For one thread.
public final class RowQueue {
  private final String name;
  private final int width;
  private final Cells cells = new Cells();
  private int capacity;
  private int head;
  private int size;
  private int taken;
  private int put;

  /// @param width how many values a row has
  RowQueue(String name, int width) {
    this.name = name;
    this.width = width;
    this.capacity = 16;
    cells.reserve(capacity * width);
  }

  /// Reads all rows anew.
  void read(ResultSet rows, int most, Dialect dialect, Frame frame) throws SQLException {
    clear();
    Column[] columns = Column.of(rows.getMetaData(), dialect);
    while (size < most && rows.next()) {
      makeRoom();
      int at = place(size);
      for (int i = 0; i < width; i++) {
        columns[i].into(rows, i + 1, frame, cells, at + i);
      }
      size++;
    }
  }

  void clear() {
    head = 0;
    size = 0;
    taken = 0;
    put = 0;
  }

  void take(Frame frame, int[] into) {
    if (taken == size) {
      throw new OthersFirst("this thread owns no more rows of " + name);
    }
    int at = place(taken);
    for (int i = 0; i < into.length; i++) {
      cells.into(at + i, frame, into[i]);
    }
    taken++;
  }

  void put(Expression[] values, Frame frame) {
    makeRoom();
    int at = place(size);
    for (int i = 0; i < width; i++) {
      cells.keep(at + i, values[i], frame);
    }
    size++;
    put++;
  }

  int size() {
    return size - taken;
  }

  /// The transaction has committed.
  void confirm() {
    head = (head + taken) % capacity;
    size -= taken;
    taken = 0;
    put = 0;
  }

  /// The transaction has not committed.
  void undo() {
    size -= put;
    taken = 0;
    put = 0;
  }

  private int place(int fromOldest) {
    return (head + fromOldest) % capacity * width;
  }

  private void makeRoom() {
    if (size < capacity) {
      return;
    }
    cells.reserve(2 * capacity * width);
    // The rows before the head follow those at the end.
    cells.move(0, capacity * width, head * width);
    capacity = 2 * capacity;
  }
}
