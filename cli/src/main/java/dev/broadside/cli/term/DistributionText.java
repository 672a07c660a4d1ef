package dev.broadside.cli.term;

import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.figures.Figures;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.LatencyBucket;
import dev.broadside.core.report.RunDocument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The latencies of a run in powers of two, with a bar for each.
public final class DistributionText {
  private static final int LONGEST_BAR = 40;
  private static final String[] UNITS = {"us", "ms", "s"};

  private DistributionText() {}

  public static List<String> of(RunDocument run, Terminal terminal) {
    List<LatencyBucket> buckets = run.distribution();
    long total = buckets.stream().mapToLong(LatencyBucket::count).sum();
    if (total == 0) {
      return List.of("no latencies to distribute");
    }
    long most = buckets.stream().mapToLong(LatencyBucket::count).max().orElse(1);
    Table table =
        new Table(
            Column.numbers("below"),
            Column.numbers("count"),
            Column.numbers("%"),
            Column.numbers("up to here %"),
            Column.words("").unlessNarrow(1));
    long seen = 0;
    for (LatencyBucket bucket : buckets) {
      seen += bucket.count();
      table.row(
          span(bucket.upToMicros()),
          Figures.count(bucket.count()),
          percent(bucket.count(), total),
          percent(seen, total),
          "#".repeat(bar(bucket.count(), most)));
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "transactions by latency, in powers of two; " + PlainText.line(run.job().latencyMeaning()));
    lines.addAll(table.lines(terminal.columns()));
    return List.copyOf(lines);
  }

  /// A count above 0 has a bar, however short.
  private static int bar(long count, long most) {
    return (int) Math.ceilDiv(count * LONGEST_BAR, most);
  }

  private static String percent(long part, long total) {
    return String.format(Locale.ROOT, "%.3f", 100.0 * part / total);
  }

  private static String span(long micros) {
    double value = micros;
    int unit = 0;
    while (value >= 1_000 && unit < UNITS.length - 1) {
      value /= 1_000;
      unit++;
    }
    return String.format(
        Locale.ROOT, value < 10 && unit > 0 ? "%.2f %s" : "%.0f %s", value, UNITS[unit]);
  }
}
