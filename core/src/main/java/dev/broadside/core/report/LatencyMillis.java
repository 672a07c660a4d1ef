package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.broadside.core.stat.Distribution;

/// A latency distribution in figures, all in milliseconds. All 0 where there are no values.
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

  public static LatencyMillis of(Distribution d) {
    return new LatencyMillis(
        d.count(),
        Rounding.micros(d.meanMillis()),
        Rounding.micros(d.standardDeviationMillis()),
        Rounding.micros(d.percentileMillis(50)),
        Rounding.micros(d.percentileMillis(90)),
        Rounding.micros(d.percentileMillis(95)),
        Rounding.micros(d.percentileMillis(99)),
        Rounding.micros(d.percentileMillis(99.9)),
        Rounding.micros(d.percentileMillis(99.99)),
        Rounding.micros(d.maxMillis()),
        d.clamped());
  }
}
