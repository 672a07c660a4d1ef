package dev.broadside.core.report;

import dev.broadside.core.report.RunDocument.JobSummary;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;

/// The intervals of a run as CSV: for each a line for the transactions and one for each operation.
/// Columns keep their order; new ones come behind. What is not known is empty. Lines have no end.
///
/// @param job whose intervals they are
public record IntervalCsv(JobSummary job) {
  /// The first line.
  public static final String HEADER =
      "ts_utc,elapsed_s,run_id,step,agent,op,interval_s,target_rate,rate,ok,errors,active,"
          + "mean_us,min_us,p50_us,p90_us,p95_us,p99_us,p999_us,max_us,limited";

  /// Figures of all agents together.
  private static final String ALL_AGENTS = "all";

  public List<String> lines(IntervalDocument interval) {
    List<String> lines = new ArrayList<>();
    lines.add(line(interval, "transaction", interval.stats()));
    interval.operations().forEach((name, stats) -> lines.add(line(interval, name, stats)));
    return lines;
  }

  private String line(IntervalDocument interval, String operation, StatsDocument stats) {
    LatencyMillis latency = stats.latencyMillis();
    return CsvLine.of(
        List.of(
            endOf(interval),
            CsvLine.number((interval.startMillis() + interval.lengthMillis()) / 1_000),
            job.id(),
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

  private String endOf(IntervalDocument interval) {
    try {
      long endMillis = Math.round(interval.startMillis() + interval.lengthMillis());
      return Instant.parse(job.startedAt()).plusMillis(endMillis).toString();
    } catch (DateTimeParseException _) {
      return "";
    }
  }
}
