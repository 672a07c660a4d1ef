package dev.broadside.core.report.html;

import dev.broadside.core.report.html.ChartDrawing.Line;
import dev.broadside.core.report.section.Block.MetricLine;
import dev.broadside.core.report.section.Block.OverTime;
import dev.broadside.core.report.section.Block.Shade;
import dev.broadside.core.report.section.Block.Spark;
import dev.broadside.core.report.section.Block.TimeChart;
import dev.broadside.core.report.section.MetricValues;
import dev.broadside.core.report.section.MetricValues.Places;
import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import java.util.List;
import java.util.Optional;

/// Charts over the time of one run, with as many places as the page's have.
final class TimeCharts {
  /// Places of a chart that is as small as a word.
  private static final int SMALL = 120;

  private final Buckets series;
  private final List<Bucket> buckets;
  private final double endMillis;
  private final Scale time;

  TimeCharts(Buckets series) {
    this.series = series;
    this.buckets =
        series.all().stream().filter(bucket -> !Double.isNaN(bucket.endMillis())).toList();
    this.endMillis = buckets.stream().mapToDouble(Bucket::endMillis).max().orElse(0);
    this.time = Scale.time(0, buckets.isEmpty() ? 1_000 : endMillis);
  }

  /// The charts without those of which nothing is known.
  List<Tag> figures(OverTime charts) {
    return charts.charts().stream()
        .map(this::drawing)
        .filter(chart -> !chart.isEmpty())
        .map(chart -> figure(chart, charts.shades()))
        .toList();
  }

  private ChartDrawing drawing(TimeChart chart) {
    if (chart.lines().isEmpty()) {
      return new HeatMapDrawing(buckets, time).chart(chart.title(), chart.unit());
    }
    double[] x = MetricValues.of(series, "").x();
    ChartDrawing drawing = new ChartDrawing(chart.title(), chart.unit(), time, x);
    for (MetricLine line : chart.lines()) {
      drawing.line(line(line.label(), MetricValues.of(series, line.metric())));
    }
    return drawing;
  }

  private static Line line(String label, MetricValues values) {
    return new Line(label, values.low(), values.high());
  }

  /// A chart of zeros is a word.
  private static Tag figure(ChartDrawing chart, List<Shade> shades) {
    return chart.flat()
        ? Tag.of("p").add(Tag.of("b").text(chart.title() + " "), Tag.of("span", "muted", "none"))
        : chart.shades(shades).figure();
  }

  /// A chart as small as a word; empty if nothing is known.
  Optional<Tag> small(Spark spark) {
    double widest =
        buckets.stream().mapToDouble(one -> one.endMillis() - one.startMillis()).max().orElse(0);
    Places places = Places.upTo(endMillis, Math.max(widest, endMillis / SMALL));
    ChartDrawing chart =
        new ChartDrawing(spark.label(), spark.unit(), time, places.middles())
            .line(line(spark.label(), MetricValues.of(series, spark.metric()).in(places)));
    return chart.isEmpty() ? Optional.empty() : Optional.of(chart.spark());
  }
}
