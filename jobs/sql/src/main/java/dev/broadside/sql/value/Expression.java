package dev.broadside.sql.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HexFormat;

/// A compiled expression. Holds no state, so that all threads may share one, and allocates nothing
/// but the texts and dates that it makes.
///
/// Its result is a kind, and the value in the frame's register of that kind: there until the next
/// evaluation.
@FunctionalInterface
public interface Expression {
  /// Digits of the longest whole number of 64 bits.
  int LONGEST = 19;

  /// Works it out.
  ///
  /// @return a constant of [ValueKind]
  /// @throws ArithmeticException if there is no result, as of a division by zero or of a text that
  ///   should be a number
  byte eval(Frame frame);

  /// A whole number.
  static Expression of(long value) {
    return frame -> frame.left(value);
  }

  default void into(Frame frame, int slot) {
    frame.store(slot, eval(frame));
  }

  /// This expression with its place in its errors.
  default Expression placed(String place) {
    return new Placed(this, place);
  }

  default long whole(Frame frame) {
    return wholeOf(eval(frame), frame);
  }

  default double decimal(Frame frame) {
    return decimalOf(eval(frame), frame);
  }

  /// Whether it is true: null is not, and a number is true unless it is zero.
  default boolean truth(Frame frame) {
    return truthOf(eval(frame), frame);
  }

  default String text(Frame frame) {
    return textOf(eval(frame), frame);
  }

  /// What lies in the registers, as a whole number; decimals are rounded, as the database does.
  static long wholeOf(byte kind, Frame frame) {
    return switch (kind) {
      case ValueKind.WHOLE -> frame.whole();
      case ValueKind.DECIMAL -> rounded(frame.decimal());
      case ValueKind.EXACT, ValueKind.TEXT ->
          rounded(exact(frame.object()), RoundingMode.HALF_EVEN);
      default -> throw new ArithmeticException(ValueKind.words(kind) + " is not a whole number");
    };
  }

  private static long rounded(double value) {
    double nearest = Math.rint(value);
    if (!(nearest >= Long.MIN_VALUE && nearest < 0x1p63)) {
      throw new ArithmeticException(value + " is not a whole number of 64 bits");
    }
    return (long) nearest;
  }

  /// A decimal rounded to a whole number.
  static long rounded(BigDecimal value, RoundingMode how) {
    // Does not make the digits, since there might be a million of them.
    if ((long) value.precision() - value.scale() <= LONGEST) {
      BigInteger whole = value.setScale(0, how).unscaledValue();
      if (whole.bitLength() < Long.SIZE) {
        return whole.longValue();
      }
    }
    throw new ArithmeticException(value + " is not a whole number of 64 bits");
  }

  /// The decimal in a register, or a text read as one.
  static BigDecimal exact(Object object) {
    try {
      return object instanceof BigDecimal number
          ? number
          : new BigDecimal(object.toString().strip());
    } catch (NumberFormatException _) {
      throw new ArithmeticException("the text \"" + object + "\" is not a number");
    }
  }

  static double decimalOf(byte kind, Frame frame) {
    return switch (kind) {
      case ValueKind.WHOLE -> frame.whole();
      case ValueKind.DECIMAL -> frame.decimal();
      case ValueKind.EXACT, ValueKind.TEXT -> exact(frame.object()).doubleValue();
      default -> throw new ArithmeticException(ValueKind.words(kind) + " is not a number");
    };
  }

  static boolean truthOf(byte kind, Frame frame) {
    return switch (kind) {
      case ValueKind.NULL -> false;
      case ValueKind.TRUTH, ValueKind.WHOLE -> frame.whole() != 0;
      case ValueKind.DECIMAL -> frame.decimal() != 0;
      case ValueKind.EXACT -> exact(frame.object()).signum() != 0;
      default ->
          throw new ArithmeticException(ValueKind.words(kind) + " is neither true nor false");
    };
  }

  static String textOf(byte kind, Frame frame) {
    return switch (kind) {
      case ValueKind.NULL -> "null";
      case ValueKind.TRUTH -> frame.whole() != 0 ? "true" : "false";
      case ValueKind.WHOLE -> Long.toString(frame.whole());
      case ValueKind.DECIMAL -> plain(frame.decimal());
      case ValueKind.EXACT -> exact(frame.object()).toPlainString();
      default -> words(frame.object());
    };
  }

  /// Bytes in hexadecimal digits.
  static String words(Object object) {
    return object instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : object.toString();
  }

  private static String plain(double value) {
    return Double.isFinite(value)
        ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }

  /// An expression whose errors name its place.
  ///
  /// @param place the file's name, line and column
  record Placed(Expression inside, String place) implements Expression {
    @Override
    public byte eval(Frame frame) {
      try {
        return inside.eval(frame);
      } catch (ArithmeticException e) {
        throw placed(e);
      }
    }

    @Override
    public long whole(Frame frame) {
      try {
        return inside.whole(frame);
      } catch (ArithmeticException e) {
        throw placed(e);
      }
    }

    @Override
    public double decimal(Frame frame) {
      try {
        return inside.decimal(frame);
      } catch (ArithmeticException e) {
        throw placed(e);
      }
    }

    @Override
    public boolean truth(Frame frame) {
      try {
        return inside.truth(frame);
      } catch (ArithmeticException e) {
        throw placed(e);
      }
    }

    private ArithmeticException placed(ArithmeticException e) {
      return new PlacedError(place, e);
    }
  }

  /// An expression has no result, or one of the wrong kind; with its place.
  final class PlacedError extends ArithmeticException {
    private static final long serialVersionUID = 1;
    private final String place;
    private final String what;

    PlacedError(String place, ArithmeticException cause) {
      super(place + ": " + cause.getMessage());
      this.place = place;
      this.what = String.valueOf(cause.getMessage());
    }

    /// The file's name, line and column.
    public String place() {
      return place;
    }

    public String what() {
      return what;
    }
  }
}
