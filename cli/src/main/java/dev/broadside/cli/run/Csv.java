package dev.broadside.cli.run;

import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.LatencyMillis;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StatsDocument;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    return Stream.of(
            timeOf(run.job().startedAt(), interval),
            number((interval.startMillis() + interval.lengthMillis()) / 1_000),
            run.job().id(),
            interval.phase(),
            ALL_AGENTS,
            operation,
            number(interval.lengthMillis() / 1_000),
            "",
            number(stats.transactionsPerSecond()),
            "" + stats.transactions(),
            "" + (stats.failed() + stats.uncertain()),
            "" + interval.threads(),
            micros(latency.mean()),
            "",
            micros(latency.p50()),
            micros(latency.p90()),
            micros(latency.p95()),
            micros(latency.p99()),
            micros(latency.p999()),
            micros(latency.max()),
            String.join(" + ", interval.limitedBy()))
        .map(Csv::quoted)
        .collect(Collectors.joining(","));
  }

  private static String timeOf(String startedAt, IntervalDocument interval) {
    try {
      long endMillis = Math.round(interval.startMillis() + interval.lengthMillis());
      return Instant.parse(startedAt).plusMillis(endMillis).toString();
    } catch (DateTimeParseException _) {
      return "";
    }
  }

  private static String micros(double millis) {
    return number(millis * 1_000);
  }

  private static String number(double value) {
    return BigDecimal.valueOf(Math.round(value * 1_000), 3).stripTrailingZeros().toPlainString();
  }

  /// Quoted where needed (RFC 4180); what a spreadsheet would take for a formula is made text.
  private static String quoted(String cell) {
    String safe = cell.matches("^[=+@].*") ? "'" + cell : cell;
    return safe.matches(".*[,\"\r\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }
}
