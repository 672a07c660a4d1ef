package dev.broadside.core.report.series;

import static dev.broadside.core.stat.GeneratorFigure.CPU_WAIT;
import static dev.broadside.core.stat.GeneratorFigure.HOST_CPU;
import static dev.broadside.core.stat.GeneratorFigure.PROCESS_CPU;

import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// What charts draw, in the report and on the page.
///
/// @param word its name
/// @param figure its figure in an interval; not a number where there is none
public record Metric(String word, ToDoubleFunction<Point> figure) {
  /// What every run has.
  public static final List<Metric> ALWAYS =
      List.of(
          new Metric("throughput", notDraining(Point::transactionsPerSecond)),
          new Metric("p50", latency(Point.Latency::p50)),
          new Metric("p95", latency(Point.Latency::p95)),
          new Metric("p99", latency(Point.Latency::p99)),
          new Metric("failed", perSecond(Point::failed)),
          new Metric("uncertain", perSecond(Point::uncertain)),
          new Metric("retried", perSecond(Point::retried)),
          generator(PROCESS_CPU),
          generator(HOST_CPU),
          generator(CPU_WAIT),
          new Metric("carried", notDraining(perSecond(Point::carriedOver))),
          new Metric("waiting", notDraining(Point::waiting)));

  /// What a declared figure draws: a share in percent, an amount per second, a reading, or of
  /// values that are kept their percentiles.
  ///
  /// @param declared all figures by id, those included that are declared later
  public static List<Metric> of(Figure figure, Map<String, Figure> declared) {
    String id = figure.id();
    if (figure.kind().spreads()) {
      return List.of(
          new Metric(id + " p50", spread(id, Point.Latency::p50)),
          new Metric(id + " p95", spread(id, Point.Latency::p95)),
          new Metric(id + " p99", spread(id, Point.Latency::p99)));
    }
    if (!figure.shareOf().isEmpty()) {
      return List.of(
          new Metric(
              id,
              notDraining(point -> {
                double amount = (part(figure, declared) ? 100 : 1) * point.value(id);
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

  /// Whether it is a part of the other one; otherwise it is told for each of it, as milliseconds
  /// for each read.
  private static boolean part(Figure figure, Map<String, Figure> declared) {
    return !figure.byMinute()
        && declared.getOrDefault(figure.shareOf(), figure).unit().equals(figure.unit());
  }

  /// Its figure in an interval; not a number where there is none.
  double of(Point point) {
    double value = point.unknown() ? Double.NaN : figure.applyAsDouble(point);
    return Double.isFinite(value) ? value : Double.NaN;
  }

  private static ToDoubleFunction<Point> spread(String id, ToDoubleFunction<Point.Latency> which) {
    return notDraining(point -> point.spread(id).map(which::applyAsDouble).orElse(Double.NaN));
  }

  /// What ends after the last phase takes a moment and not an interval: its figures would be drawn
  /// as a drop and as peaks that never were.
  private static ToDoubleFunction<Point> notDraining(ToDoubleFunction<Point> figure) {
    return point -> point.draining() ? Double.NaN : figure.applyAsDouble(point);
  }

  /// A latency exists only where something ended well.
  private static ToDoubleFunction<Point> latency(ToDoubleFunction<Point.Latency> which) {
    return notDraining(point -> point.latencyMillis().map(which::applyAsDouble).orElse(Double.NaN));
  }

  private static Metric generator(GeneratorFigure which) {
    return new Metric(
        which.key(), notDraining(point -> which.shown(point.generator()).orElse(Double.NaN)));
  }

  private static ToDoubleFunction<Point> perSecond(ToLongFunction<Point> count) {
    return point ->
        point.lengthMillis() > 0
            ? count.applyAsLong(point) * 1e3 / point.lengthMillis()
            : Double.NaN;
  }
}
