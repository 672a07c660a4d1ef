package dev.broadside.sql.value;

import dev.broadside.kit.draw.DigitText;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/// The values of one thread, by number, and the registers in which an expression leaves its result.
///
/// Numbers lie in arrays of their own kind, so that nothing is boxed. For one thread.
public final class Frame {
  private final byte[] kinds;
  private final long[] wholes;
  private final double[] decimals;
  private final Object[] objects;
  private final List<Repeatable> taken = new ArrayList<>();
  private Object[] states = {};
  private RandomGenerator random = new SplittableRandom(0);
  private final DigitText digits = new DigitText();
  private final char[] letters = new char[Draws.LONGEST_TEXT];

  /// Registers: the result of the last expression.
  private long whole;

  private double decimal;
  private Object object = "";

  /// @param size how many values there are
  public Frame(int size) {
    kinds = new byte[size];
    wholes = new long[size];
    decimals = new double[size];
    objects = new Object[size];
    Arrays.fill(objects, "");
  }

  public int size() {
    return kinds.length;
  }

  /// Begins an iteration: what it draws comes from here, and what it took from sequences and feeds
  /// is taken again in a repetition.
  ///
  /// @param locals the first of the values that no iteration inherits from the one before
  public void begin(RandomGenerator from, int attempt, int locals) {
    random = from;
    Arrays.fill(kinds, locals, kinds.length, ValueKind.NULL);
    for (int i = 0; i < taken.size(); i++) {
      taken.get(i).begin(attempt);
    }
  }

  /// Sets the source of randomness.
  public void drawFrom(RandomGenerator from) {
    random = from;
  }

  /// Makes the state that generators keep for each thread; the constants that they use must be set
  /// before.
  public void make(List<StateMaker> makers) {
    states = new Object[makers.size()];
    for (int i = 0; i < states.length; i++) {
      states[i] = makers.get(i).make(this);
      if (states[i] instanceof Repeatable one) {
        taken.add(one);
      }
    }
  }

  /// Whether something that it takes from is used up, so that no iteration can begin.
  public boolean finished() {
    for (int i = 0; i < taken.size(); i++) {
      if (taken.get(i).finished()) {
        return true;
      }
    }
    return false;
  }

  /// Makes the state of one generator for one thread.
  @FunctionalInterface
  public interface StateMaker {
    Object make(Frame frame);
  }

  @SuppressWarnings("unchecked") // made by the generator that asks
  public <T> T state(int number) {
    return (T) states[number];
  }

  public RandomGenerator random() {
    return random;
  }

  DigitText digits() {
    return digits;
  }

  char[] letters() {
    return letters;
  }

  byte left(long value) {
    whole = value;
    return ValueKind.WHOLE;
  }

  byte left(double value) {
    decimal = value;
    return ValueKind.DECIMAL;
  }

  byte left(BigDecimal value) {
    object = value;
    return ValueKind.EXACT;
  }

  byte left(boolean value) {
    whole = value ? 1 : 0;
    return ValueKind.TRUTH;
  }

  byte left(String value) {
    object = value;
    return ValueKind.TEXT;
  }

  byte leftObject(Object value) {
    object = value;
    return ValueKind.OBJECT;
  }

  long whole() {
    return whole;
  }

  double decimal() {
    return decimal;
  }

  Object object() {
    return object;
  }

  /// Loads a value into the registers.
  byte load(int slot) {
    byte kind = kinds[slot];
    switch (kind) {
      case ValueKind.WHOLE, ValueKind.TRUTH -> whole = wholes[slot];
      case ValueKind.DECIMAL -> decimal = decimals[slot];
      case ValueKind.EXACT, ValueKind.TEXT, ValueKind.OBJECT -> object = objects[slot];
      default -> {}
    }
    return kind;
  }

  /// Sets a value to what lies in the registers.
  void store(int slot, byte kind) {
    kinds[slot] = kind;
    switch (kind) {
      case ValueKind.WHOLE, ValueKind.TRUTH -> wholes[slot] = whole;
      case ValueKind.DECIMAL -> decimals[slot] = decimal;
      case ValueKind.EXACT, ValueKind.TEXT, ValueKind.OBJECT -> objects[slot] = object;
      default -> {}
    }
  }

  public void set(int slot, long value) {
    kinds[slot] = ValueKind.WHOLE;
    wholes[slot] = value;
  }

  public void set(int slot, double value) {
    kinds[slot] = ValueKind.DECIMAL;
    decimals[slot] = value;
  }

  public void set(int slot, boolean value) {
    kinds[slot] = ValueKind.TRUTH;
    wholes[slot] = value ? 1 : 0;
  }

  public void set(int slot, String value) {
    kinds[slot] = ValueKind.TEXT;
    objects[slot] = value;
  }

  public void set(int slot, BigDecimal value) {
    kinds[slot] = ValueKind.EXACT;
    objects[slot] = value;
  }

  public Object object(int slot) {
    return objects[slot];
  }

  public void setObject(int slot, Object value) {
    kinds[slot] = ValueKind.OBJECT;
    objects[slot] = value;
  }

  /// Copies values from another frame of the same names, such as constants.
  public void copy(Frame other, int until) {
    System.arraycopy(other.kinds, 0, kinds, 0, until);
    System.arraycopy(other.wholes, 0, wholes, 0, until);
    System.arraycopy(other.decimals, 0, decimals, 0, until);
    System.arraycopy(other.objects, 0, objects, 0, until);
  }

  /// @throws ArithmeticException if it is no whole number
  public long whole(int slot) {
    return Expression.wholeOf(load(slot), this);
  }

  /// The value as a text for sentences.
  public String text(int slot) {
    return Expression.textOf(load(slot), this);
  }

  /// Hands a value to a statement.
  ///
  /// @param index of the statement's parameter, from 1
  public void bind(PreparedStatement statement, int index, int slot) throws SQLException {
    switch (kinds[slot]) {
      case ValueKind.WHOLE -> statement.setLong(index, wholes[slot]);
      case ValueKind.DECIMAL -> statement.setDouble(index, decimals[slot]);
      case ValueKind.EXACT -> statement.setBigDecimal(index, (BigDecimal) objects[slot]);
      case ValueKind.TEXT -> statement.setString(index, (String) objects[slot]);
      case ValueKind.OBJECT -> bindObject(statement, index, objects[slot]);
      case ValueKind.TRUTH -> statement.setBoolean(index, wholes[slot] != 0);
      default -> statement.setNull(index, Types.NULL);
    }
  }

  public void setNull(int slot) {
    kinds[slot] = ValueKind.NULL;
  }

  private static void bindObject(PreparedStatement statement, int index, Object value)
      throws SQLException {
    switch (value) {
      case Column.Literal literal -> literal.bind(statement, index);
      case byte[] bytes -> statement.setBytes(index, bytes);
      default -> statement.setObject(index, value);
    }
  }

  /// Hands out values once: a repetition of an iteration gets the same values again.
  public interface Repeatable {
    /// An iteration begins.
    ///
    /// @param attempt 0 for its first try
    void begin(int attempt);

    /// Whether it has no value left for the next iteration.
    default boolean finished() {
      return false;
    }
  }
}
