package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.report.form.OtlpLines;
import dev.broadside.core.work.Figure;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.SummaryDataPoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Lines as OpenTelemetry's own messages read them, which refuse fields that they do not know.
final class OtlpLinesTest {
  private static final String START = "2026-01-02T03:04:05Z";

  private static Map<String, Metric> metrics(String line) throws InvalidProtocolBufferException {
    assertFalse(line.chars().anyMatch(Character::isISOControl), line);
    var request = ExportMetricsServiceRequest.newBuilder();
    JsonFormat.parser().merge(line, request);
    return request.getResourceMetrics(0).getScopeMetrics(0).getMetricsList().stream()
        .collect(Collectors.toMap(Metric::getName, metric -> metric));
  }

  private static OtlpLines of(String id, String startedAt) {
    return new OtlpLines(InfluxLinesTest.job(id, startedAt), List.of());
  }

  private static Map<String, Metric> first(IntervalDocument interval)
      throws InvalidProtocolBufferException {
    return metrics(of("night-1", START).lines(interval).getFirst());
  }

  private static IntervalDocument interval() {
    return ComparisonReportTest.intervals(1, 1_000).getFirst();
  }

  @Test
  void eachIntervalIsOneRequestWhoseSumsAreOfItsOwnSpan() throws Exception {
    IntervalDocument interval = interval();
    Metric transactions = first(interval).get("broadside.transactions");
    assertTrue(transactions.getSum().getIsMonotonic());
    assertEquals(
        AggregationTemporality.AGGREGATION_TEMPORALITY_DELTA,
        transactions.getSum().getAggregationTemporality());
    NumberDataPoint ok = transactions.getSum().getDataPoints(0);
    assertEquals(interval.stats().transactions(), ok.getAsInt());
    assertEquals("outcome", ok.getAttributes(0).getKey());
    assertEquals("ok", ok.getAttributes(0).getValue().getStringValue());
    long start = Instant.parse(START).getEpochSecond() * 1_000_000_000;
    assertEquals(start, ok.getStartTimeUnixNano());
    assertEquals(start + 1_000_000_000, ok.getTimeUnixNano());
  }

  @Test
  void latenciesAreSummariesWithTheQuantilesOfAllAgents() throws Exception {
    IntervalDocument interval = interval();
    Map<String, Metric> metrics = first(interval);
    LatencyMillis latency = interval.stats().latencyMillis().orElseThrow();
    SummaryDataPoint point = metrics.get("broadside.latency").getSummary().getDataPoints(0);
    assertEquals(latency.count(), point.getCount());
    assertEquals(latency.mean() * latency.count(), point.getSum(), 1e-9);
    assertEquals(0.99, point.getQuantileValues(3).getQuantile());
    assertEquals(latency.p99(), point.getQuantileValues(3).getValue());
    SummaryDataPoint operation =
        metrics.get("broadside.operation.latency").getSummary().getDataPoints(0);
    assertEquals("op", operation.getAttributes(0).getValue().getStringValue());
  }

  @Test
  void aDeclaredFigureIsWhatItsKindSaysInThisIntervalAndTheNext() throws Exception {
    Figure late = Figure.count("orders.late", "orders", "Late orders");
    Figure queue = Figure.worst("queue@db", "jobs", "Queue");
    Figure pick = Figure.duration("pick", "Picking");
    OtlpLines lines = of("night-1", START);
    LatencyMillis spread = interval().stats().latencyMillis().orElseThrow();
    for (List<Figure> declared : List.of(List.of(late, queue, pick), List.<Figure>of())) {
      IntervalFigures figures =
          new IntervalFigures(
              declared, Map.of("orders.late", 7.0, "queue@db", 2.5), Map.of("pick", spread));
      var metrics = metrics(lines.lines(with(interval(), figures)).getFirst());
      Metric sum = metrics.get("broadside.figure.orders.late");
      assertEquals(7.0, sum.getSum().getDataPoints(0).getAsDouble());
      assertEquals("orders", sum.getUnit());
      Metric gauge = metrics.get("broadside.figure.queue/db");
      assertEquals(2.5, gauge.getGauge().getDataPoints(0).getAsDouble());
      Metric summary = metrics.get("broadside.figure.pick");
      assertEquals(spread.count(), summary.getSummary().getDataPoints(0).getCount());
    }
  }

  @Test
  void whatIsUnknownIsLeftOut() throws Exception {
    IntervalFigures figures =
        new IntervalFigures(
            List.of(Figure.last("load", "", "Load")), Map.of("load", Double.NaN), Map.of());
    assertFalse(first(with(interval(), figures)).containsKey("broadside.figure.load"));
  }

  @Test
  void hostileNamesStayInTheirPlace() throws Exception {
    for (String id : List.of("a\"b", "back\\", "line\nline", "\u202e", "</script>")) {
      var request = ExportMetricsServiceRequest.newBuilder();
      JsonFormat.parser().merge(of(id, START).lines(interval()).getFirst(), request);
      var resource = request.getResourceMetrics(0).getResource();
      assertEquals(id, resource.getAttributes(1).getValue().getStringValue());
    }
  }

  @Test
  void aRunThatNeverBeganHasNone() {
    assertEquals(List.of(), of("x", "").lines(interval()));
  }

  static IntervalDocument with(IntervalDocument one, IntervalFigures figures) {
    return new IntervalDocument(
        one.index(),
        one.startMillis(),
        one.lengthMillis(),
        one.phase(),
        one.measured(),
        one.threads(),
        one.missing(),
        one.stats(),
        one.operations(),
        one.generator(),
        one.limited(),
        Optional.of(figures),
        one.heat(),
        one.intervals(),
        one.askedPerSecond(),
        one.waiting());
  }
}
