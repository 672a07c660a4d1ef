package dev.broadside.sql.value;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/// Values of a column, read before the run, one of which is drawn at a time. Never changes once it
/// is read, so that all threads of an agent share it.
public final class Samples {
  private final String name;
  private byte kind = ValueKind.NULL;
  private long[] wholes = new long[16];
  private Object[] objects = new Object[16];
  private int size;

  public Samples(String name) {
    this.name = name;
  }

  /// The name under which a frame has the samples of a name.
  public static String slot(String name) {
    return "sample " + name;
  }

  /// Reads the first column of a result.
  public Samples read(ResultSet rows, int most) throws SQLException {
    kind = Columns.kinds(rows.getMetaData())[0];
    boolean whole = kind == ValueKind.WHOLE;
    Arrays.fill(objects, "");
    while (size < most && rows.next()) {
      if (size == wholes.length) {
        wholes = Arrays.copyOf(wholes, 2 * size);
        objects = Arrays.copyOf(objects, whole ? 1 : 2 * size);
      }
      if (whole) {
        wholes[size++] = rows.getLong(1);
      } else {
        Object value = kind == ValueKind.TEXT ? rows.getString(1) : rows.getObject(1);
        objects[size] = value == null ? "" : value;
        size++;
      }
    }
    return this;
  }

  byte draw(Frame frame) {
    if (size == 0) {
      throw new ArithmeticException("the sample " + name + " is empty");
    }
    int at = (int) (frame.random().nextDouble() * size);
    return switch (kind) {
      case ValueKind.WHOLE -> frame.left(wholes[at]);
      case ValueKind.TEXT -> frame.left((String) objects[at]);
      default -> frame.leftObject(objects[at]);
    };
  }
}
