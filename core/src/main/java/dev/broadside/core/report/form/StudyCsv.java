package dev.broadside.core.report.form;

import dev.broadside.core.figures.CsvLine;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.report.HostDocument;
import dev.broadside.core.report.study.StudyTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A study's table as CSV, a line for each step. Columns keep their order; new ones come behind.
/// What is not known is empty.
public final class StudyCsv {
  private static final String HEADER =
      "study_id,threads,total_threads,run_id,state,generator,audit,rate,statement_rate,ok,errors,"
          + "mean_us,p50_us,p90_us,p95_us,p99_us,p999_us,max_us,"
          + "user_pct,system_pct,idle_pct,context_switches_per_tx,scale_up,"
          + "involuntary_switches_per_tx,system_us_per_tx,"
          + "watched_user_pct,watched_system_pct,watched_idle_pct,place,repeat,trial";

  private StudyCsv() {}

  public static List<String> lines(StudyTable table) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    table.rows().forEach(row -> lines.add(line(table.study().id(), row)));
    return List.copyOf(lines);
  }

  private static String line(String studyId, StudyTable.Row row) {
    LatencyMillis latency = row.latencyMillis();
    HostDocument host = row.host();
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
            known(100 * host.user()),
            known(100 * host.system()),
            known(100 * host.idle()),
            known(host.contextSwitchesPerTransaction()),
            CsvLine.number(row.scaleUp()),
            known(host.involuntarySwitchesPerTransaction()),
            known(host.systemMicrosPerTransaction()),
            known(100 * row.watched().user()),
            known(100 * row.watched().system()),
            known(100 * row.watched().idle()),
            row.point().at().entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(";")),
            "" + row.point().repeat(),
            row.trial().map(trial -> "" + trial.verdict()).orElse("")));
  }

  private static String known(double figure) {
    return figure < 0 ? "" : CsvLine.number(figure);
  }
}
