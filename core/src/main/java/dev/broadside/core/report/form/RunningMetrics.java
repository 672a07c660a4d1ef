package dev.broadside.core.report.form;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.form.OtlpRequest.Attribute;
import dev.broadside.core.report.form.OtlpRequest.Metric;
import dev.broadside.core.report.form.OtlpRequest.Point;
import dev.broadside.core.report.form.OtlpRequest.ResourceMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The metrics of a job that goes on, after each of its intervals: those of [OtlpLines] as tools
/// want them that keep what is pushed to them.
///
/// - Counts are sums since the start (cumulative), each in every request, so that a request that is
///   lost costs no count.
/// - A summary becomes a gauge for each measure of latency, `broadside.latency.p99`. The
///   percentiles are those of all agents, read from slots of a thousandth; an exponential histogram
///   could only be made of the document's bands, which are a quarter of a power of two, and would
///   lose that.
/// - A gauge has no phase, since the newest value replaces the one before; `broadside.measured` is
///   1 in the measured phases, else 0.
/// - A value of one agent has the attribute `agent`, and each figure's points have its id as the
///   attribute `figure`.
///
/// For one thread.
public final class RunningMetrics {
  private static final String PHASE = "phase";
  private static final Metric MEASURED =
      Metric.gauge("broadside.measured", "1", "1 in the measured phases, else 0.", List.of());

  private final OtlpLines intervals;
  private final List<Attribute> target;
  private final Map<Series, Point> totals = new LinkedHashMap<>();

  /// One row of points.
  ///
  /// @param metric without points
  private record Series(Metric metric, List<Attribute> attributes) {
    static Series of(Metric metric, String part, List<Attribute> attributes) {
      String[] name = metric.name().split("/", 2);
      List<Attribute> all = new ArrayList<>(attributes);
      if (metric.name().startsWith(OtlpLines.FIGURE)) {
        all.add(Attribute.of("figure", name[0].substring(OtlpLines.FIGURE.length())));
      }
      if (name.length > 1) {
        all.add(Attribute.of("agent", name[1]));
      }
      return new Series(
          Metric.gauge(name[0] + part, metric.unit(), metric.description(), List.of()), all);
    }
  }

  /// @param target the name of the database under load, if it has one
  public RunningMetrics(JobSummary job, Optional<String> target) {
    this.intervals = new OtlpLines(job, List.of());
    this.target = target.map(name -> Attribute.of("broadside.target", name)).stream().toList();
  }

  /// Adds an interval, and gives what is known after it. Intervals are given in their order, each
  /// once. Empty if the load has not begun.
  public Optional<OtlpRequest> after(IntervalDocument interval) {
    return intervals.request(interval).map(alone -> running(alone, interval.measured()));
  }

  private OtlpRequest running(OtlpRequest alone, boolean measured) {
    ResourceMetrics of = alone.resourceMetrics().getFirst();
    List<Metric> metrics = of.scopeMetrics().getFirst().metrics();
    Map<Series, Point> gauges = new LinkedHashMap<>();
    metrics.forEach(metric -> take(metric, gauges));
    Point newest = gauges.values().iterator().next();
    totals.replaceAll((_, total) -> total.at(newest.timeUnixNano()));
    put(gauges, MEASURED, "", newest.with(List.of()), measured ? 1 : 0);
    List<Metric> all = new ArrayList<>();
    grouped(totals).forEach((head, points) -> all.add(head.totals(points)));
    grouped(gauges).forEach((head, points) -> all.add(head.gauges(points)));
    return OtlpRequest.of(
        Stream.concat(of.resource().attributes().stream(), target.stream()).toList(), all);
  }

  private void take(Metric metric, Map<Series, Point> gauges) {
    metric.sum().ifPresent(sum -> sum.dataPoints().forEach(point -> add(metric, point)));
    metric
        .gauge()
        .ifPresent(all ->
            all.dataPoints().forEach(point -> put(gauges, metric, "", point, point.value())));
    metric
        .summary()
        .ifPresent(all -> all.dataPoints().forEach(point -> spread(gauges, metric, point)));
  }

  private void add(Metric metric, Point point) {
    Series series = Series.of(metric, "", point.attributes());
    totals.merge(series, point.with(series.attributes), Point::plus);
  }

  private static void spread(Map<Series, Point> gauges, Metric metric, Point point) {
    for (int i = 0; i < OtlpLines.QUANTILES.size(); i++) {
      Measure measure = OtlpLines.QUANTILES.get(i).measure();
      put(gauges, metric, "." + measure.id(), point, point.quantileValues().get(i).value());
    }
    put(gauges, metric, "." + Measure.MEAN.id(), point, point.mean());
  }

  private static void put(
      Map<Series, Point> gauges, Metric metric, String part, Point point, double value) {
    List<Attribute> lasting =
        point.attributes().stream().filter(one -> !one.key().equals(PHASE)).toList();
    Series series = Series.of(metric, part, lasting);
    gauges.put(series, point.with(value, series.attributes));
  }

  private static Map<Metric, List<Point>> grouped(Map<Series, Point> series) {
    Map<Metric, List<Point>> groups = new LinkedHashMap<>();
    series.forEach(
        (of, point) -> groups.computeIfAbsent(of.metric, _ -> new ArrayList<>()).add(point));
    return groups;
  }
}
