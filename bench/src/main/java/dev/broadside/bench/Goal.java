package dev.broadside.bench;

import java.util.Locale;

/// What a figure has to be.
///
/// @param unit of the figure; empty for a ratio
public record Goal(double bound, boolean atLeast, String unit) {

  public static Goal atLeast(double bound, String unit) {
    return new Goal(bound, true, unit);
  }

  public static Goal atMost(double bound, String unit) {
    return new Goal(bound, false, unit);
  }

  public boolean reached(double figure) {
    return atLeast ? figure >= bound : figure <= bound;
  }

  @Override
  public String toString() {
    String number = bound >= 100 ? String.format(Locale.ROOT, "%,.0f", bound) : "" + bound;
    return (atLeast ? "≥ " : "≤ ") + number + (unit.isEmpty() ? "" : " " + unit);
  }
}
