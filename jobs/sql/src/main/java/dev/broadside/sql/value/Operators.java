package dev.broadside.sql.value;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.LongBinaryOperator;

/// What operators make of their operands. With null they make null, but for the logical ones.
final class Operators {
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

  /// Of two whole numbers a whole one, else a decimal one.
  static Expression arithmetic(
      Expression left, Expression right, LongBinaryOperator whole, DoubleBinaryOperator decimal) {
    return frame -> {
      byte a = left.eval(frame);
      long leftWhole = frame.whole();
      double leftDecimal = a <= ValueKind.TRUTH ? 0 : number(a, frame);
      byte b = right.eval(frame);
      if (a == ValueKind.NULL || b == ValueKind.NULL) {
        return ValueKind.NULL;
      }
      return a == ValueKind.WHOLE && b == ValueKind.WHOLE
          ? frame.left(whole.applyAsLong(leftWhole, frame.whole()))
          : frame.left(decimal.applyAsDouble(leftDecimal, Expression.decimalOf(b, frame)));
    };
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
    return arithmetic(literal(0L), of, Math::subtractExact, (a, b) -> -b);
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
        return frame.left(holds.test(object.toString().compareTo(frame.object().toString())));
      }
      if (a <= ValueKind.WHOLE && b <= ValueKind.WHOLE) {
        return frame.left(holds.test(Long.compare(whole, frame.whole())));
      }
      double second = comparable(b, frame.whole(), frame.decimal(), frame.object());
      return frame.left(holds.test(Double.compare(comparable(a, whole, decimal, object), second)));
    };
  }

  private static double comparable(byte kind, long whole, double decimal, Object object) {
    return switch (kind) {
      case ValueKind.TRUTH, ValueKind.WHOLE -> whole;
      case ValueKind.DECIMAL -> decimal;
      default -> {
        try {
          yield Double.parseDouble(object.toString());
        } catch (NumberFormatException _) {
          throw new ArithmeticException("the text \"" + object + "\" is compared with a number");
        }
      }
    };
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

  /// The result that stands behind the first condition that is true; the last one where none is.
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
