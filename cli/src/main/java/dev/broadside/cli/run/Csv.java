package dev.broadside.cli.run;

import dev.broadside.core.report.CsvLine;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.LatencyMillis;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/// The intervals of a run as CSV, one line for the transactions and one for each operation. Columns
/// keep their order; new ones come behind. What is not known is empty.
final class Csv {
  private static final String HEADER =
      "ts_utc,elapsed_s,run_id,step,agent,op,interval_s,target_rate,rate,ok,errors,active,"
          + "mean_us,min_us,p50_us,p90_us,p95_us,p99_us,p999_us,max_us,limited";

  /// Figures of all agents together.
  private static final String ALL_AGENTS = "all";

  private Csv() {}

  static List<String> lines(RunDocument run) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    for (IntervalDocument interval : run.intervals()) {
      lines.add(line(run, interval, "transaction", interval.stats()));
      interval.operations().forEach((name, stats) -> lines.add(line(run, interval, name, stats)));
    }
    return List.copyOf(lines);
  }

  private static String line(
      RunDocument run, IntervalDocument interval, String operation, StatsDocument stats) {
    LatencyMillis latency = stats.latencyMillis();
    return CsvLine.of(
        List.of(
            timeOf(run.job().startedAt(), interval),
            CsvLine.number((interval.startMillis() + interval.lengthMillis()) / 1_000),
            run.job().id(),
            interval.phase(),
            ALL_AGENTS,
            operation,
            CsvLine.number(interval.lengthMillis() / 1_000),
            "",
            CsvLine.number(stats.transactionsPerSecond()),
            "" + stats.transactions(),
            "" + (stats.failed() + stats.uncertain()),
            "" + interval.threads(),
            CsvLine.micros(latency.mean()),
            "",
            CsvLine.micros(latency.p50()),
            CsvLine.micros(latency.p90()),
            CsvLine.micros(latency.p95()),
            CsvLine.micros(latency.p99()),
            CsvLine.micros(latency.p999()),
            CsvLine.micros(latency.max()),
            String.join(" + ", interval.limitedBy())));
  }

  private static String timeOf(String startedAt, IntervalDocument interval) {
    try {
      long endMillis = Math.round(interval.startMillis() + interval.lengthMillis());
      return Instant.parse(startedAt).plusMillis(endMillis).toString();
    } catch (DateTimeParseException _) {
      return "";
    }
  }
}
