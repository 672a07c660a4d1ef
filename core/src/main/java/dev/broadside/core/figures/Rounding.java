package dev.broadside.core.figures;

import java.math.BigDecimal;
import java.math.MathContext;

/// Rounds figures to their meaningful digits.
public final class Rounding {
  private Rounding() {}

  /// Milliseconds to the microsecond, which is the layout's resolution.
  public static double micros(double millis) {
    return Math.round(millis * 1e3) / 1e3;
  }

  /// A number with all its digits as people write it, without an exponent: `1234.5`.
  public static String plain(double value) {
    return value == 0 ? "0" : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /// A number to six digits.
  static double digits(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(6)).doubleValue();
  }

  /// Rates and shares to a thousandth.
  public static double thousandths(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
