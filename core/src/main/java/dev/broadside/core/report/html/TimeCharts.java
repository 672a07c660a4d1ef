package dev.broadside.core.report.html;

import dev.broadside.core.figures.NumberText;
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
import dev.broadside.core.report.series.Heat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/// Charts over the time of one run, with as many positions as the page's charts.
final class TimeCharts {
  /// The number of positions of a chart that is as small as a word.
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

  /// The charts that have any known value.
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

  /// A chart that has only zeros becomes a word.
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

  /// A heat map of latencies over time. The strength of a cell's colour shows how many transactions
  /// took that long then. It is logarithmic, so that a few slow ones are seen beside a million.
  private static final class HeatMapDrawing {
    /// More columns than this are added up to fewer.
    private static final int COLUMNS = 200;

    /// The number of colour strengths in `report.css`.
    private static final int STRENGTHS = 8;

    private final List<Column> columns = new ArrayList<>();
    private final Scale time;
    private final long most;

    /// The transactions of a span of time.
    private record Column(double from, double to, Heat heat) {
      String words() {
        List<Long> counts = heat.counts();
        long all = counts.stream().mapToLong(Long::longValue).sum();
        long most = Collections.max(counts);
        return "%s transactions; %s of them took %s, the slowest %s"
            .formatted(
                NumberText.count(all),
                NumberText.count(most),
                span(heat.first() + counts.indexOf(most)),
                span(heat.end() - 1));
      }

      private static String span(int band) {
        return NumberText.axis(Heat.fromMillis(band))
            + " to "
            + NumberText.axis(Heat.fromMillis(band + 1))
            + " ms";
      }
    }

    HeatMapDrawing(List<Bucket> buckets, Scale time) {
      this.time = time;
      int each = Math.max(1, (buckets.size() + COLUMNS - 1) / COLUMNS);
      for (int i = 0; i < buckets.size(); i += each) {
        List<Bucket> some = buckets.subList(i, Math.min(buckets.size(), i + each));
        Heat heat = some.stream().map(Bucket::heat).reduce(Heat.NONE, Heat::plus);
        if (!heat.counts().isEmpty()) {
          columns.add(new Column(some.getFirst().startMillis(), some.getLast().endMillis(), heat));
        }
      }
      most =
          columns.stream().flatMap(one -> one.heat.counts().stream()).max(Long::compare).orElse(0L);
    }

    /// A chart without lines; an empty one if nothing ended well.
    ChartDrawing chart(String title, String unit) {
      ChartDrawing chart = new ChartDrawing(title, unit, time, new double[0]);
      if (columns.isEmpty()) {
        return chart;
      }
      int first = columns.stream().mapToInt(one -> one.heat.first()).min().orElse(0);
      int end = columns.stream().mapToInt(one -> one.heat.end()).max().orElse(1);
      Scale up = Scale.logarithmic(Heat.fromMillis(first), Heat.fromMillis(end));
      List<Tag> cells = new ArrayList<>();
      for (int strength = 1; strength <= STRENGTHS; strength++) {
        cells.add(Tag.of("path").at("class", "heat h" + strength).at("d", cells(up, strength)));
      }
      columns.forEach(column -> cells.add(slice(column)));
      return chart.cells(cells, up);
    }

    private String cells(Scale up, int strength) {
      StringBuilder d = new StringBuilder();
      for (Column column : columns) {
        IntStream.range(column.heat.first(), column.heat.end())
            .filter(band -> strength(column.heat.in(band)) == strength)
            .forEach(band -> d.append(cell(column, up, band)));
      }
      return d.toString();
    }

    /// The strength of a count's colour; 0 for no transactions.
    private int strength(long count) {
      return (int) Math.ceil(STRENGTHS * Math.log1p(count) / Math.log1p(most));
    }

    private String cell(Column column, Scale up, int band) {
      double top = ChartDrawing.SIZE * (1 - up.place(Heat.fromMillis(band + 1)));
      double bottom = ChartDrawing.SIZE * (1 - up.place(Heat.fromMillis(band)));
      return String.format(
          Locale.ROOT,
          "M%.1f %.1fh%.1fv%.1fh-%.1fz",
          left(column),
          top,
          width(column),
          bottom - top,
          width(column));
    }

    private double left(Column column) {
      return ChartDrawing.SIZE * time.place(column.from);
    }

    private double width(Column column) {
      return ChartDrawing.SIZE * time.place(column.to) - left(column);
    }

    /// An invisible slice that shows its content to a reader who points at it.
    private Tag slice(Column column) {
      return Tag.of("rect")
          .at("class", "told")
          .at("x", String.format(Locale.ROOT, "%.1f", left(column)))
          .at("width", String.format(Locale.ROOT, "%.1f", width(column)))
          .at("height", ChartDrawing.SIZE)
          .add(Tag.of("title").text(time.words().apply(column.from) + ": " + column.words()));
    }
  }
}
