package dev.broadside.sql.value;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Values kept for later, by number: the rows of a result, or those that a thread owns. Grows, and
/// is used again. For one thread.
public final class Cells {
  private byte[] kinds = {};
  private long[] wholes = {};
  private Object[] objects = {};

  /// Makes room for so many.
  public void reserve(int count) {
    if (count > kinds.length) {
      int size = Math.max(count, 2 * kinds.length);
      int before = kinds.length;
      kinds = Arrays.copyOf(kinds, size);
      wholes = Arrays.copyOf(wholes, size);
      objects = Arrays.copyOf(objects, size);
      Arrays.fill(objects, before, size, "");
    }
  }

  /// Keeps a column of the present row.
  public void keep(int at, ResultSet row, int column, byte kind) throws SQLException {
    switch (kind) {
      case ValueKind.WHOLE -> wholes[at] = row.getLong(column);
      case ValueKind.TRUTH -> wholes[at] = row.getBoolean(column) ? 1 : 0;
      case ValueKind.DECIMAL -> wholes[at] = Double.doubleToRawLongBits(row.getDouble(column));
      case ValueKind.TEXT -> put(at, row.getString(column));
      default -> put(at, row.getObject(column));
    }
    kinds[at] = row.wasNull() ? ValueKind.NULL : kind;
  }

  private void put(int at, @Nullable Object value) {
    objects[at] = value == null ? "" : value;
  }

  /// Keeps what an expression gives.
  public void keep(int at, Expression value, Frame frame) {
    byte kind = value.eval(frame);
    kinds[at] = kind;
    switch (kind) {
      case ValueKind.WHOLE, ValueKind.TRUTH -> wholes[at] = frame.whole();
      case ValueKind.DECIMAL -> wholes[at] = Double.doubleToRawLongBits(frame.decimal());
      case ValueKind.TEXT, ValueKind.OBJECT -> objects[at] = frame.object();
      default -> {}
    }
  }

  /// Keeps a text as what it looks like: a whole number, a number, nothing, or itself.
  public void keepText(int at, String text, byte kind) {
    kinds[at] = text.isEmpty() && kind != ValueKind.TEXT ? ValueKind.NULL : kind;
    switch (kinds[at]) {
      case ValueKind.WHOLE -> wholes[at] = Long.parseLong(text);
      case ValueKind.DECIMAL -> wholes[at] = Double.doubleToRawLongBits(Double.parseDouble(text));
      case ValueKind.TEXT -> objects[at] = text;
      default -> {}
    }
  }

  /// Sets one of the frame's values.
  public void into(int at, Frame frame, int slot) {
    switch (kinds[at]) {
      case ValueKind.WHOLE -> frame.set(slot, wholes[at]);
      case ValueKind.TRUTH -> frame.set(slot, wholes[at] != 0);
      case ValueKind.DECIMAL -> frame.set(slot, Double.longBitsToDouble(wholes[at]));
      case ValueKind.TEXT -> frame.set(slot, (String) objects[at]);
      case ValueKind.OBJECT -> frame.setObject(slot, objects[at]);
      default -> frame.setNull(slot);
    }
  }

  /// Moves cells from one place to another.
  public void move(int from, int to, int count) {
    System.arraycopy(kinds, from, kinds, to, count);
    System.arraycopy(wholes, from, wholes, to, count);
    System.arraycopy(objects, from, objects, to, count);
  }
}
