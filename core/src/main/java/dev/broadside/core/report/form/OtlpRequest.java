package dev.broadside.core.report.form;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Optional;

/// An `ExportMetricsServiceRequest` of OTLP 1, as its JSON has it: field by field, without what is
/// never sent.
record OtlpRequest(List<ResourceMetrics> resourceMetrics) {
  /// The sums are those of one interval alone.
  private static final int DELTA = 1;

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
