package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.util.JsonFormat;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.fixture.WrittenSeries;
import dev.broadside.core.report.form.OtlpRequest;
import dev.broadside.core.report.form.RemoteWrite;
import dev.broadside.core.report.form.RunningMetrics;
import dev.broadside.core.work.Figure;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The metrics of a job that goes on, as OpenTelemetry's messages and the library of protocol
/// buffers read them.
final class RunningMetricsTest {
  private static final String START = "2026-01-02T03:04:05Z";
  private static final long START_MILLIS = Instant.parse(START).toEpochMilli();
  private static final List<Figure> FIGURES =
      List.of(
          Figure.count("db.row_lock_waits", "waits", "Row lock waits"),
          Figure.worst("host.cpu.user@a1", "%", "User"),
          Figure.worst("host.cpu.user@a2", "%", "User"),
          Figure.duration("pick", "Picking"));

  private final RunningMetrics running =
      new RunningMetrics(InfluxLinesTest.job("night-1", START), Optional.of("shop"));

  private static List<IntervalDocument> intervals() {
    return ComparisonReportTest.intervals(5, 1_000).stream()
        .map(one ->
            OtlpLinesTest.with(
                one,
                new IntervalFigures(
                    one.index() == 0 ? FIGURES : List.of(),
                    Map.of(
                        "db.row_lock_waits",
                        3.0,
                        "host.cpu.user@a1",
                        10.0 + one.index(),
                        "host.cpu.user@a2",
                        20.0),
                    Map.of("pick", one.stats().latencyMillis().orElseThrow()))))
        .toList();
  }

  private static double only(List<WrittenSeries> all, Map<String, String> labels) {
    List<WrittenSeries> found =
        all.stream().filter(one -> one.labels().entrySet().containsAll(labels.entrySet())).toList();
    assertEquals(1, found.size(), () -> labels + ": " + found);
    return found.getFirst().value();
  }

  @Test
  void countsAreSumsSinceTheStartAndEndWithTheirInterval() throws Exception {
    long ok = 0;
    for (IntervalDocument interval : intervals()) {
      ok += interval.stats().transactions();
      var request = ExportMetricsServiceRequest.newBuilder();
      JsonFormat.parser().merge(running.after(interval).orElseThrow().json(), request);
      Map<String, Metric> metrics =
          request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
              .collect(Collectors.toMap(Metric::getName, one -> one));
      var sum = metrics.get("broadside.transactions").getSum();
      assertEquals(
          AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE,
          sum.getAggregationTemporality());
      assertEquals(ok, sum.getDataPoints(0).getAsInt());
      long start = START_MILLIS * 1_000_000;
      assertEquals(start, sum.getDataPoints(0).getStartTimeUnixNano());
      assertEquals(
          start + (interval.index() + 1) * 1_000_000_000L, sum.getDataPoints(0).getTimeUnixNano());
      assertTrue(metrics.values().stream().noneMatch(Metric::hasSummary));
      LatencyMillis latency = interval.stats().latencyMillis().orElseThrow();
      assertEquals(
          latency.p99(),
          metrics.get("broadside.latency.p99").getGauge().getDataPoints(0).getAsDouble());
      assertEquals(
          2, metrics.get("broadside.figure.host.cpu.user").getGauge().getDataPointsCount());
    }
  }

  @Test
  void remoteWriteHasTheSameUnderNamesThatPrometheusTakes() throws Exception {
    OtlpRequest newest =
        intervals().stream()
            .map(one -> running.after(one).orElseThrow())
            .reduce((_, later) -> later)
            .orElseThrow();
    List<WrittenSeries> all = WrittenSeries.read(RemoteWrite.bytes(newest));
    Set<Map<String, String>> different = new HashSet<>();
    for (WrittenSeries one : all) {
      assertEquals(START_MILLIS + 5_000, one.millis());
      assertTrue(one.name().matches("broadside_[a-zA-Z0-9_]+"), one::name);
      assertEquals(
          List.copyOf(new TreeSet<>(one.labels().keySet())), List.copyOf(one.labels().keySet()));
      assertTrue(different.add(one.labels()), () -> "twice: " + one);
      assertEquals("broadside", one.labels().get("job"));
      assertEquals("night-1", one.labels().get("job_id"));
      assertEquals("noop", one.labels().get("job_class"));
      assertEquals("shop", one.labels().get("target"));
    }
    long ok = intervals().stream().mapToLong(one -> one.stats().transactions()).sum();
    assertEquals(
        ok, only(all, Map.of("__name__", "broadside_transactions_total", "outcome", "ok")));
    assertEquals(15, only(all, Map.of("__name__", "broadside_figure_db_row_lock_waits_total")));
    assertEquals(14, only(all, Map.of("figure", "host.cpu.user", "agent", "a1")));
    LatencyMillis last = intervals().getLast().stats().latencyMillis().orElseThrow();
    assertEquals(
        last.measures().get("p99.9"), only(all, Map.of("__name__", "broadside_latency_p99_9")));
    assertEquals(last.mean(), only(all, Map.of("__name__", "broadside_latency_mean")), 1e-9);
    assertEquals(last.p50(), only(all, Map.of("__name__", "broadside_figure_pick_p50")));
    assertEquals(1, only(all, Map.of("__name__", "broadside_measured")));
  }

  /// Measures and figures have lists of their own in docs/reference.md.
  @Test
  void theGuideNamesEveryOther() throws Exception {
    String guide = Files.readString(Path.of("../docs/operating.md"));
    OtlpRequest newest = running.after(intervals().getFirst()).orElseThrow();
    for (WrittenSeries one : WrittenSeries.read(RemoteWrite.bytes(newest))) {
      String name =
          one.name()
              .replaceAll("latency_(p[0-9_]+|max|mean)", "latency_p99")
              .replaceAll("measure_.*", "measure_throughput")
              .replaceAll("figure_.*", "figure_ID");
      assertTrue(guide.contains("`" + name + "`"), name);
    }
  }

  @Test
  void atTheEndEverySeriesGetsTheMarkOfAnEnd() throws Exception {
    OtlpRequest newest = running.after(intervals().getFirst()).orElseThrow();
    List<WrittenSeries> last = WrittenSeries.read(RemoteWrite.bytes(newest));
    List<WrittenSeries> end = WrittenSeries.read(RemoteWrite.end(newest));
    assertEquals(
        last.stream().map(WrittenSeries::labels).toList(),
        end.stream().map(WrittenSeries::labels).toList());
    for (WrittenSeries one : end) {
      assertEquals(0x7ff0000000000002L, Double.doubleToRawLongBits(one.value()));
      assertEquals(START_MILLIS + 1_001, one.millis());
    }
  }

  @Test
  void aJobWhoseLoadHasNotBegunHasNone() {
    RunningMetrics none = new RunningMetrics(InfluxLinesTest.job("x", ""), Optional.empty());
    assertEquals(Optional.empty(), none.after(intervals().getFirst()));
  }
}
