package dev.broadside.core.report.form;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// The intervals of a run as OpenTelemetry's metrics: each interval is a line, which is one
/// `ExportMetricsServiceRequest` of OTLP 1 in JSON. A collector takes it over HTTP, and reads a
/// file of such lines. Unknown values are left out. Lines have no line end.
///
/// Counts are sums of the interval alone (delta). Latencies are summaries in milliseconds: the
/// quantiles are those of all agents together, so that no tool has to merge them. Each other
/// measure is a gauge `broadside.measure.ID`, and each declared figure a metric
/// `broadside.figure.ID`. For one thread.
public final class OtlpLines {
  /// The sums are those of one interval alone.
  private static final int DELTA = 1;

  private static final List<Measure> MEASURES =
      Measure.in(Measure.Place.LINES).stream().filter(one -> !one.latency()).toList();
  private static final List<Percentile> QUANTILES =
      Measure.in(Measure.Place.LINES).stream().flatMap(Percentile::of).toList();

  /// A measure of latency and its percentile; 100 for the longest latency.
  private record Percentile(Measure measure, double percent) {
    static Stream<Percentile> of(Measure one) {
      return one.formula() instanceof Measure.Latency(double percent) && percent > 0
          ? Stream.of(new Percentile(one, percent))
          : Stream.empty();
    }
  }

  private final JobSummary job;
  private final JsonMapper json = Json.mapper();
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
    declare(interval.figures().orElse(IntervalFigures.NONE).declared());
    Optional<Instant> start = job.at(interval.startMillis());
    Optional<Instant> end = job.at(interval.startMillis() + interval.lengthMillis());
    return start.isEmpty() || end.isEmpty()
        ? List.of()
        : List.of(line(new Span(nanos(start.get()), nanos(end.get()), interval)));
  }

  private String line(Span span) {
    ScopeMetrics metrics =
        new ScopeMetrics(
            new Scope("broadside"),
            Stream.of(span.counts(), span.latencies(), span.load(), span.measures(), figures(span))
                .flatMap(List::stream)
                .toList());
    return json.writeValueAsString(
        new Request(List.of(new ResourceMetrics(resource(), List.of(metrics)))));
  }

  private Resource resource() {
    return new Resource(
        List.of(
            Attribute.of("service.name", "broadside"),
            Attribute.of("broadside.job.id", job.id()),
            Attribute.of("broadside.job.name", job.name()),
            Attribute.of("broadside.job.class", job.jobClass())));
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
                  point(Optional.empty(), Optional.of(interval.stats().of(one)), List.of())))
          .toList();
    }

    List<Metric> load() {
      return List.of(
          Metric.gauge(
              "broadside.threads",
              "{thread}",
              "Load threads at work, at the most, over all agents.",
              count(interval.threads(), List.of())),
          Metric.gauge(
              "broadside.generator.limited",
              "1",
              "1 where the load generator may have been the limit, else 0.",
              count(interval.limited().isEmpty() ? 0 : 1, List.of())));
    }

    Metric metric(Figure figure, double value) {
      Point point = point(Optional.empty(), Optional.of(value), List.of());
      return figure.kind().adds()
          ? Metric.sum(name(figure), figure.unit(), figure.label(), List.of(point))
          : Metric.gauge(name(figure), figure.unit(), figure.label(), point);
    }

    Metric metric(Figure figure, LatencyMillis spread) {
      return Metric.summary(
          name(figure), figure.unit(), figure.label(), List.of(summary(spread, List.of())));
    }

    private static String name(Figure figure) {
      return "broadside.figure." + figure.id().replace('@', '/');
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

  /// An `ExportMetricsServiceRequest` of OTLP 1: the fields of its JSON, without those that are
  /// never sent.
  record Request(List<ResourceMetrics> resourceMetrics) {}

  record ResourceMetrics(Resource resource, List<ScopeMetrics> scopeMetrics) {}

  record Resource(List<Attribute> attributes) {}

  record ScopeMetrics(Scope scope, List<Metric> metrics) {}

  record Scope(String name) {}

  record Attribute(String key, Text value) {
    record Text(String stringValue) {}

    static Attribute of(String key, String value) {
      return new Attribute(key, new Text(value));
    }
  }

  /// A metric with exactly one kind of data.
  @JsonInclude(Include.NON_ABSENT)
  record Metric(
      String name,
      String unit,
      String description,
      Optional<Sum> sum,
      Optional<Points> gauge,
      Optional<Points> summary) {

    static Metric sum(String name, String unit, String description, List<Point> points) {
      Sum sum = new Sum(points, DELTA, true);
      return new Metric(
          name, unit, description, Optional.of(sum), Optional.empty(), Optional.empty());
    }

    static Metric gauge(String name, String unit, String description, Point point) {
      Points points = new Points(List.of(point));
      return new Metric(
          name, unit, description, Optional.empty(), Optional.of(points), Optional.empty());
    }

    static Metric summary(String name, String unit, String description, List<Point> points) {
      return new Metric(
          name,
          unit,
          description,
          Optional.empty(),
          Optional.empty(),
          Optional.of(new Points(points)));
    }
  }

  record Sum(List<Point> dataPoints, int aggregationTemporality, boolean isMonotonic) {}

  record Points(List<Point> dataPoints) {}

  /// A point of any kind. Whole numbers of 64 bits are texts in OTLP's JSON.
  @JsonInclude(Include.NON_ABSENT)
  record Point(
      String startTimeUnixNano,
      String timeUnixNano,
      List<Attribute> attributes,
      Optional<String> asInt,
      Optional<Double> asDouble,
      Optional<String> count,
      Optional<Double> sum,
      @JsonInclude(Include.NON_EMPTY) List<Quantile> quantileValues) {}

  record Quantile(double quantile, double value) {}
}
