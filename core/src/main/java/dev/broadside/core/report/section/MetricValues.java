package dev.broadside.core.report.section;

import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The lowest and the highest values of a metric, at ascending positions on the time axis; not a
/// number if unknown.
public record MetricValues(double[] x, double[] low, double[] high) {
  public MetricValues {
    x = x.clone();
    low = low.clone();
    high = high.clone();
  }

  /// The values of a metric in a series; all unknown if the series does not have it.
  public static MetricValues of(Buckets series, String word) {
    int metric = series.metrics().stream().map(Metric::word).toList().indexOf(word);
    List<Bucket> known =
        series.all().stream().filter(one -> !Double.isNaN(one.endMillis())).toList();
    return new MetricValues(
        each(known, one -> (one.startMillis() + one.endMillis()) / 2),
        each(known, one -> metric < 0 ? Double.NaN : one.low(metric)),
        each(known, one -> metric < 0 ? Double.NaN : one.high(metric)));
  }

  private static double[] each(List<Bucket> buckets, ToDoubleFunction<Bucket> of) {
    return buckets.stream().mapToDouble(of).toArray();
  }

  /// These values at other positions.
  public MetricValues in(Places places) {
    return new MetricValues(
        places.middles(), each(places, low, Math::min), each(places, high, Math::max));
  }

  private double[] each(Places places, double[] values, DoubleBinaryOperator choice) {
    double[] each = new double[places.count()];
    Arrays.fill(each, Double.NaN);
    for (int i = 0; i < x.length; i++) {
      int place = places.of(x[i]);
      if (Double.isFinite(values[i])) {
        each[place] =
            Double.isNaN(each[place]) ? values[i] : choice.applyAsDouble(each[place], values[i]);
      }
    }
    return each;
  }

  /// Equally wide parts of a time axis, from its beginning.
  ///
  /// @param width in milliseconds
  public record Places(int count, double width) {
    /// As many parts of at least this width as there are up to an end.
    public static Places upTo(double end, double width) {
      double wide = Math.max(1, width);
      return new Places(Math.max(1, (int) Math.ceil(end / wide)), wide);
    }

    /// The middle of each part.
    public double[] middles() {
      return IntStream.range(0, count).mapToDouble(i -> (i + 0.5) * width).toArray();
    }

    int of(double x) {
      return (int) Math.min(count - 1, x / width);
    }
  }
}
