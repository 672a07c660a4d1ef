package dev.broadside.core.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// A study's table as CSV, a line for each step. Columns keep their order; new ones come behind.
/// What is not known is empty.
public final class StudyCsv {
  private static final String HEADER =
      "study_id,threads,total_threads,run_id,state,generator,audit,rate,statement_rate,ok,errors,"
          + "mean_us,p50_us,p90_us,p95_us,p99_us,p999_us,max_us,"
          + "user_pct,system_pct,idle_pct,context_switches_per_tx,scale_up";

  private StudyCsv() {}

  public static List<String> lines(StudyTable table) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    table.rows().forEach(row -> lines.add(line(table.study().id(), row)));
    return List.copyOf(lines);
  }

  private static String line(String studyId, StudyTable.Row row) {
    LatencyMillis latency = row.latencyMillis();
    return CsvLine.of(
        List.of(
            studyId,
            "" + row.threads(),
            "" + row.totalThreads(),
            row.runId(),
            row.state(),
            "" + row.generator(),
            "" + row.audit(),
            CsvLine.number(row.transactionsPerSecond()),
            CsvLine.number(row.statementsPerSecond()),
            "" + row.transactions(),
            "" + row.errors(),
            CsvLine.micros(latency.mean()),
            CsvLine.micros(latency.p50()),
            CsvLine.micros(latency.p90()),
            CsvLine.micros(latency.p95()),
            CsvLine.micros(latency.p99()),
            CsvLine.micros(latency.p999()),
            CsvLine.micros(latency.max()),
            host(row, host -> 100 * host.user()),
            host(row, host -> 100 * host.system()),
            host(row, host -> 100 * host.idle()),
            host(row, StudyTable.HostShares::contextSwitchesPerTransaction),
            CsvLine.number(row.scaleUp())));
  }

  private static String host(StudyTable.Row row, ToDoubleFunction<StudyTable.HostShares> figure) {
    return row.host().map(host -> CsvLine.number(figure.applyAsDouble(host))).orElse("");
  }
}
