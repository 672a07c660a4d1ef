package dev.broadside.core.figures;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.broadside.core.stat.Distribution;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A latency distribution in milliseconds: the catalogue's measures of latency, whose fields are
/// written beside the others. Without values there is no distribution, since a percentile of
/// nothing is unknown, and not 0.
///
/// @param count how many values
/// @param stdDev their standard deviation
/// @param clamped how many values were above the layout's top of one hour; if there are any, high
///   percentiles read "> 1 h"
/// @param measures by the ids of [Measure#latencies()]
public record LatencyMillis(long count, double stdDev, long clamped, Map<String, Double> measures) {

  public LatencyMillis {
    measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
  }

  @JsonCreator
  static LatencyMillis read(
      @JsonProperty("count") long count,
      @JsonProperty("stdDev") double stdDev,
      @JsonProperty("clamped") long clamped,
      @JsonAnySetter Map<String, Double> measures) {
    return new LatencyMillis(count, stdDev, clamped, measures);
  }

  @JsonValue
  Map<String, Number> fields() {
    Map<String, Number> fields = new LinkedHashMap<>();
    fields.put("count", count);
    fields.putAll(measures);
    fields.put("stdDev", stdDev);
    fields.put("clamped", clamped);
    return fields;
  }

  /// Empty if there are no values.
  public static Optional<LatencyMillis> of(Distribution d) {
    return of(d, 1);
  }

  /// A distribution of values that are not times, each times `factor`. Empty if there are no
  /// values.
  public static Optional<LatencyMillis> of(Distribution d, double factor) {
    if (d.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Double> measures = new LinkedHashMap<>();
    for (Measure one : Measure.ALL) {
      if (one.formula() instanceof Measure.Latency latency) {
        measures.put(one.id(), Rounding.micros(factor * latency.millis(d)));
      }
    }
    double stdDev = Rounding.micros(factor * d.standardDeviationMillis());
    return Optional.of(new LatencyMillis(d.count(), stdDev, d.clamped(), measures));
  }

  /// A measure's value; not a number if it is not among these.
  public double of(Measure measure) {
    return measures.getOrDefault(measure.id(), Double.NaN);
  }

  public double mean() {
    return of(Measure.MEAN);
  }

  public double p50() {
    return of(Measure.P50);
  }

  public double p95() {
    return of(Measure.P95);
  }

  public double p99() {
    return of(Measure.P99);
  }

  public double max() {
    return of(Measure.MAX);
  }
}
