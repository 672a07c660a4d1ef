package dev.broadside.core.figures;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.broadside.core.stat.Distribution;
import java.util.Optional;

/// A latency distribution in figures, all in milliseconds. There is none of no values: a percentile
/// of nothing is unknown, and not 0.
///
/// @param count how many values
/// @param clamped how many lay above the layout's top of one hour; if any, high percentiles read ">
///   1 h"
public record LatencyMillis(
    long count,
    double mean,
    double stdDev,
    double p50,
    double p90,
    double p95,
    double p99,
    @JsonProperty("p99_9") double p999,
    @JsonProperty("p99_99") double p9999,
    double max,
    long clamped) {

  /// Empty where there are no values.
  public static Optional<LatencyMillis> of(Distribution d) {
    return of(d, 1);
  }

  /// The same times a factor, for values that are no times.
  public static Optional<LatencyMillis> of(Distribution d, double factor) {
    return d.isEmpty() ? Optional.empty() : Optional.of(filled(d, factor));
  }

  private static LatencyMillis filled(Distribution d, double factor) {
    return new LatencyMillis(
        d.count(),
        Rounding.micros(factor * d.meanMillis()),
        Rounding.micros(factor * d.standardDeviationMillis()),
        Rounding.micros(factor * d.percentileMillis(50)),
        Rounding.micros(factor * d.percentileMillis(90)),
        Rounding.micros(factor * d.percentileMillis(95)),
        Rounding.micros(factor * d.percentileMillis(99)),
        Rounding.micros(factor * d.percentileMillis(99.9)),
        Rounding.micros(factor * d.percentileMillis(99.99)),
        Rounding.micros(factor * d.maxMillis()),
        d.clamped());
  }
}
