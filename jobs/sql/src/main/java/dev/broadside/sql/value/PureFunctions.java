package dev.broadside.sql.value;

import dev.broadside.sql.value.Functions.Call;
import dev.broadside.sql.value.Functions.Function;
import java.math.RoundingMode;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// The functions of YAML job classes and of pgbench's scripts; here are those that give the same
/// for the same arguments.
public final class PureFunctions {
  private static final int MANY = 100;

  private PureFunctions() {}

  public static Functions forYamlClasses() {
    return shared().and(ofTexts()).and(Draws.functions()).and(PgbenchFunctions.functions());
  }

  public static Functions forScripts() {
    return shared().and(PgbenchFunctions.functions());
  }

  /// What YAML job classes and pgbench's scripts share.
  private static Functions shared() {
    return Functions.of(
        List.of(
            Function.pure("abs(a)", 1, 1, PureFunctions::absolute),
            Function.pure("least(a, ...)", 1, MANY, call -> fold(call, Operators.Arithmetic.LEAST)),
            Function.pure(
                "greatest(a, ...)", 1, MANY, call -> fold(call, Operators.Arithmetic.GREATEST)),
            Function.pure(
                "mod(a, b)",
                2,
                2,
                call -> Operators.whole(call.at(0), call.at(1), Operators::remainder)),
            Function.pure("int(a)", 1, 1, call -> frame -> toWhole(call.at(0).eval(frame), frame)),
            Function.pure("double(a)", 1, 1, call -> decimal(call, a -> a)),
            Function.pure("sqrt(a)", 1, 1, call -> decimal(call, Math::sqrt)),
            Function.pure("exp(a)", 1, 1, call -> decimal(call, Math::exp)),
            Function.pure("ln(a)", 1, 1, call -> decimal(call, Math::log)),
            Function.pure("pi()", 0, 0, _ -> Operators.literal(Math.PI)),
            Function.pure("pow(a, b)", 2, 2, PureFunctions::power),
            Function.pure("power(a, b)", 2, 2, PureFunctions::power)));
  }

  private static Functions ofTexts() {
    return Functions.of(
        List.of(
            Function.pure(
                "floor(a)",
                1,
                1,
                call -> frame -> rounded(call, frame, Math::floor, RoundingMode.FLOOR)),
            Function.pure(
                "ceil(a)",
                1,
                1,
                call -> frame -> rounded(call, frame, Math::ceil, RoundingMode.CEILING)),
            Function.pure(
                "round(a)",
                1,
                1,
                call -> frame -> rounded(call, frame, Math::rint, RoundingMode.HALF_EVEN)),
            Function.pure(
                "if(condition, a, b)",
                3,
                3,
                call -> Operators.choose(List.of(call.at(0)), List.of(call.at(1), call.at(2)))),
            Function.pure("coalesce(a, b)", 2, 2, PureFunctions::coalesce),
            Function.pure("text(a)", 1, 1, call -> frame -> frame.left(call.at(0).text(frame))),
            Function.pure("pad(number, digits)", 2, 2, PureFunctions::pad),
            Function.pure("json(name, value, ...)", 0, MANY, PureFunctions::json)));
  }

  private static byte toWhole(byte kind, Frame frame) {
    return kind == ValueKind.NULL ? kind : frame.left(Expression.wholeOf(kind, frame));
  }

  private static byte rounded(
      Call call, Frame frame, DoubleUnaryOperator how, RoundingMode exactly) {
    byte kind = call.at(0).eval(frame);
    if (kind <= ValueKind.WHOLE) {
      return kind;
    }
    return frame.left(
        kind == ValueKind.EXACT
            ? Expression.rounded(Expression.exact(frame.object()), exactly)
            : (long) how.applyAsDouble(Expression.decimalOf(kind, frame)));
  }

  private static Expression decimal(Call call, DoubleUnaryOperator how) {
    return frame -> {
      byte kind = call.at(0).eval(frame);
      return kind == ValueKind.NULL
          ? kind
          : frame.left(how.applyAsDouble(Expression.decimalOf(kind, frame)));
    };
  }

  private static Expression absolute(Call call) {
    return frame -> {
      byte kind = call.at(0).eval(frame);
      return switch (kind) {
        case ValueKind.NULL -> kind;
        case ValueKind.WHOLE -> frame.left(Math.absExact(frame.whole()));
        case ValueKind.EXACT -> frame.left(Expression.exact(frame.object()).abs());
        default -> frame.left(Math.abs(Expression.decimalOf(kind, frame)));
      };
    };
  }

  private static Expression fold(Call call, Operators.Arithmetic operation) {
    Expression all = call.at(0);
    for (int i = 1; i < call.size(); i++) {
      all = operation.of(all, call.at(i));
    }
    return all;
  }

  private static Expression power(Call call) {
    return frame -> {
      double base = call.at(0).decimal(frame);
      return frame.left(Math.pow(base, call.at(1).decimal(frame)));
    };
  }

  private static Expression coalesce(Call call) {
    return frame -> {
      byte kind = call.at(0).eval(frame);
      return kind == ValueKind.NULL ? call.at(1).eval(frame) : kind;
    };
  }

  private static Expression pad(Call call) {
    return frame -> {
      String number = call.at(0).text(frame);
      int missing = Math.clamp(call.at(1).whole(frame) - number.length(), 0, 100);
      return frame.left("0".repeat(missing) + number);
    };
  }

  /// A JSON object of names and values.
  private static Expression json(Call call) throws ExpressionError {
    if (call.size() % 2 != 0) {
      throw new ExpressionError(
          call.offset(), "a name has no value", "write json('name', value, ...)");
    }
    Expression[] pairs = call.expressions();
    return frame -> {
      StringBuilder text = new StringBuilder(32 * pairs.length).append('{');
      for (int i = 0; i < pairs.length; i += 2) {
        text.append(i == 0 ? "" : ",");
        quoteJson(pairs[i].text(frame), text);
        jsonValue(pairs[i + 1].eval(frame), frame, text.append(':'));
      }
      return frame.left(text.append('}').toString());
    };
  }

  private static void jsonValue(byte kind, Frame frame, StringBuilder text) {
    if (kind >= ValueKind.TEXT) {
      quoteJson(Expression.words(frame.object()), text);
    } else {
      text.append(Expression.textOf(kind, frame));
    }
  }

  private static void quoteJson(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ') {
        text.append("\\u00")
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        text.append(c);
      }
    }
    text.append('"');
  }
}
