package dev.broadside.core.report.html;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.html.Chart.Line;
import dev.broadside.core.report.html.Chart.Shade;
import dev.broadside.core.report.series.Bucket;
import dev.broadside.core.report.series.Buckets;
import dev.broadside.core.report.series.Metric;
import dev.broadside.core.work.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Predicate;
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
    this.time = Scale.time(0, buckets.isEmpty() ? 1_000 : endMillis());
  }

  /// The figures that every run has, over time; without those of which nothing is known.
  List<Tag> overTime() {
    List<Shade> shades = new ArrayList<>(phases());
    shades.addAll(marks());
    return List.of(
            chart("Throughput", "transactions per second", "throughput", "carried_over"),
            chart(
                run.job().latencyMeaning().startsWith("response")
                    ? "Response time"
                    : "Service time",
                "ms",
                words(Measure::latency)),
            new HeatMap(buckets, time).chart(),
            chart("Arrivals that wait", "", "waiting"),
            chart("Failures", "per second", words(Measure::drawnDraining)),
            chart("Load generator, the busiest agent", "%", "processCpu", "hostCpu", "cpuWait"))
        .stream()
        .filter(chart -> !chart.isEmpty())
        .map(chart -> figure(chart, shades))
        .toList();
  }

  /// The names of some of the measures that are drawn.
  private static String[] words(Predicate<Measure> which) {
    return Measure.in(Measure.Place.CHART).stream()
        .filter(which)
        .map(Measure::id)
        .toArray(String[]::new);
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
      case "carried" -> "carried over";
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

  /// The same where several runs are drawn, or in little room.
  Line line(String word, String label, Places places) {
    Line line = line(word, label);
    return new Line(
        label, places.each(x, line.low(), Math::min), places.each(x, line.high(), Math::max));
  }

  /// The end of the last interval.
  double endMillis() {
    return buckets.stream().mapToDouble(Bucket::endMillis).max().orElse(0);
  }

  /// How long the longest bucket is.
  double widest() {
    return buckets.stream().mapToDouble(b -> b.endMillis() - b.startMillis()).max().orElse(0);
  }

  /// Places on the axis that are equally wide, from its start on.
  record Places(int count, double width) {
    static Places upTo(double end, double width) {
      double wide = Math.max(1, width);
      return new Places(Math.max(1, (int) Math.ceil(end / wide)), wide);
    }

    double[] middles() {
      return IntStream.range(0, count).mapToDouble(i -> (i + 0.5) * width).toArray();
    }

    /// One of the values that lie in each place; not a number where none does.
    private double[] each(double[] x, double[] values, DoubleBinaryOperator choice) {
      double[] each = new double[count];
      Arrays.fill(each, Double.NaN);
      for (int i = 0; i < x.length; i++) {
        int place = (int) Math.min(count - 1, x[i] / width);
        if (Double.isFinite(values[i])) {
          each[place] =
              Double.isNaN(each[place]) ? values[i] : choice.applyAsDouble(each[place], values[i]);
        }
      }
      return each;
    }
  }

  /// How a declared figure went, as small as a word; of values that are kept, their 99th
  /// percentile.
  Optional<Tag> small(FigureDocument figure) {
    Figure declared = figures.getOrDefault(figure.figure().id(), figure.figure());
    String word = Metric.of(declared, figures).getLast().word();
    Places places = Places.upTo(endMillis(), Math.max(widest(), endMillis() / SMALL));
    Chart chart =
        new Chart(figure.figure().label(), figure.figure().unit(), time, places.middles())
            .line(line(word, word, places));
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

  /// The percentiles of all transactions, and of the first operations.
  Optional<Tag> percentiles() {
    PercentileCurves curves = new PercentileCurves().of("transaction", run);
    run.operations().entrySet().stream()
        .filter(one -> one.getValue().latencyMillis().isPresent() && run.operations().size() > 1)
        .limit(MOST_OPERATIONS)
        .forEach(one -> curves.of(one.getKey(), one.getValue()));
    return curves.figure();
  }
}
