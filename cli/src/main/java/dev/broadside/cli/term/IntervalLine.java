package dev.broadside.cli.term;

import dev.broadside.core.figures.ConnectionFigure;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import java.util.Locale;

/// One interval in one line, in the manner of sysbench, so that scripts made for its lines need
/// little change.
///
/// ```
/// [ 12s ] thds: 8 tps: 1234.56 qps: 8641.92 (rows r/w: 22222.08/2469.12) lat (ms,95%): 12.34 err/s: 0.00 reconn/s: 0.00
/// ```
///
/// The time is the interval's end; `thds` are load threads with a connection, `qps` counts
/// statements, and `reconn/s` attempts to have another connection. What is unusual comes last, in
/// brackets.
public final class IntervalLine {
  /// An arrival that waits for less is about to begin.
  private static final double LEAST_WAIT_MILLIS = 100;

  private IntervalLine() {}

  public static String of(IntervalDocument interval) {
    StatsDocument stats = interval.stats();
    double seconds = interval.lengthMillis() / 1_000;
    String usual =
        String.format(
            Locale.ROOT,
            "[ %s ] thds: %d tps: %.2f qps: %.2f (rows r/w: %.2f/%.2f)"
                + " lat (ms,95%%): %s err/s: %.2f reconn/s: %.2f",
            NumberText.seconds(interval.startMillis() + interval.lengthMillis()),
            connected(interval),
            stats.throughput(),
            stats.of(Measure.STATEMENTS),
            stats.rowsRead() / seconds,
            stats.rowsWritten() / seconds,
            stats
                .latencyMillis()
                .map(all -> String.format(Locale.ROOT, "%.2f", all.p95()))
                .orElse(NumberText.NONE),
            stats.failed() / seconds,
            value(interval, ConnectionFigure.ATTEMPTS) / seconds);
    return usual + unusual(interval);
  }

  private static long connected(IntervalDocument interval) {
    double lost = value(interval, ConnectionFigure.LOST) / interval.lengthMillis();
    return Math.max(0, interval.threads() - Math.round(lost));
  }

  /// 0 if it is not known, as of a worker that died in the interval.
  private static double value(IntervalDocument interval, Figure figure) {
    return interval.figures().stream()
        .mapToDouble(all -> all.values().getOrDefault(figure.id(), 0.0))
        .findFirst()
        .orElse(0);
  }

  private static String unusual(IntervalDocument interval) {
    StringBuilder text = new StringBuilder();
    if (!interval.measured()) {
      text.append(" [").append(interval.phase()).append(']');
    }
    if (interval.stats().uncertain() > 0) {
      text.append(" [uncertain ").append(interval.stats().uncertain()).append(']');
    }
    if (interval.stats().dropped() > 0) {
      text.append(" [dropped ").append(interval.stats().dropped()).append(']');
    }
    double waitedMillis = GeneratorFigure.OLDEST_WAITING.shown(interval.generator()).orElse(0);
    if (interval.waiting() > 0 && waitedMillis > LEAST_WAIT_MILLIS) {
      text.append(" [waiting ")
          .append(NumberText.count(interval.waiting()))
          .append(", the oldest for ")
          .append(NumberText.seconds(Math.rint(waitedMillis)))
          .append(']');
    }
    if (interval.measured() && interval.stats().waitMillis().isPresent()) {
      long carried = interval.stats().carriedOver();
      text.append(carried > 0 ? " [carried over " + NumberText.count(carried) + "]" : "");
    }
    double ageMillis = GeneratorFigure.OLDEST_IN_FLIGHT.shown(interval.generator()).orElse(0);
    if (ageMillis > interval.lengthMillis()) {
      text.append(" [in flight for ").append(NumberText.seconds(Math.rint(ageMillis))).append(']');
    }
    if (!interval.limited().isEmpty()) {
      text.append(" [limited: ").append(String.join(", ", interval.limitedBy())).append(']');
    }
    if (!interval.missing().isEmpty()) {
      text.append(" [missing ")
          .append(PlainText.line(String.join(", ", interval.missing())))
          .append(']');
    }
    return text.toString();
  }
}
