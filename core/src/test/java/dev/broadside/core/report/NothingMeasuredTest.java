package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.report.form.IntervalCsv;
import dev.broadside.core.report.form.IntervalForm.InfluxLines;
import dev.broadside.core.report.series.Metric;
import dev.broadside.core.report.series.Point;
import dev.broadside.core.stat.Tally;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// There is no percentile of nothing, in whatever form a result is told.
final class NothingMeasuredTest {
  private static final StatsDocument NONE = StatsDocument.ofTransactions(Tally.NONE, 1);

  private static final JobSummary JOB =
      new JobSummary(
          "id",
          "",
          new JobSummary.Code("noop", "", ""),
          new Status("failed", "", "2026-01-02T03:04:05Z", ""),
          new JobSummary.Load("", "", 1, 1, "platform"));

  private static final IntervalDocument INTERVAL =
      TestIntervals.measured(0, NONE, Map.of("op", NONE));

  @Test
  void nothingHasNoLatencyInJson() {
    assertEquals(Optional.empty(), NONE.latencyMillis());
    String json = Json.mapper().writeValueAsString(INTERVAL);
    assertFalse(json.contains("latencyMillis") || json.contains("p99"), json);
    assertEquals(INTERVAL, Json.mapper().readValue(json, IntervalDocument.class));
  }

  @Test
  void nothingIsADashInTablesAndEmptyInCsv() {
    Measure.latencies()
        .forEach(which -> assertEquals("-", NumberText.millis(NONE.latencyMillis(), which)));
    for (String line : IntervalCsv.ofResult(JOB, List.of(), List.of()).lines(INTERVAL)) {
      assertTrue(line.contains(",0,0,0,") && line.endsWith(",".repeat(9)), line);
    }
  }

  @Test
  void nothingIsNoPointOfAChartAndNoFieldOfALine() {
    Point point = Json.mapper().readValue(Json.mapper().writeValueAsString(INTERVAL), Point.class);
    for (Metric metric : Metric.ALWAYS) {
      if (metric.word().startsWith("p")) {
        assertTrue(Double.isNaN(metric.figure().applyAsDouble(point)), metric::word);
      }
    }
    assertFalse(new InfluxLines(JOB).lines(INTERVAL).toString().contains("p99"));
    assertFalse(NONE.all().containsKey("p99"));
  }
}
