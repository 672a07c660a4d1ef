package dev.broadside.core.drift;

import java.util.Arrays;
import java.util.stream.IntStream;

/// The place where a series changes its level most, and how certain that is. Pure.
///
/// It is the place at which the means on both sides, season by season, differ most in relation to
/// their standard error: the statistic of Alexandersson, *A homogeneity test applied to
/// precipitation data*, Journal of Climatology 6 (1986), here of values without outliers, and
/// corrected for autocorrelation. A test by ranks alone, as Pettitt's (1979), finds a step only
/// once it has lasted for a fifth of the time, however high it is.
///
/// @param place the first place after the step
/// @param height by how much the level is higher after it
/// @param z the height in standard deviations of what it could be by chance at this one place
record StepChange(int place, double height, double z) {
  static final StepChange NONE = new StepChange(0, 0, 0);

  /// Fewer places than these on one side are no level.
  private static final int LEAST = 6;

  /// Less than this part of all places is not a level either.
  private static final int PART = 6;

  static StepChange of(Cyclic series) {
    Cyclic calm = series.clipped();
    Contrast best = Contrast.NONE;
    int place = 0;
    int least = Math.max(LEAST, series.length() / PART);
    for (int i = least; i <= series.length() - least; i++) {
      Contrast here = Contrast.at(calm, i);
      if (here.known() && here.weightOfSquare() > best.weightOfSquare()) {
        best = here;
        place = i;
      }
    }
    if (place == 0) {
      return NONE;
    }
    double height = middleHeight(series, place);
    // Clip again without the step: values that were clipped with the step in the series are all
    // equal.
    double[] noise = series.minus(step(place, height, series.length())).clipped().values();
    double inflation = Cyclic.inflation(noise, series.cycle());
    double variance = Math.max(variance(noise, series) * inflation, Double.MIN_NORMAL);
    double quotient = height * Math.sqrt(best.weight / variance);
    double z = Cyclic.asNormal(quotient, noise.length / inflation);
    return new StepChange(place, height, z);
  }

  /// Corrects the variance for the season levels that were subtracted.
  private static double variance(double[] noise, Cyclic series) {
    double[] known = Arrays.stream(noise).filter(value -> !Double.isNaN(value)).toArray();
    double free = known.length - series.seasons() - 1.0;
    double squares = Arrays.stream(known).map(value -> value * value).sum();
    return squares / Math.max(1, free);
  }

  /// The median difference between values after the step and before it, season by season. It uses
  /// the true values with their outliers, which do not move it.
  private static double middleHeight(Cyclic series, int place) {
    return Cyclic.median(
        IntStream.range(0, series.seasons())
            .mapToDouble(season -> {
              int[] places = series.season(season);
              double before = median(series, Arrays.stream(places).filter(i -> i < place));
              double after = median(series, Arrays.stream(places).filter(i -> i >= place));
              return after - before;
            })
            .toArray());
  }

  private static double median(Cyclic series, IntStream places) {
    double[] values = places.mapToDouble(i -> series.values()[i]).toArray();
    return values.length == 0 ? Double.NaN : Cyclic.median(values);
  }

  /// How the levels on both sides of a place differ.
  ///
  /// @param height the mean difference, each season weighted by its number of values
  /// @param weight the number of independent differences that it is worth
  /// @param across the part of all pairs of a season that lie on both sides of it
  private record Contrast(double height, double weight, double across) {
    static final Contrast NONE = new Contrast(0, 0, 0);

    /// If nearly all pairs lie on both sides, as at the end of the first of two cycles, a step
    /// cannot be told from a slope.
    private static final double MOST_ACROSS = 0.9;

    static Contrast at(Cyclic series, int place) {
      double sum = 0;
      double weight = 0;
      double across = 0;
      double pairs = 0;
      for (int season = 0; season < series.seasons(); season++) {
        Sums sums = Sums.of(series, season, place);
        double count = (double) sums.countBefore + sums.countAfter;
        double own = (double) sums.countBefore * sums.countAfter;
        across += own;
        pairs += count * (count - 1) / 2;
        if (own > 0) {
          weight += own / count;
          sum += own / count * sums.difference();
        }
      }
      return weight == 0 ? NONE : new Contrast(sum / weight, weight, across / pairs);
    }

    /// A season on both sides of the place.
    private record Sums(double before, int countBefore, double after, int countAfter) {
      /// Uses no object for each value, since it is called for each place of a series.
      static Sums of(Cyclic series, int season, int place) {
        double before = 0;
        double after = 0;
        int countBefore = 0;
        int countAfter = 0;
        for (int i = season; i < series.length(); i += series.cycle()) {
          double value = series.values()[i];
          if (i < place && !Double.isNaN(value)) {
            before += value;
            countBefore++;
          } else if (!Double.isNaN(value)) {
            after += value;
            countAfter++;
          }
        }
        return new Sums(before, countBefore, after, countAfter);
      }

      double difference() {
        return after / countAfter - before / countBefore;
      }
    }

    boolean known() {
      return weight >= LEAST / 2.0 && across <= MOST_ACROSS;
    }

    double weightOfSquare() {
      return height * height * weight;
    }
  }

  private static double[] step(int place, double height, int length) {
    double[] step = new double[length];
    Arrays.fill(step, place, length, height);
    return step;
  }

  double[] step(int length) {
    return step(place, height, length);
  }
}
