package dev.broadside.core.figures;

/// Rounds figures to what they mean.
public final class Rounding {
  private Rounding() {}

  /// Milliseconds to the microsecond, which is what the layout tells apart.
  public static double micros(double millis) {
    return Math.round(millis * 1e3) / 1e3;
  }

  /// Rates and shares to a thousandth.
  public static double thousandths(double value) {
    return Math.round(value * 1e3) / 1e3;
  }
}
