package dev.broadside.core.figures;

import java.math.BigDecimal;

/// Rounds figures to what they mean.
public final class Rounding {
  private Rounding() {}

  /// Milliseconds to the microsecond, which is what the layout tells apart.
  public static double micros(double millis) {
    return Math.round(millis * 1e3) / 1e3;
  }

  /// A number with all its digits as people write it, without an exponent: `1234.5`.
  public static String plain(double value) {
    return value == 0 ? "0" : BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /// Rates and shares to a thousandth.
  public static double thousandths(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
