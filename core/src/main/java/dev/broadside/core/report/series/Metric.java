package dev.broadside.core.report.series;

import static dev.broadside.core.stat.GeneratorFigure.CPU_WAIT;
import static dev.broadside.core.stat.GeneratorFigure.HOST_CPU;
import static dev.broadside.core.stat.GeneratorFigure.PROCESS_CPU;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/// A line that charts draw, in the report and on the page: the drawn measures of the catalogue, and
/// some more that every run has.
///
/// @param word its name
/// @param figure its value in an interval; not a number if it has none
public record Metric(String word, ToDoubleFunction<Point> figure) {
  private static final List<Measure> MEASURES = Measure.in(Measure.Place.CHART);

  /// The metrics of every run.
  public static final List<Metric> ALWAYS =
      Stream.of(
              MEASURES.stream().map(Metric::measure),
              Stream.of(PROCESS_CPU, HOST_CPU, CPU_WAIT).map(Metric::generator),
              Stream.of(new Metric("waiting", notDraining(Point::waiting))))
          .flatMap(Function.identity())
          .toList();

  /// The metrics of a declared figure: a share in percent, an amount per second, a reading, or the
  /// percentiles of values that are kept.
  ///
  /// @param declared all figures by id, also those that are declared later
  public static List<Metric> of(Figure figure, Map<String, Figure> declared) {
    String id = figure.id();
    if (figure.kind().spreads()) {
      return MEASURES.stream()
          .filter(Measure::latency)
          .map(one -> new Metric(id + " " + one.id(), spread(id, one)))
          .toList();
    }
    if (!figure.shareOf().isEmpty()) {
      return List.of(
          new Metric(
              id,
              notDraining(point -> {
                double factor = figure.ofWatched() ? 1_000 : part(figure, declared) ? 100 : 1;
                double amount = factor * point.value(id);
                return amount
                    / (figure.ofTime()
                        ? figure.ofTime(point.lengthMillis() / 1e3)
                        : point.value(figure.shareOf()));
              })));
    }
    return List.of(
        new Metric(
            id,
            notDraining(
                figure.kind().adds()
                    ? point -> point.value(id) * 1e3 / point.lengthMillis()
                    : point -> point.value(id))));
  }

  /// Whether the figure is a part of the other one, such as a share of all reads. If it is not, it
  /// is given per unit of the other one, such as milliseconds for each read.
  private static boolean part(Figure figure, Map<String, Figure> declared) {
    return !figure.byMinute()
        && declared.getOrDefault(figure.shareOf(), figure).unit().equals(figure.unit());
  }

  /// Its value in an interval; not a number if it has none.
  double of(Point point) {
    double value = point.unknown() ? Double.NaN : figure.applyAsDouble(point);
    return Double.isFinite(value) ? value : Double.NaN;
  }

  private static ToDoubleFunction<Point> spread(String id, Measure which) {
    return notDraining(point -> point.spread(id).map(all -> all.of(which)).orElse(Double.NaN));
  }

  private static Metric measure(Measure one) {
    ToDoubleFunction<Point> value = point -> point.of(one);
    return new Metric(one.id(), one.drawnDraining() ? value : notDraining(value));
  }

  /// Transactions that end after the last phase take a moment and not an interval: drawn figures of
  /// them would show drops and peaks that never were.
  private static ToDoubleFunction<Point> notDraining(ToDoubleFunction<Point> figure) {
    return point -> point.draining() ? Double.NaN : figure.applyAsDouble(point);
  }

  private static Metric generator(GeneratorFigure which) {
    return new Metric(
        which.key(), notDraining(point -> which.shown(point.generator()).orElse(Double.NaN)));
  }
}
