package dev.broadside.sql.value;

import java.math.BigDecimal;
import java.util.Arrays;

/// Values kept for later, by number: the rows of a result, or those that a thread owns. Grows, and
/// is used again. For one thread.
public final class Cells {
  private byte[] kinds = {};
  private long[] wholes = {};
  private Object[] objects = {};

  /// Makes room for this many.
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

  public void keep(int at, Expression value, Frame frame) {
    keep(at, value.eval(frame), frame);
  }

  /// Keeps the value in the registers.
  void keep(int at, byte kind, Frame frame) {
    kinds[at] = kind;
    switch (kind) {
      case ValueKind.WHOLE, ValueKind.TRUTH -> wholes[at] = frame.whole();
      case ValueKind.DECIMAL -> wholes[at] = Double.doubleToRawLongBits(frame.decimal());
      case ValueKind.EXACT, ValueKind.TEXT, ValueKind.OBJECT -> objects[at] = frame.object();
      default -> {}
    }
  }

  /// Keeps a text as what it looks like: a whole number, a number, nothing, or itself.
  public void keepText(int at, String text, byte kind) {
    kinds[at] = text.isEmpty() && kind != ValueKind.TEXT ? ValueKind.NULL : kind;
    switch (kinds[at]) {
      case ValueKind.WHOLE -> wholes[at] = Long.parseLong(text);
      case ValueKind.EXACT -> objects[at] = new BigDecimal(text);
      case ValueKind.TEXT -> objects[at] = text;
      default -> {}
    }
  }

  /// Sets one of the frame's values.
  public void into(int at, Frame frame, int slot) {
    frame.store(slot, load(at, frame));
  }

  /// Leaves a value in the registers.
  byte load(int at, Frame frame) {
    return switch (kinds[at]) {
      case ValueKind.WHOLE -> frame.left(wholes[at]);
      case ValueKind.TRUTH -> frame.left(wholes[at] != 0);
      case ValueKind.DECIMAL -> frame.left(Double.longBitsToDouble(wholes[at]));
      case ValueKind.EXACT -> frame.left((BigDecimal) objects[at]);
      case ValueKind.TEXT -> frame.left((String) objects[at]);
      case ValueKind.OBJECT -> frame.leftObject(objects[at]);
      default -> ValueKind.NULL;
    };
  }

  /// Moves cells from one place to another.
  public void move(int from, int to, int count) {
    System.arraycopy(kinds, from, kinds, to, count);
    System.arraycopy(wholes, from, wholes, to, count);
    System.arraycopy(objects, from, objects, to, count);
  }
}
