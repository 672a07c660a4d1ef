package dev.broadside.core.report.html;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.html.Chart.Line;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Latency over the share of transactions that were faster, by the number of nines. Each point is
/// one that is known, and nothing is drawn beyond the last of them. For one thread.
final class PercentileCurves {
  private final Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();

  /// Adds that of an operation.
  PercentileCurves of(String name, StatsDocument stats) {
    curves.put(name, points(stats));
    return this;
  }

  /// Adds that of a run's transactions, with the bounds of the powers of two, of which is known how
  /// many lie below.
  PercentileCurves of(String name, RunDocument run) {
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

  /// The chart; empty where too little is known for one.
  Optional<Tag> figure() {
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
    List<Double> ticks = new ArrayList<>(List.of(Math.log10(2)));
    for (double nines = 1; nines <= places[places.length - 1]; nines++) {
      ticks.add(nines);
    }
    Scale across = new Scale(0, places[places.length - 1], false, ticks, PercentileCurves::percent);
    Chart chart =
        new Chart("Latency by percentile", "ms, each point as it was counted", across, places);
    curves.forEach((name, curve) -> {
      double[] values = Arrays.stream(places).map(place -> between(curve, place)).toArray();
      chart.line(new Line(name, values, values));
    });
    return Optional.of(chart.figure());
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

  private static String percent(double nines) {
    return new BigDecimal(100 * (1 - Math.pow(10, -nines)))
            .setScale(Math.max(0, (int) nines - 2), RoundingMode.HALF_UP)
            .toPlainString()
        + " %";
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

  /// What lies beyond fewer than ten values is the maximum by another name.
  private static void put(Map<Double, Double> points, long count, double share, double millis) {
    if (count * (1 - share) >= 1) {
      points.put(-Math.log10(1 - share), millis);
    }
  }
}
