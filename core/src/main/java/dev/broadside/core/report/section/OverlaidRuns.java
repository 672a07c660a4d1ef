package dev.broadside.core.report.section;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.Block.Axis;
import dev.broadside.core.report.section.Block.Chart;
import dev.broadside.core.report.section.Block.ChartLine;
import dev.broadside.core.report.section.MetricValues.Places;
import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/// Several runs in the same charts, one line for each run, all beginning at 0.
public final class OverlaidRuns {
  /// Only this many lines can be distinguished by their colours.
  public static final int MOST = 7;

  private final List<Run> runs;
  private final Places places;

  /// A run that is drawn.
  ///
  /// @param name its name in charts, such as `A` or `B 2`
  /// @param run the result; its intervals are not used
  /// @param series its intervals
  public record Run(String name, RunDocument run, Buckets series) {
    private double endMillis() {
      return buckets().mapToDouble(Bucket::endMillis).max().orElse(0);
    }

    private double widestMillis() {
      return buckets().mapToDouble(one -> one.endMillis() - one.startMillis()).max().orElse(0);
    }

    private Stream<Bucket> buckets() {
      return series.all().stream().filter(bucket -> !Double.isNaN(bucket.endMillis()));
    }
  }

  OverlaidRuns(List<Run> runs) {
    this.runs = runs.stream().limit(MOST).filter(one -> !one.series().all().isEmpty()).toList();
    double end = this.runs.stream().mapToDouble(Run::endMillis).max().orElse(0);
    double widest = this.runs.stream().mapToDouble(Run::widestMillis).max().orElse(0);
    this.places = Places.upTo(end, Math.max(widest, end / Buckets.MOST));
  }

  /// The name of a run in charts: `A` and `B`; with more than two sides its id; and with a number
  /// if its side has repeats.
  public static String nameOf(List<List<String>> sides, List<String> side, String id) {
    int place = sides.indexOf(side);
    String letter = place == 0 ? "A" : sides.size() == 2 ? "B" : String.join(",", side);
    return side.size() == 1 ? letter : letter + " " + (side.indexOf(id) + 1);
  }

  /// The charts over time and by percentile; empty if fewer than two runs have something to draw.
  List<Block> charts() {
    if (runs.size() < 2) {
      return List.of();
    }
    List<Block> charts = new ArrayList<>();
    charts.add(chart("Throughput", "transactions per second", "throughput"));
    charts.add(chart("Median", "ms", "p50"));
    charts.add(chart("95th percentile", "ms", "p95"));
    charts.add(chart("99th percentile", "ms", "p99"));
    charts.add(chart("Failed", "per second", "failed"));
    percentiles(runs).ifPresent(charts::add);
    return charts;
  }

  /// The latencies of the first [#MOST] runs by percentile; empty if too little is known.
  public static Optional<Chart> percentiles(List<Run> runs) {
    PercentileCurves curves = new PercentileCurves();
    runs.stream().limit(MOST).forEach(one -> curves.add(one.name(), one.run()));
    return curves.chart();
  }

  private Chart chart(String title, String unit, String metric) {
    return new Chart(
        title,
        unit,
        Axis.TIME,
        DoubleStream.of(places.middles()).boxed().toList(),
        runs.stream().map(one -> line(one, metric)).toList(),
        false);
  }

  private ChartLine line(Run run, String metric) {
    MetricValues values = MetricValues.of(run.series(), metric).in(places);
    return ChartLine.of(run.name(), values.low(), values.high());
  }
}
