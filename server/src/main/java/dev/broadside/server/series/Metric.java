package dev.broadside.server.series;

import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/// What charts draw, as `METRICS` in the page's `run-model.js` has it for intervals that come live.
/// A system test holds the two together.
enum Metric {
  THROUGHPUT("throughput", notDraining(Point::transactionsPerSecond)),
  P50("p50", latency(Point.Latency::p50)),
  P95("p95", latency(Point.Latency::p95)),
  P99("p99", latency(Point.Latency::p99)),
  FAILED("failed", perSecond(Point::failed)),
  UNCERTAIN("uncertain", perSecond(Point::uncertain)),
  RETRIED("retried", perSecond(Point::retried)),
  PROCESS_CPU("processCpu", percent(Point.Generator::processCpu)),
  HOST_CPU("hostCpu", percent(Point.Generator::hostCpu)),
  CPU_WAIT("cpuWait", percent(Point.Generator::cpuWait));

  static final int COUNT = values().length;

  private final String word;
  private final ToDoubleFunction<Point> figure;

  Metric(String word, ToDoubleFunction<Point> figure) {
    this.word = word;
    this.figure = figure;
  }

  String word() {
    return word;
  }

  /// Its figure in an interval; not a number where there is none.
  double of(Point point) {
    return point.unknown() ? Double.NaN : figure.applyAsDouble(point);
  }

  /// What ends after the last phase takes a moment and not an interval: its figures would be drawn
  /// as a drop and as peaks that never were.
  private static ToDoubleFunction<Point> notDraining(ToDoubleFunction<Point> figure) {
    return point -> point.phase().equals("drain") ? Double.NaN : figure.applyAsDouble(point);
  }

  /// A latency exists only where something ended well.
  private static ToDoubleFunction<Point> latency(ToDoubleFunction<Point.Latency> which) {
    return notDraining(point ->
        point.latencyMillis().count() > 0
            ? which.applyAsDouble(point.latencyMillis())
            : Double.NaN);
  }

  private static ToDoubleFunction<Point> percent(ToDoubleFunction<Point.Generator> which) {
    return notDraining(point -> {
      double share = which.applyAsDouble(point.generator());
      return share < 0 ? Double.NaN : share * 100;
    });
  }

  private static ToDoubleFunction<Point> perSecond(ToLongFunction<Point> count) {
    return point ->
        point.lengthMillis() > 0
            ? count.applyAsLong(point) * 1e3 / point.lengthMillis()
            : Double.NaN;
  }
}
