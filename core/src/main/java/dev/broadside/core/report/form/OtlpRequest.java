package dev.broadside.core.report.form;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.broadside.core.report.Json;
import java.util.List;
import java.util.Optional;

/// An `ExportMetricsServiceRequest` of OTLP 1: the fields of its JSON, without those that are never
/// sent. Immutable.
public record OtlpRequest(List<ResourceMetrics> resourceMetrics) {
  public OtlpRequest {
    resourceMetrics = List.copyOf(resourceMetrics);
  }

  static OtlpRequest of(List<Attribute> resource, List<Metric> metrics) {
    ScopeMetrics all = new ScopeMetrics(new Scope("broadside"), metrics);
    return new OtlpRequest(List.of(new ResourceMetrics(new Resource(resource), List.of(all))));
  }

  /// One line of JSON, which a receiver of OTLP over HTTP takes.
  public String json() {
    return Json.mapper().writeValueAsString(this);
  }

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
      Sum sum = new Sum(points, Sum.DELTA, true);
      return new Metric(
          name, unit, description, Optional.of(sum), Optional.empty(), Optional.empty());
    }

    static Metric gauge(String name, String unit, String description, List<Point> points) {
      return new Metric(
          name,
          unit,
          description,
          Optional.empty(),
          Optional.of(new Points(points)),
          Optional.empty());
    }

    /// These points under this metric's name, as sums since the start.
    Metric totals(List<Point> points) {
      Sum all = new Sum(points, Sum.CUMULATIVE, true);
      return new Metric(
          name, unit, description, Optional.of(all), Optional.empty(), Optional.empty());
    }

    /// These points under this metric's name, as what was read last.
    Metric gauges(List<Point> points) {
      return gauge(name, unit, description, points);
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

  /// @param aggregationTemporality [#DELTA] or [#CUMULATIVE]
  record Sum(List<Point> dataPoints, int aggregationTemporality, boolean isMonotonic) {
    /// The sums are those of one interval alone.
    static final int DELTA = 1;

    /// The sums are those since the start.
    static final int CUMULATIVE = 2;
  }

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
      @JsonInclude(Include.NON_EMPTY) List<Quantile> quantileValues) {
    /// A number at the same time.
    Point with(double value, List<Attribute> others) {
      return number(timeUnixNano, others, Optional.empty(), Optional.of(value));
    }

    /// This number at this time, with other attributes.
    Point with(List<Attribute> others) {
      return number(timeUnixNano, others, asInt, asDouble);
    }

    /// This number and its attributes at another time.
    Point at(String time) {
      return number(time, attributes, asInt, asDouble);
    }

    /// The sum of this number and a later one.
    Point plus(Point later) {
      return asInt.isPresent() && later.asInt.isPresent()
          ? number(later.timeUnixNano, attributes, Optional.of(sum(later)), Optional.empty())
          : number(
              later.timeUnixNano,
              attributes,
              Optional.empty(),
              Optional.of(value() + later.value()));
    }

    private String sum(Point later) {
      return Long.toString(
          Math.addExact(
              Long.parseLong(asInt.orElseThrow()), Long.parseLong(later.asInt.orElseThrow())));
    }

    private Point number(
        String time, List<Attribute> of, Optional<String> whole, Optional<Double> value) {
      return new Point(
          startTimeUnixNano, time, of, whole, value, Optional.empty(), Optional.empty(), List.of());
    }

    /// A number's value.
    double value() {
      return asDouble.orElseGet(() -> Double.parseDouble(asInt.orElseThrow()));
    }

    /// The mean of a summary.
    double mean() {
      return sum.orElseThrow() / Double.parseDouble(count.orElseThrow());
    }
  }

  record Quantile(double quantile, double value) {}
}
