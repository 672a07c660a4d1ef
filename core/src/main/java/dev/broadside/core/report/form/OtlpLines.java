package dev.broadside.core.report.form;

import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.report.form.OtlpRequest.Attribute;
import dev.broadside.core.report.form.OtlpRequest.Metric;
import dev.broadside.core.report.form.OtlpRequest.Point;
import dev.broadside.core.report.form.OtlpRequest.Quantile;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The intervals of a run as OpenTelemetry's metrics: each interval is a line, which is one
/// `ExportMetricsServiceRequest` of OTLP 1 in JSON. A collector takes it over HTTP, and reads a
/// file of such lines. Unknown values are left out. Lines have no line end.
///
/// Counts are sums of the interval alone (delta). Latencies are summaries in milliseconds: the
/// quantiles are those of all agents together, so that no tool has to merge them. Each other
/// measure is a gauge `broadside.measure.ID`, and each declared figure a metric
/// `broadside.figure.ID`. For one thread.
public final class OtlpLines {
  private static final List<Measure> MEASURES =
      Measure.in(Measure.Place.LINES).stream().filter(one -> !one.latency()).toList();
  static final List<Percentile> QUANTILES =
      Measure.in(Measure.Place.LINES).stream().flatMap(Percentile::of).toList();

  /// A measure of latency and its percentile; 100 for the longest latency.
  record Percentile(Measure measure, double percent) {
    static Stream<Percentile> of(Measure one) {
      return one.formula() instanceof Measure.Latency(double percent) && percent > 0
          ? Stream.of(new Percentile(one, percent))
          : Stream.empty();
    }
  }

  /// Begins the name of a figure's metric.
  static final String FIGURE = "broadside.figure.";

  private final JobSummary job;
  private final Map<String, Figure> figures = new HashMap<>();

  /// @param job whose intervals they are; without a start there are no lines
  /// @param figures the figures that are known to be declared; an interval may declare more
  public OtlpLines(JobSummary job, List<Figure> figures) {
    this.job = job;
    declare(figures);
  }

  private void declare(List<Figure> declared) {
    declared.forEach(figure -> figures.put(figure.id(), figure));
  }

  public List<String> lines(IntervalDocument interval) {
    return request(interval).map(OtlpRequest::json).stream().toList();
  }

  /// The interval as a request; empty if the load has not begun.
  Optional<OtlpRequest> request(IntervalDocument interval) {
    declare(interval.figures().orElse(IntervalFigures.NONE).declared());
    Optional<Instant> start = job.at(interval.startMillis());
    Optional<Instant> end = job.at(interval.startMillis() + interval.lengthMillis());
    return start.isEmpty() || end.isEmpty()
        ? Optional.empty()
        : Optional.of(request(new Span(nanos(start.get()), nanos(end.get()), interval)));
  }

  private OtlpRequest request(Span span) {
    return OtlpRequest.of(
        resource(),
        Stream.of(span.counts(), span.latencies(), span.load(), span.measures(), figures(span))
            .flatMap(List::stream)
            .toList());
  }

  /// The instance tells the jobs apart where a receiver takes no other attribute of a resource
  /// over.
  private List<Attribute> resource() {
    return List.of(
        Attribute.of("service.name", "broadside"),
        Attribute.of("service.instance.id", job.id()),
        Attribute.of("broadside.job.id", job.id()),
        Attribute.of("broadside.job.name", job.name()),
        Attribute.of("broadside.job.class", job.jobClass()));
  }

  private List<Metric> figures(Span span) {
    List<Metric> metrics = new ArrayList<>();
    IntervalFigures known = span.interval.figures().orElse(IntervalFigures.NONE);
    for (Figure figure : figures.values()) {
      Optional.ofNullable(known.values().get(figure.id()))
          .filter(Double::isFinite)
          .ifPresent(value -> metrics.add(span.metric(figure, value)));
      Optional.ofNullable(known.distributions().get(figure.id()))
          .ifPresent(spread -> metrics.add(span.metric(figure, spread)));
    }
    for (GeneratorFigure one : GeneratorFigure.of(span.interval.generator())) {
      one.shown(span.interval.generator())
          .ifPresent(value -> metrics.add(span.metric(one.figure(), value)));
    }
    return metrics;
  }

  private static String nanos(Instant instant) {
    return Long.toString(EpochNanos.of(instant));
  }

  /// An interval with its place in time.
  private record Span(String start, String end, IntervalDocument interval) {

    List<Metric> counts() {
      StatsDocument all = interval.stats();
      List<Point> operations =
          interval.operations().entrySet().stream()
              .flatMap(one -> outcomes(one.getValue(), operation(one.getKey())))
              .toList();
      return List.of(
          Metric.sum(
              "broadside.transactions",
              "{transaction}",
              "Transactions that ended, by their outcome.",
              outcomes(all, List.of()).toList()),
          Metric.sum(
              "broadside.operations",
              "{operation}",
              "Operations that ended, by their outcome.",
              operations),
          Metric.sum(
              "broadside.retries",
              "{retry}",
              "Repetitions after failures.",
              List.of(count(all.retried(), List.of()))),
          Metric.sum(
              "broadside.dropped",
              "{arrival}",
              "Arrivals that were never begun.",
              List.of(count(all.dropped(), List.of()))));
    }

    private Stream<Point> outcomes(StatsDocument stats, List<Attribute> attributes) {
      return Stream.of(
          count(stats.transactions(), with(attributes, "outcome", "ok")),
          count(stats.failed(), with(attributes, "outcome", "failed")),
          count(stats.uncertain(), with(attributes, "outcome", "uncertain")));
    }

    List<Metric> latencies() {
      List<Point> operations =
          interval.operations().entrySet().stream()
              .flatMap(one ->
                  one.getValue().latencyMillis().stream()
                      .map(spread -> summary(spread, operation(one.getKey()))))
              .toList();
      return List.of(
          Metric.summary(
              "broadside.latency",
              "ms",
              "How long transactions took that ended well.",
              interval.stats().latencyMillis().stream()
                  .map(all -> summary(all, List.of()))
                  .toList()),
          Metric.summary(
              "broadside.operation.latency",
              "ms",
              "How long operations took that ended well.",
              operations));
    }

    /// The measures of transactions that are not latencies.
    List<Metric> measures() {
      return MEASURES.stream()
          .filter(one -> !Double.isNaN(interval.stats().of(one)))
          .map(one ->
              Metric.gauge(
                  "broadside.measure." + one.id(),
                  one.unit(),
                  one.title(),
                  List.of(
                      point(Optional.empty(), Optional.of(interval.stats().of(one)), List.of()))))
          .toList();
    }

    List<Metric> load() {
      return List.of(
          Metric.gauge(
              "broadside.threads",
              "{thread}",
              "Load threads at work, at the most, over all agents.",
              List.of(count(interval.threads(), List.of()))),
          Metric.gauge(
              "broadside.generator.limited",
              "1",
              "1 where the load generator may have been the limit, else 0.",
              List.of(count(interval.limited().isEmpty() ? 0 : 1, List.of()))));
    }

    Metric metric(Figure figure, double value) {
      List<Point> points = List.of(point(Optional.empty(), Optional.of(value), List.of()));
      return figure.kind().adds()
          ? Metric.sum(name(figure), figure.unit(), figure.label(), points)
          : Metric.gauge(name(figure), figure.unit(), figure.label(), points);
    }

    Metric metric(Figure figure, LatencyMillis spread) {
      return Metric.summary(
          name(figure), figure.unit(), figure.label(), List.of(summary(spread, List.of())));
    }

    private static String name(Figure figure) {
      return FIGURE + figure.id().replace('@', '/');
    }

    private static List<Attribute> operation(String name) {
      return List.of(Attribute.of("operation", name));
    }

    private static List<Attribute> with(List<Attribute> others, String key, String value) {
      return Stream.concat(others.stream(), Stream.of(Attribute.of(key, value))).toList();
    }

    private Point count(long count, List<Attribute> attributes) {
      return point(Optional.of(Long.toString(count)), Optional.empty(), attributes);
    }

    private Point point(
        Optional<String> whole, Optional<Double> value, List<Attribute> attributes) {
      return new Point(
          start,
          end,
          with(attributes, "phase", interval.phase()),
          whole,
          value,
          Optional.empty(),
          Optional.empty(),
          List.of());
    }

    private Point summary(LatencyMillis spread, List<Attribute> attributes) {
      return new Point(
          start,
          end,
          with(attributes, "phase", interval.phase()),
          Optional.empty(),
          Optional.empty(),
          Optional.of(Long.toString(spread.count())),
          Optional.of(spread.mean() * spread.count()),
          QUANTILES.stream()
              .map(one -> new Quantile(one.percent() / 100, spread.of(one.measure())))
              .toList());
    }
  }
}
