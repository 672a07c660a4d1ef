package dev.broadside.sql.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;

/// The operators. Except for the logical ones, they return null if an operand is null.
final class Operators {
  /// More digits than any database has: a limit for products that are multiplied again and again.
  private static final MathContext LONGEST_PRODUCT = new MathContext(1_000);

  private Operators() {}

  static Expression literal(long value) {
    return frame -> frame.left(value);
  }

  static Expression literal(double value) {
    return frame -> frame.left(value);
  }

  static Expression literal(String value) {
    return frame -> frame.left(value);
  }

  static Expression literal(boolean value) {
    return frame -> frame.left(value);
  }

  static Expression value(int slot) {
    return frame -> frame.load(slot);
  }

  /// An operation on two numbers: of two whole numbers a whole one, of a decimal of the database
  /// and another number one that has all digits, else one of floating-point numbers.
  ///
  /// @param sign of the days that it adds to a date; 0 if it takes no dates
  record Arithmetic(
      LongBinaryOperator whole,
      DoubleBinaryOperator decimal,
      BinaryOperator<BigDecimal> exact,
      int sign) {
    static final Arithmetic SUM = new Arithmetic(Math::addExact, Double::sum, BigDecimal::add, 1);
    static final Arithmetic DIFFERENCE =
        new Arithmetic(Math::subtractExact, (a, b) -> a - b, BigDecimal::subtract, -1);
    static final Arithmetic PRODUCT =
        new Arithmetic(
            Math::multiplyExact, (a, b) -> a * b, (a, b) -> a.multiply(b, LONGEST_PRODUCT), 0);
    static final Arithmetic QUOTIENT =
        new Arithmetic(Operators::divide, (a, b) -> a / b, Operators::divide, 0);
    static final Arithmetic LEAST = new Arithmetic(Math::min, Math::min, BigDecimal::min, 0);
    static final Arithmetic GREATEST = new Arithmetic(Math::max, Math::max, BigDecimal::max, 0);

    Expression of(Expression left, Expression right) {
      return frame -> {
        byte a = left.eval(frame);
        long leftWhole = frame.whole();
        boolean date = sign != 0 && a == ValueKind.OBJECT;
        double leftDecimal = date || a <= ValueKind.TRUTH ? 0 : number(a, frame);
        Object leftObject = frame.object();
        byte b = right.eval(frame);
        if (a == ValueKind.NULL || b == ValueKind.NULL) {
          return ValueKind.NULL;
        }
        if (a == ValueKind.WHOLE && b == ValueKind.WHOLE) {
          return frame.left(whole.applyAsLong(leftWhole, frame.whole()));
        }
        if (date && sign < 0 && b == ValueKind.OBJECT) {
          return Dates.between(leftObject, frame.object(), frame);
        }
        if (date) {
          return Dates.plus(leftObject, sign * Expression.decimalOf(b, frame), frame);
        }
        if (sign > 0 && b == ValueKind.OBJECT) {
          return Dates.plus(frame.object(), leftDecimal, frame);
        }
        double rightDecimal = Expression.decimalOf(b, frame);
        boolean exactly = a == ValueKind.EXACT || b == ValueKind.EXACT;
        return exactly && finite(a, leftDecimal) && finite(b, rightDecimal)
            ? frame.left(
                exact.apply(
                    exactOf(a, leftWhole, leftDecimal, leftObject),
                    exactOf(b, frame.whole(), rightDecimal, frame.object())))
            : frame.left(decimal.applyAsDouble(leftDecimal, rightDecimal));
      };
    }
  }

  /// Whether the value is finite. A decimal of the database always is, even if a double would be
  /// infinite.
  private static boolean finite(byte kind, double value) {
    return kind != ValueKind.DECIMAL || Double.isFinite(value);
  }

  private static BigDecimal exactOf(byte kind, long whole, double decimal, Object object) {
    return switch (kind) {
      case ValueKind.TRUTH, ValueKind.WHOLE -> BigDecimal.valueOf(whole);
      case ValueKind.DECIMAL -> BigDecimal.valueOf(decimal);
      default -> Expression.exact(object);
    };
  }

  private static BigDecimal divide(BigDecimal a, BigDecimal b) {
    if (b.signum() == 0) {
      throw new ArithmeticException("division by zero");
    }
    return a.divide(b, MathContext.DECIMAL128);
  }

  /// The left operand of a decimal operation; of a whole one it is not looked at.
  private static double number(byte kind, Frame frame) {
    return kind == ValueKind.WHOLE ? frame.whole() : Expression.decimalOf(kind, frame);
  }

  static Expression whole(Expression left, Expression right, LongBinaryOperator operator) {
    return frame -> {
      byte a = left.eval(frame);
      long first = a == ValueKind.NULL ? 0 : Expression.wholeOf(a, frame);
      byte b = right.eval(frame);
      return a == ValueKind.NULL || b == ValueKind.NULL
          ? ValueKind.NULL
          : frame.left(operator.applyAsLong(first, Expression.wholeOf(b, frame)));
    };
  }

  static long divide(long a, long b) {
    if (b == 0) {
      throw new ArithmeticException("division by zero");
    }
    return a == Long.MIN_VALUE && b == -1 ? Math.negateExact(a) : a / b;
  }

  static long remainder(long a, long b) {
    if (b == 0) {
      throw new ArithmeticException("division by zero");
    }
    return b == -1 ? 0 : a % b;
  }

  static Expression negative(Expression of) {
    return new Arithmetic(Math::subtractExact, (_, b) -> -b, BigDecimal::subtract, 0)
        .of(literal(0L), of);
  }

  /// Numbers are compared as numbers, a text with a number too; two texts as texts.
  static Expression comparison(Expression left, Expression right, IntPredicate holds) {
    return frame -> {
      byte a = left.eval(frame);
      long whole = frame.whole();
      double decimal = frame.decimal();
      Object object = frame.object();
      byte b = right.eval(frame);
      if (a == ValueKind.NULL || b == ValueKind.NULL) {
        return ValueKind.NULL;
      }
      if (a >= ValueKind.TEXT && b >= ValueKind.TEXT) {
        String first = Expression.words(object);
        return frame.left(holds.test(first.compareTo(Expression.words(frame.object()))));
      }
      if (a <= ValueKind.WHOLE && b <= ValueKind.WHOLE) {
        return frame.left(holds.test(Long.compare(whole, frame.whole())));
      }
      if (Math.max(a, b) == ValueKind.DECIMAL
          || !finite(a, decimal)
          || !finite(b, frame.decimal())) {
        double second = comparable(b, frame.whole(), frame.decimal(), frame.object());
        return frame.left(
            holds.test(Double.compare(comparable(a, whole, decimal, object), second)));
      }
      BigDecimal second = comparableExactly(b, frame.whole(), frame.decimal(), frame.object());
      return frame.left(holds.test(comparableExactly(a, whole, decimal, object).compareTo(second)));
    };
  }

  private static double comparable(byte kind, long whole, double decimal, Object object) {
    return switch (kind) {
      case ValueKind.TRUTH, ValueKind.WHOLE -> whole;
      case ValueKind.DECIMAL -> decimal;
      default -> comparableExactly(kind, whole, decimal, object).doubleValue();
    };
  }

  private static BigDecimal comparableExactly(
      byte kind, long whole, double decimal, Object object) {
    try {
      return exactOf(kind, whole, decimal, object);
    } catch (ArithmeticException _) {
      throw new ArithmeticException("the text \"" + object + "\" is compared with a number");
    }
  }

  static Expression and(Expression left, Expression right) {
    return logical(left, right, false);
  }

  static Expression or(Expression left, Expression right) {
    return logical(left, right, true);
  }

  /// As in pgbench: from left to right, and null where one that had to be looked at is null.
  ///
  /// @param decisive with which the left one alone decides
  private static Expression logical(Expression left, Expression right, boolean decisive) {
    return frame -> {
      byte a = left.eval(frame);
      if (a == ValueKind.NULL) {
        return a;
      }
      if (Expression.truthOf(a, frame) == decisive) {
        return frame.left(decisive);
      }
      byte b = right.eval(frame);
      return b == ValueKind.NULL ? b : frame.left(Expression.truthOf(b, frame));
    };
  }

  static Expression not(Expression of) {
    return frame -> {
      byte kind = of.eval(frame);
      return kind == ValueKind.NULL ? kind : frame.left(!Expression.truthOf(kind, frame));
    };
  }

  static Expression isNull(Expression of, boolean wanted) {
    return frame -> frame.left((of.eval(frame) == ValueKind.NULL) == wanted);
  }

  static Expression isTruth(Expression of, boolean truth, boolean wanted) {
    return frame -> {
      byte kind = of.eval(frame);
      boolean is = kind == ValueKind.TRUTH && Expression.truthOf(kind, frame) == truth;
      return frame.left(is == wanted);
    };
  }

  static Expression join(Expression left, Expression right) {
    return frame -> {
      String first = left.text(frame);
      return frame.left(first.concat(right.text(frame)));
    };
  }

  /// The result for the first true condition; the last result if none is true.
  static Expression choose(List<Expression> conditions, List<Expression> results) {
    Expression[] ifs = conditions.toArray(Expression[]::new);
    Expression[] thens = results.toArray(Expression[]::new);
    return frame -> {
      for (int i = 0; i < ifs.length; i++) {
        if (ifs[i].truth(frame)) {
          return thens[i].eval(frame);
        }
      }
      return thens[ifs.length].eval(frame);
    };
  }
}
