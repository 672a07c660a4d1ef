package dev.broadside.core.report.html;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.html.Chart.Line;
import dev.broadside.core.report.html.Chart.Shade;
import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Metric;
import dev.broadside.core.work.Figure;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What is drawn of a run. Charts have as many places as the page's, with the lowest and the
/// highest value of each.
final class RunCharts {
  /// Places of a chart that is as small as a word.
  private static final int SMALL = 120;

  private static final int MOST_OPERATIONS = 5;

  private final RunDocument run;
  private final List<Bucket> buckets;
  private final List<Metric> metrics;
  private final Map<String, Figure> figures;
  private final double[] x;
  private final Scale time;

  RunCharts(RunDocument run, Buckets series) {
    this.run = run;
    this.buckets =
        series.all().stream().filter(bucket -> !Double.isNaN(bucket.endMillis())).toList();
    this.metrics = series.metrics();
    this.figures =
        series.figures().stream().collect(Collectors.toMap(Figure::id, figure -> figure));
    this.x = buckets.stream().mapToDouble(b -> (b.startMillis() + b.endMillis()) / 2).toArray();
    this.time = Scale.time(0, buckets.stream().mapToDouble(Bucket::endMillis).max().orElse(1_000));
  }

  /// The figures that every run has, over time; without those of which nothing is known.
  List<Tag> overTime() {
    List<Shade> shades = new ArrayList<>(phases());
    shades.addAll(marks());
    return List.of(
            chart("Throughput", "transactions per second", "throughput"),
            chart(
                run.job().latencyMeaning().startsWith("response")
                    ? "Response time"
                    : "Service time",
                "ms",
                "p50",
                "p95",
                "p99"),
            new HeatMap(buckets, time).chart(),
            chart("Failures", "per second", "failed", "uncertain", "retried"),
            chart("Load generator, the busiest agent", "%", "processCpu", "hostCpu", "cpuWait"))
        .stream()
        .filter(chart -> !chart.isEmpty())
        .map(chart -> figure(chart, shades))
        .toList();
  }

  /// Nothing, in words.
  private static Tag figure(Chart chart, List<Shade> shades) {
    return chart.flat()
        ? Tag.of("p").add(Tag.of("b").text(chart.title() + " "), Tag.of("span", "muted", "none"))
        : chart.shades(shades).figure();
  }

  private Chart chart(String title, String unit, String... words) {
    Chart chart = new Chart(title, unit, time, x);
    for (String word : words) {
      chart.line(line(word, label(word)));
    }
    return chart;
  }

  private static String label(String word) {
    return switch (word) {
      case "processCpu" -> "worker's CPU";
      case "hostCpu" -> "host's CPU";
      case "cpuWait" -> "waiting for a core";
      default -> word;
    };
  }

  private Line line(String word, String label) {
    int metric = metrics.stream().map(Metric::word).toList().indexOf(word);
    return new Line(
        label,
        buckets.stream().mapToDouble(b -> metric < 0 ? Double.NaN : b.low(metric)).toArray(),
        buckets.stream().mapToDouble(b -> metric < 0 ? Double.NaN : b.high(metric)).toArray());
  }

  /// How a declared figure went, as small as a word; of values that are kept, their 99th
  /// percentile.
  Optional<Tag> small(FigureDocument figure) {
    Figure declared = figures.getOrDefault(figure.figure().id(), figure.figure());
    String word = Metric.of(declared, figures).getLast().word();
    Line all = line(word, word);
    int each = Math.max(1, (x.length + SMALL - 1) / SMALL);
    int places = (x.length + each - 1) / each;
    double[] at = new double[places];
    double[] low = new double[places];
    double[] high = new double[places];
    for (int i = 0; i < places; i++) {
      int to = Math.min(x.length, (i + 1) * each);
      at[i] = x[i * each];
      low[i] =
          IntStream.range(i * each, to)
              .mapToDouble(j -> all.low()[j])
              .filter(Double::isFinite)
              .min()
              .orElse(Double.NaN);
      high[i] =
          IntStream.range(i * each, to)
              .mapToDouble(j -> all.high()[j])
              .filter(Double::isFinite)
              .max()
              .orElse(Double.NaN);
    }
    Chart chart =
        new Chart(figure.figure().label(), figure.figure().unit(), time, at)
            .line(new Line(word, low, high));
    return chart.isEmpty() ? Optional.empty() : Optional.of(chart.spark());
  }

  /// Phases that are not measured.
  private List<Shade> phases() {
    return run.phases().stream()
        .filter(phase -> !phase.kind().equals("measure"))
        .map(phase ->
            new Shade(
                phase.startMillis(),
                phase.startMillis() + phase.durationMillis(),
                "",
                phase.kind() + ", not measured"))
        .toList();
  }

  /// What happened beside the plan, numbered as in [#told].
  private List<Shade> marks() {
    List<Mark> told = told(run);
    return IntStream.range(0, told.size())
        .mapToObj(i -> {
          Mark mark = told.get(i);
          return new Shade(
              mark.atMillis(),
              mark.untilMillis().orElse(mark.atMillis()),
              "" + (i + 1),
              mark.line());
        })
        .toList();
  }

  /// The marks but for those that follow from the plan.
  static List<Mark> told(RunDocument run) {
    return run.marks().stream().filter(mark -> mark.kind() != Mark.Kind.PHASE).toList();
  }

  /// Latency over the share of transactions that were faster, by the number of nines. Each point is
  /// one that is known, and nothing is drawn beyond the last of them.
  Optional<Tag> percentiles() {
    Map<String, NavigableMap<Double, Double>> curves = new LinkedHashMap<>();
    curves.put("transaction", whole());
    run.operations().entrySet().stream()
        .filter(one -> one.getValue().latencyMillis().count() > 0 && run.operations().size() > 1)
        .limit(MOST_OPERATIONS)
        .forEach(one -> curves.put(one.getKey(), points(one.getValue())));
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
    Scale across = new Scale(0, places[places.length - 1], false, ticks, RunCharts::percent);
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
    var latency = stats.latencyMillis();
    NavigableMap<Double, Double> points = new TreeMap<>();
    put(points, latency.count(), 0.5, latency.p50());
    put(points, latency.count(), 0.9, latency.p90());
    put(points, latency.count(), 0.95, latency.p95());
    put(points, latency.count(), 0.99, latency.p99());
    put(points, latency.count(), 0.999, latency.p999());
    put(points, latency.count(), 0.9999, latency.p9999());
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

  /// With the bounds of the powers of two, of which is known how many lie below.
  private NavigableMap<Double, Double> whole() {
    NavigableMap<Double, Double> points = points(run.summary());
    long all = run.distribution().stream().mapToLong(LatencyBucket::count).sum();
    long below = 0;
    for (LatencyBucket bucket : run.distribution()) {
      below += bucket.count();
      if (below < all) {
        points.putIfAbsent(-Math.log10(1 - (double) below / all), bucket.upToMicros() / 1e3);
      }
    }
    return points;
  }
}
