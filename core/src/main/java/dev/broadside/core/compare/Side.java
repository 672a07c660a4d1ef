package dev.broadside.core.compare;

import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DistributionSum;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// One side of a comparison: its figures and their errors.
///
/// The standard error of each is that of its logarithm over [#RESAMPLES] resamples. One run is
/// resampled in blocks of intervals (the circular block bootstrap of Politis and Romano, *A
/// circular block-resampling procedure for stationary data*, in *Exploring the Limits of
/// Bootstrap*, 1992), so that values that depend on each other stay together. Several runs are
/// resampled as wholes, so that differences between runs count, too; see Davison and Hinkley,
/// *Bootstrap Methods and their Application* (1997), section 3.8.
final class Side {
  static final int RESAMPLES = 1_000;

  /// Fewer intervals are not a sample.
  private static final int LEAST_INTERVALS = 20;

  private static final int LEAST_RUNS = 2;

  private final List<ComparedFigure> compared;
  private final List<Unit> units;
  private final Percentiles percentiles;
  private final int block;
  private final int free;

  /// The factor that corrects a variance.
  private final double correction;

  private Side(
      List<ComparedFigure> compared, List<Unit> units, int block, int free, double correction) {
    this.compared = compared;
    this.units = units;
    this.percentiles = new Percentiles(units.stream().map(Unit::latency).toList());
    this.block = block;
    this.free = free;
    this.correction = correction;
  }

  /// @param runs at least one
  static Side of(List<Sample> runs) {
    List<ComparedFigure> compared =
        runs.stream().anyMatch(Sample::sumsOnly) ? ComparedFigure.OF_SUMS : ComparedFigure.ALL;
    if (runs.size() >= LEAST_RUNS) {
      int n = runs.size();
      return new Side(compared, runs.stream().map(Sample::whole).toList(), 1, n - 1, n / (n - 1.0));
    }
    List<Unit> units = runs.stream().flatMap(run -> run.units().stream()).toList();
    int block = new Side(compared, units, 1, 0, 1).blockLength();
    // The degrees of freedom of the variance of blocks: Lahiri, Resampling Methods for Dependent
    // Data (2003), section 5.2.
    int free = units.size() < LEAST_INTERVALS ? 0 : (int) (1.5 * units.size() / block) - 1;
    return new Side(
        compared, units, block, free, units.size() / (double) Math.max(1, units.size() - block));
  }

  /// The block length, long enough for each of the figures.
  private int blockLength() {
    int longest = 1;
    for (Map.Entry<ComparedFigure, ComparedFigure.Value> figure : figures(once()).entrySet()) {
      double whole = figure.getValue().value();
      double[] series =
          units.stream().mapToDouble(unit -> figure.getKey().influence(unit, whole)).toArray();
      longest = Math.max(longest, BlockLength.of(series));
    }
    return longest;
  }

  private int[] once() {
    int[] times = new int[units.size()];
    Arrays.fill(times, 1);
    return times;
  }

  private Map<ComparedFigure, ComparedFigure.Value> figures(int[] times) {
    Map<ComparedFigure, ComparedFigure.Value> figures = new LinkedHashMap<>();
    for (ComparedFigure figure : compared) {
      figure.of(units, times, percentiles).ifPresent(value -> figures.put(figure, value));
    }
    return figures;
  }

  /// A figure and its error.
  ///
  /// @param variance of its logarithm; not a number if unknown
  /// @param free degrees of freedom of that variance
  record Estimate(double value, double variance, int free) {}

  /// All figures that this side has.
  Map<ComparedFigure, Estimate> estimates(RandomGenerator random) {
    Map<ComparedFigure, ComparedFigure.Value> whole = figures(once());
    Map<ComparedFigure, Moments> moments = new LinkedHashMap<>();
    whole.keySet().forEach(figure -> moments.put(figure, new Moments()));
    for (int i = 0; i < RESAMPLES && free > 0; i++) {
      int[] times = resample(random);
      moments.forEach((figure, sums) -> {
        Optional<ComparedFigure.Value> value = figure.of(units, times, percentiles);
        value.ifPresent(one -> sums.add(Math.log(one.value() / known(whole, figure).value())));
      });
    }
    Map<ComparedFigure, Estimate> estimates = new LinkedHashMap<>();
    Distribution latency = latency();
    whole.forEach((figure, value) -> {
      double even = value.resolution() * value.resolution() / 12;
      double variance = correction * known(moments, figure).variance() + even;
      estimates.put(figure, new Estimate(figure.ofAll(value, latency), variance, free));
    });
    return estimates;
  }

  private Distribution latency() {
    DistributionSum sum = new DistributionSum();
    units.forEach(unit -> sum.add(unit.latency()));
    return sum.toDistribution();
  }

  /// The value of a figure that is known to be in the map.
  static <T> T known(Map<ComparedFigure, T> all, ComparedFigure figure) {
    return Objects.requireNonNull(all.get(figure), figure::id);
  }

  /// How often each unit is taken: random blocks that together have the length of the whole, whose
  /// end is followed by its beginning.
  private int[] resample(RandomGenerator random) {
    int[] times = new int[units.size()];
    for (int left = times.length; left > 0; left -= block) {
      int from = random.nextInt(times.length);
      for (int i = 0; i < Math.min(block, left); i++) {
        times[(from + i) % times.length]++;
      }
    }
    return times;
  }

  private static final class Moments {
    private int count;
    private double sum;
    private double squares;

    void add(double value) {
      count++;
      sum += value;
      squares += value * value;
    }

    /// Not a number if some resamples have no value.
    double variance() {
      return count < RESAMPLES
          ? Double.NaN
          : Math.max(0, (squares - sum * sum / count) / (count - 1));
    }
  }

  /// How long the blocks of a block bootstrap have to be for a series, so that values that depend
  /// on each other stay together.
  ///
  /// Politis and White, *Automatic Block-Length Selection for the Dependent Bootstrap*, Econometric
  /// Reviews 23 (2004), for the circular bootstrap, with the correction of Patton, Politis and
  /// White in Econometric Reviews 28 (2009): the length at which bias and variance of the estimated
  /// variance are smallest together, from the autocovariances up to the last significant lag,
  /// weighted by a flat-topped window.
  static final class BlockLength {
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
}
