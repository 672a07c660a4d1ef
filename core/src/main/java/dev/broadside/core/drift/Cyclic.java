package dev.broadside.core.drift;

import java.util.Arrays;
import java.util.stream.IntStream;

/// A series of figures at equal distances, some of them unknown (NaN), in which a pattern may
/// repeat, such as the load of a day. Pure.
///
/// Two places have the same *season* if they lie whole cycles apart. Only such places are compared,
/// so that a pattern that repeats in each cycle is not a change.
///
/// @param values in order
/// @param cycle after how many places the pattern repeats; 1 if there is no pattern
record Cyclic(double[] values, int cycle) {
  private static final double OUTLIER = 4;

  /// From the median absolute deviation to the standard deviation of a normal distribution.
  private static final double MAD = 1.4826;

  int length() {
    return values.length;
  }

  /// The number of seasons.
  int seasons() {
    return Math.min(cycle, values.length);
  }

  /// The places of a season whose figures are known.
  int[] season(int number) {
    return IntStream.iterate(number, i -> i < values.length, i -> i + cycle)
        .filter(i -> !Double.isNaN(values[i]))
        .toArray();
  }

  /// This series without a change.
  Cyclic minus(double[] change) {
    double[] left = new double[values.length];
    Arrays.setAll(left, i -> values[i] - change[i]);
    return new Cyclic(left, cycle);
  }

  /// This series without the median of each season: noise and change remain.
  double[] withoutSeasons() {
    double[] left = values.clone();
    for (int season = 0; season < seasons(); season++) {
      int[] places = season(season);
      double middle = median(Arrays.stream(places).mapToDouble(i -> values[i]).toArray());
      for (int place : places) {
        left[place] -= middle;
      }
    }
    return left;
  }

  /// How badly a change explains the series: the sum of the remaining absolute values.
  double misfit(double[] change) {
    return Arrays.stream(minus(change).withoutSeasons())
        .filter(value -> !Double.isNaN(value))
        .map(Math::abs)
        .sum();
  }

  /// This series with values moved to at most [#OUTLIER] standard deviations from their season's
  /// median, so that a pause is not a change.
  Cyclic clipped() {
    double[] noise = withoutSeasons();
    double bound = OUTLIER * deviation(noise);
    double[] less = new double[noise.length];
    Arrays.setAll(less, i -> bound == 0 ? noise[i] : Math.clamp(noise[i], -bound, bound));
    return new Cyclic(less, cycle);
  }

  /// The standard deviation by the median absolute deviation, which outliers do not move.
  private static double deviation(double[] noise) {
    return MAD * median(Arrays.stream(noise).map(Math::abs).toArray());
  }

  /// By which factor the variance of a sum of such values is greater than that of independent ones:
  /// after Yue & Wang, *The Mann-Kendall test modified by effective sample size to detect trend in
  /// serially correlated hydrological series*, Water Resources Management 18 (2004), with the
  /// correlations of the ranks as in Hamed & Rao (Journal of Hydrology 204, 1998). The sum ends
  /// with the last positive pair of neighbouring correlations (Geyer, Statistical Science 7, 1992).
  ///
  /// @param noise without trend, seasons and steps
  static double inflation(double[] noise, int cycle) {
    double[] ranks = ranks(noise);
    int n = ranks.length;
    int last = cycle == 1 ? n / 3 : Math.min(n / 3, cycle / 2);
    double sum = 0;
    for (int lag = 1; lag + 1 <= last; lag += 2) {
      double one = correlation(ranks, lag);
      double next = correlation(ranks, lag + 1);
      if (one + next <= 0) {
        sum += lag == 1 ? Math.max(0, one) : 0;
        break;
      }
      sum += (1 - (double) lag / n) * one + (1 - (lag + 1.0) / n) * next;
    }
    return 1 + 2 * Math.max(0, sum);
  }

  /// Turns a quotient by an estimated standard deviation into one by a known standard deviation:
  /// with few independent values, chance alone makes it large. Wallace, *Bounds on normal
  /// approximations to Student's and the chi-square distributions*, Annals of Mathematical
  /// Statistics 30 (1959).
  ///
  /// @param values how many independent values were used
  static double asNormal(double quotient, double values) {
    double free = Math.max(1, values - 2);
    double normal = Math.sqrt(free * Math.log1p(quotient * quotient / free));
    return Math.signum(quotient) * normal * (8 * free + 1) / (8 * free + 3);
  }

  /// The correlation of centred values with those some places later.
  private static double correlation(double[] centred, int lag) {
    double both = 0;
    double all = 0;
    for (int i = 0; i < centred.length; i++) {
      double here = centred[i];
      all += Double.isNaN(here) ? 0 : here * here;
      double product = i < lag ? 0 : here * centred[i - lag];
      both += Double.isNaN(product) ? 0 : product;
    }
    return all == 0 ? 0 : both / all;
  }

  /// The rank of each known value, from the middle; equal values share their mean rank.
  private static double[] ranks(double[] of) {
    double[] sorted = Arrays.stream(of).filter(value -> !Double.isNaN(value)).sorted().toArray();
    double[] ranks = new double[of.length];
    Arrays.setAll(
        ranks,
        i ->
            Double.isNaN(of[i])
                ? Double.NaN
                : (first(sorted, of[i]) + first(sorted, Math.nextUp(of[i])) - sorted.length) / 2.0);
    return ranks;
  }

  /// How many of sorted values are lower than one.
  private static int first(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The median of the known values; 0 if there are none.
  static double median(double[] values) {
    double[] known = Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
    int half = known.length / 2;
    return known.length == 0
        ? 0
        : known.length % 2 == 1 ? known[half] : (known[half - 1] + known[half]) / 2;
  }
}
