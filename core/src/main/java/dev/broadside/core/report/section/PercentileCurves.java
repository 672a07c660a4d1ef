package dev.broadside.core.report.section;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.section.Block.Axis;
import dev.broadside.core.report.section.Block.Chart;
import dev.broadside.core.report.section.Block.ChartLine;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/// A chart of latency over the share of transactions that were faster, by the number of nines. It
/// draws only known points, and nothing beyond the last of them. For one thread.
final class PercentileCurves {
  private static final int MOST_OPERATIONS = 5;

  private final Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
  private String left = "";

  /// The curves of all transactions of a run, and of its first operations.
  static Optional<Chart> of(RunDocument run) {
    PercentileCurves curves = new PercentileCurves().add("transaction", run);
    List<Map.Entry<String, StatsDocument>> timed =
        run.operations().entrySet().stream()
            .filter(one -> one.getValue().latencyMillis().isPresent())
            .filter(_ -> run.operations().size() > 1)
            .toList();
    timed.stream()
        .limit(MOST_OPERATIONS)
        .forEach(one -> curves.curves.put(one.getKey(), points(one.getValue())));
    if (timed.size() > MOST_OPERATIONS) {
      curves.left = ", the first " + MOST_OPERATIONS + " of " + timed.size() + " operations";
    }
    return curves.chart();
  }

  /// Adds the curve of a run's transactions. It has also the bounds of the powers of two, since the
  /// number of transactions below each is known.
  PercentileCurves add(String name, RunDocument run) {
    NavigableMap<Double, Double> points = points(run.summary());
    long all = run.distribution().stream().mapToLong(LatencyBucket::count).sum();
    long below = 0;
    for (LatencyBucket bucket : run.distribution()) {
      below += bucket.count();
      if (below < all) {
        points.putIfAbsent(-Math.log10(1 - (double) below / all), bucket.upToMicros() / 1e3);
      }
    }
    curves.put(name, points);
    return this;
  }

  /// The chart; empty if too little is known for one.
  Optional<Chart> chart() {
    double[] places =
        curves.values().stream()
            .flatMap(curve -> curve.keySet().stream())
            .distinct()
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    if (places.length < 2) {
      return Optional.empty();
    }
    List<ChartLine> lines =
        curves.entrySet().stream()
            .map(one ->
                ChartLine.of(
                    one.getKey(),
                    Arrays.stream(places).map(place -> between(one.getValue(), place)).toArray()))
            .toList();
    return Optional.of(
        new Chart(
            "Latency by percentile",
            "ms, each point as it was counted" + left,
            Axis.NINES,
            DoubleStream.of(places).boxed().toList(),
            lines,
            false));
  }

  private static double between(NavigableMap<Double, Double> curve, double place) {
    Map.Entry<Double, Double> before = curve.floorEntry(place);
    Map.Entry<Double, Double> after = curve.ceilingEntry(place);
    if (before == null || after == null) {
      return Double.NaN;
    }
    double span = after.getKey() - before.getKey();
    double part = span == 0 ? 0 : (place - before.getKey()) / span;
    return before.getValue() + part * (after.getValue() - before.getValue());
  }

  private static NavigableMap<Double, Double> points(StatsDocument stats) {
    return stats.latencyMillis().map(PercentileCurves::points).orElseGet(TreeMap::new);
  }

  private static NavigableMap<Double, Double> points(LatencyMillis latency) {
    NavigableMap<Double, Double> points = new TreeMap<>();
    Measure.latencies()
        .forEach(one -> {
          if (one.formula() instanceof Measure.Latency at && at.percentile()) {
            put(points, latency.count(), at.percent() / 100, latency.of(one));
          }
        });
    if (latency.count() > 1) {
      points.put(Math.log10(latency.count()), latency.max());
    }
    return points;
  }

  /// Adds a point if at least ten values lie beyond the percentile. With fewer, the maximum says
  /// the same.
  private static void put(Map<Double, Double> points, long count, double share, double millis) {
    if (count * (1 - share) >= 1) {
      points.put(-Math.log10(1 - share), millis);
    }
  }
}
