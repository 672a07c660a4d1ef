package dev.broadside.server.metrics;

import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.stat.Distribution;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/// Families of metrics while they are filled: each has a name, a sentence of help, and a point for
/// each set of labels. Labels are given as names and values by turns. For one thread.
final class Families {
  /// Latencies are told in powers of two, from 128 µs to 67 s: the recorder's slots never lie
  /// across one, so the counts are exact.
  private static final int LOWEST_POWER = 7;

  private static final int HIGHEST_POWER = 26;
  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  private final Map<String, MetricSnapshot.Builder<?>> byName = new LinkedHashMap<>();

  MetricSnapshots snapshots() {
    return new MetricSnapshots(
        byName.values().stream().map(MetricSnapshot.Builder::build).toList());
  }

  /// @param name without the `_total` that counters end on
  void counter(String name, String help, double value, String... labels) {
    family(name, help, CounterSnapshot.Builder.class, CounterSnapshot::builder)
        .dataPoint(
            CounterDataPointSnapshot.builder().value(value).labels(Labels.of(labels)).build());
  }

  void gauge(String name, String help, double value, String... labels) {
    family(name, help, GaugeSnapshot.Builder.class, GaugeSnapshot::builder)
        .dataPoint(GaugeDataPointSnapshot.builder().value(value).labels(Labels.of(labels)).build());
  }

  /// Latencies, in seconds.
  void latencies(String name, String help, Distribution all, String... labels) {
    family(name, help, HistogramSnapshot.Builder.class, HistogramSnapshot::builder)
        .dataPoint(
            HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(buckets(all))
                .sum(all.sumNanos() / NANOS)
                .labels(Labels.of(labels))
                .build());
  }

  /// Values in a unit of their own, by their quantiles.
  void summary(String name, String help, LatencyMillis all, String... labels) {
    family(name, help, SummarySnapshot.Builder.class, SummarySnapshot::builder)
        .dataPoint(
            SummaryDataPointSnapshot.builder()
                .count(all.count())
                .sum(all.mean() * all.count())
                .quantiles(
                    Quantiles.of(
                        new Quantile(0.5, all.p50()),
                        new Quantile(0.9, all.p90()),
                        new Quantile(0.95, all.p95()),
                        new Quantile(0.99, all.p99()),
                        new Quantile(0.999, all.p999())))
                .labels(Labels.of(labels))
                .build());
  }

  private <B extends MetricSnapshot.Builder<B>> B family(
      String name, String help, Class<B> type, Supplier<B> make) {
    return type.cast(byName.computeIfAbsent(name, _ -> make.get().name(name).help(help)));
  }

  private static ClassicHistogramBuckets buckets(Distribution all) {
    int size = HIGHEST_POWER - LOWEST_POWER + 2;
    double[] bounds = new double[size];
    long[] counts = new long[size];
    for (int i = 0; i < size - 1; i++) {
      bounds[i] = (1L << (LOWEST_POWER + i)) / MICROS;
    }
    bounds[size - 1] = Double.POSITIVE_INFINITY;
    for (LatencyBucket bucket : LatencyBucket.of(all)) {
      int power = Long.numberOfTrailingZeros(bucket.upToMicros());
      counts[Math.clamp(power - LOWEST_POWER, 0, size - 1)] += bucket.count();
    }
    return ClassicHistogramBuckets.of(bounds, counts);
  }
}
