package dev.broadside.core.compare;

/// Student's t distribution with a whole number of degrees of freedom, by the closed forms in
/// Abramowitz and Stegun, *Handbook of Mathematical Functions* (1964), 26.7.3 and 26.7.4.
public final class StudentT {
  /// With more degrees of freedom it is the normal distribution to three digits.
  private static final int MOST_FREE = 1_000;

  private StudentT() {}

  /// How probable it is that a value lies between `-t` and `t`.
  ///
  /// @param t at least 0
  /// @param free degrees of freedom, at least 1
  public static double within(double t, int free) {
    int degrees = Math.min(free, MOST_FREE);
    double angle = Math.atan(t / Math.sqrt(degrees));
    double cos = Math.cos(angle);
    boolean odd = degrees % 2 == 1;
    double term = odd ? cos : 1;
    double sum = degrees == 1 ? 0 : term;
    for (int k = odd ? 3 : 2; k < degrees; k += 2) {
      term *= cos * cos * (k - 1) / k;
      sum += term;
    }
    return odd ? 2 / Math.PI * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
  }

  /// The `t` within which a value lies with this probability.
  ///
  /// @param probability above 0 and below 1
  public static double bound(double probability, int free) {
    double high = 1;
    while (within(high, free) < probability) {
      high *= 2;
    }
    double low = 0;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (within(middle, free) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
