package dev.broadside.core.compare;

import java.util.Arrays;

/// How long the blocks of a block bootstrap have to be for a series, so that values that depend on
/// each other stay together.
///
/// Politis and White, *Automatic Block-Length Selection for the Dependent Bootstrap*, Econometric
/// Reviews 23 (2004), for the circular bootstrap, with the correction of Patton, Politis and White
/// in Econometric Reviews 28 (2009): the length at which bias and variance of the estimated
/// variance are smallest together, from the autocovariances up to the last significant lag,
/// weighted by a flat-topped window.
final class BlockLength {
  /// The search ends after this many insignificant lags in a row. Politis and White ask for the
  /// root of the length's decimal logarithm, and at least 5: that is 5 for every real series.
  private static final int QUIET = 5;

  private BlockLength() {}

  /// @param series values in the order of time, at least one
  /// @return at least 1, at most a third of the series
  static int of(double[] series) {
    int n = series.length;
    int mostLags = Math.min(n - 1, (int) Math.ceil(Math.sqrt(n)) + QUIET);
    double[] covariances = covariances(series, mostLags);
    double significant = 2 * Math.sqrt(Math.log10(n) / n) * covariances[0];
    int lags = Math.min(2 * Math.max(1, lastLag(covariances, significant)), mostLags);
    double slope = 0;
    double spectrum = covariances[0];
    for (int lag = 1; lag <= lags; lag++) {
      double weight = Math.min(1, 2 * (1 - (double) lag / lags)) * covariances[lag];
      slope += 2 * lag * weight;
      spectrum += 2 * weight;
    }
    double most = Math.ceil(Math.min(3 * Math.sqrt(n), n / 3.0));
    double best =
        spectrum <= 0 ? 1 : Math.cbrt(1.5 * slope * slope / (spectrum * spectrum)) * Math.cbrt(n);
    return (int) Math.max(1, Math.ceil(Math.min(best, most)));
  }

  /// The last significant lag before [#QUIET] insignificant ones in a row.
  private static int lastLag(double[] covariances, double significant) {
    int last = 0;
    for (int lag = 1; lag < covariances.length && lag <= last + QUIET; lag++) {
      if (Math.abs(covariances[lag]) > significant) {
        last = lag;
      }
    }
    return last;
  }

  /// Autocovariances times the length of the series: only their ratios count.
  private static double[] covariances(double[] series, int most) {
    double mean = Arrays.stream(series).average().orElse(0);
    double[] covariances = new double[most + 1];
    for (int lag = 0; lag <= most; lag++) {
      double sum = 0;
      for (int i = lag; i < series.length; i++) {
        sum += (series[i] - mean) * (series[i - lag] - mean);
      }
      covariances[lag] = sum;
    }
    return covariances;
  }
}
