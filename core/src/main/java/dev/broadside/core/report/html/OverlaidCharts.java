package dev.broadside.core.report.html;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.html.RunCharts.Places;
import dev.broadside.core.report.series.Buckets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Several runs in the same charts, a line each, each from its own start.
public final class OverlaidCharts {
  /// More lines than colours that can be told apart help nobody.
  public static final int MOST = 7;

  private final List<Run> runs;
  private final List<RunCharts> charts;

  /// A run that is drawn.
  ///
  /// @param name by which charts call it, such as `A` or `B 2`
  /// @param run its intervals are not looked at
  /// @param series its intervals
  public record Run(String name, RunDocument run, Buckets series) {}

  /// By what a run is called: `A` and `B`, where there are more sides by the id of its side; with a
  /// number where the side has repeats.
  public static String nameOf(List<List<String>> sides, List<String> side, String id) {
    int place = sides.indexOf(side);
    String letter = place == 0 ? "A" : sides.size() == 2 ? "B" : String.join(",", side);
    return side.size() == 1 ? letter : letter + " " + (side.indexOf(id) + 1);
  }

  OverlaidCharts(List<Run> runs) {
    this.runs = runs.stream().limit(MOST).filter(one -> !one.series().all().isEmpty()).toList();
    this.charts = this.runs.stream().map(one -> new RunCharts(one.run(), one.series())).toList();
  }

  /// Over time and by percentile; none where fewer than two runs have something to be drawn.
  List<Tag> figures() {
    if (charts.size() < 2) {
      return List.of();
    }
    double end = charts.stream().mapToDouble(RunCharts::endMillis).max().orElse(0);
    double widest = charts.stream().mapToDouble(RunCharts::widest).max().orElse(0);
    Places places = Places.upTo(end, Math.max(widest, end / Buckets.MOST));
    Scale time = Scale.time(0, end);
    Stream<Tag> overTime =
        Stream.of(
                chart("Throughput", "transactions per second", "throughput", time, places),
                chart("Median", "ms", "p50", time, places),
                chart("95th percentile", "ms", "p95", time, places),
                chart("99th percentile", "ms", "p99", time, places),
                chart("Failed", "per second", "failed", time, places))
            .filter(chart -> !chart.isEmpty() && !chart.flat())
            .map(Chart::figure);
    PercentileCurves curves = new PercentileCurves();
    runs.forEach(one -> curves.of(one.name(), one.run()));
    return Stream.concat(overTime, curves.figure().stream()).toList();
  }

  private Chart chart(String title, String unit, String word, Scale time, Places places) {
    Chart chart = new Chart(title, unit, time, places.middles());
    IntStream.range(0, runs.size())
        .forEach(i -> chart.line(charts.get(i).line(word, runs.get(i).name(), places)));
    return chart;
  }
}
