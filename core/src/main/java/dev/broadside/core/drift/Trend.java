package dev.broadside.core.drift;

import java.util.Arrays;

/// A straight line through a series, and how certain it is that it rises or falls. Pure.
///
/// The slope is the median of the slopes of all pairs (Theil 1950; Sen, *Estimates of the
/// regression coefficient based on Kendall's tau*, JASA 63, 1968), which a third of wild values do
/// not move. The test of Mann (1945) and Kendall (1975) decides whether there is a slope. If the
/// series has seasons, both use only pairs of the same season: Hirsch, Slack & Smith, *Techniques
/// of trend analysis for monthly water quality data*, Water Resources Research 18 (1982). The
/// test's variance is corrected for ties, and for autocorrelation by [Cyclic#inflation]; the bounds
/// are Sen's, by the corrected variance.
///
/// @param slope from one place to the next
/// @param low its lower bound at 95 % confidence
/// @param high its upper bound
/// @param z how many standard deviations the sum of signs lies from 0, with the slope's sign
public record Trend(double slope, double low, double high, double z) {
  static final Trend NONE = new Trend(0, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
  private static final double NORMAL_95 = 1.96;

  /// The trend of values at equal distances without seasons; unknown ones are NaN.
  public static Trend of(double... values) {
    return of(new Cyclic(values, 1));
  }

  /// The trend of values at equal distances, of which only those whole cycles apart are compared.
  public static Trend of(double[] values, int cycle) {
    return of(new Cyclic(values, cycle));
  }

  static Trend of(Cyclic series) {
    double[] slopes = new double[pairs(series)];
    double variance = 0;
    int filled = 0;
    for (int season = 0; season < series.seasons(); season++) {
      int[] places = series.season(season);
      filled = addSlopes(series, places, slopes, filled);
      variance += variance(series, places);
    }
    if (filled == 0) {
      return NONE;
    }
    Arrays.sort(slopes);
    double slope = Cyclic.median(slopes);
    double[] noise = series.minus(line(slope, series.length())).withoutSeasons();
    double inflation = Cyclic.inflation(noise, series.cycle());
    double deviation = Math.sqrt(variance * inflation);
    double signs = Arrays.stream(slopes).map(Math::signum).sum();
    double width = NORMAL_95 * deviation;
    return new Trend(
        slope,
        at(slopes, (slopes.length - width) / 2),
        at(slopes, (slopes.length + width) / 2),
        deviation == 0
            ? 0
            : Cyclic.asNormal(
                (signs - Math.signum(signs)) / deviation, series.length() / inflation));
  }

  private static int pairs(Cyclic series) {
    int pairs = 0;
    for (int season = 0; season < series.seasons(); season++) {
      int n = series.season(season).length;
      pairs += n * (n - 1) / 2;
    }
    return pairs;
  }

  private static int addSlopes(Cyclic series, int[] places, double[] slopes, int filled) {
    int next = filled;
    for (int i = 0; i < places.length; i++) {
      for (int j = i + 1; j < places.length; j++) {
        double rise = series.values()[places[j]] - series.values()[places[i]];
        slopes[next++] = rise / (places[j] - places[i]);
      }
    }
    return next;
  }

  /// The variance of Kendall's test, corrected for ties.
  private static double variance(Cyclic series, int[] places) {
    double[] sorted = Arrays.stream(places).mapToDouble(i -> series.values()[i]).sorted().toArray();
    double variance = spread(sorted.length);
    int from = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[from]) {
        variance -= spread(i - from);
        from = i;
      }
    }
    return variance;
  }

  private static double spread(double n) {
    return n * (n - 1) * (2 * n + 5) / 18;
  }

  private static double at(double[] sorted, double place) {
    long index = Math.round(place);
    return index < 0
        ? Double.NEGATIVE_INFINITY
        : index >= sorted.length ? Double.POSITIVE_INFINITY : sorted[(int) index];
  }

  /// A straight line of some length, from 0.
  static double[] line(double slope, int length) {
    double[] line = new double[length];
    Arrays.setAll(line, i -> i * slope);
    return line;
  }

  double[] line(int length) {
    return line(slope, length);
  }
}
