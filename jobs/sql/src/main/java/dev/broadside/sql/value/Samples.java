package dev.broadside.sql.value;

import dev.broadside.kit.engine.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Values of a column, read before the run, one of which is drawn at a time. Never changes once it
/// is read, so that all threads of an agent share it.
public final class Samples {
  private final String name;
  private final Cells values = new Cells();
  private int size;

  public Samples(String name) {
    this.name = name;
  }

  /// The name of the slot that holds a sample.
  public static String slot(String name) {
    return "sample " + name;
  }

  /// Reads the first column of a result.
  ///
  /// @param frame whose registers serve
  public Samples read(ResultSet rows, Dialect dialect, int most, Frame frame) throws SQLException {
    Column column = Column.of(rows.getMetaData(), dialect)[0];
    while (size < most && rows.next()) {
      values.reserve(size + 1);
      column.into(rows, 1, frame, values, size);
      size++;
    }
    return this;
  }

  byte draw(Frame frame) {
    if (size == 0) {
      throw new ArithmeticException("the sample " + name + " is empty");
    }
    return values.load((int) (frame.random().nextDouble() * size), frame);
  }
}
