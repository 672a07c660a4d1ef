package dev.broadside.core.report.form;

import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.GeneratorFigure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The intervals of a run in InfluxDB's line protocol, version 2: for each a line for the
/// transactions and one for each operation, at the end of the interval. What is not known is left
/// out. Lines have no end.
///
/// ```
/// broadside,job=20261122-1,class=ledger,op=transaction,phase=measure ok=512i,p99_9_ms=3.1,throughput_per_s=512 1700000001000000000
/// ```
///
/// Each declared figure is a field of the transactions' line, by its id; of values that are kept,
/// the mean by the id, and the 99th percentile by the id and `.p99`.
///
/// @param job whose intervals they are; without a start there are no lines
public record InfluxLines(JobSummary job) {
  private static final String MEASUREMENT = "broadside";
  private static final MathContext DIGITS = new MathContext(15);

  public List<String> lines(IntervalDocument interval) {
    return job.at(interval.startMillis() + interval.lengthMillis())
        .map(end -> lines(interval, end))
        .orElse(List.of());
  }

  private List<String> lines(IntervalDocument interval, Instant end) {
    List<String> lines = new ArrayList<>();
    Map<String, String> fields = fields(interval.stats());
    fields.put("threads", interval.threads() + "i");
    fields.put("dropped", interval.stats().dropped() + "i");
    fields.put("interval_s", number(interval.lengthMillis() / 1_000));
    if (!interval.limited().isEmpty()) {
      fields.put("limited", '"' + String.join(" + ", interval.limitedBy()) + '"');
    }
    fields.putAll(figures(interval));
    lines.add(line(interval, "transaction", fields, end));
    interval
        .operations()
        .forEach((name, stats) -> lines.add(line(interval, name, fields(stats), end)));
    return lines;
  }

  private static Map<String, String> fields(StatsDocument stats) {
    Map<String, String> fields = new TreeMap<>();
    fields.put("ok", stats.transactions() + "i");
    fields.put("failed", stats.failed() + "i");
    fields.put("uncertain", stats.uncertain() + "i");
    fields.put("retried", stats.retried() + "i");
    for (Measure one : Measure.in(Measure.Place.LINES)) {
      put(fields, one.column(), stats.of(one));
    }
    return fields;
  }

  private static Map<String, String> figures(IntervalDocument interval) {
    Map<String, String> fields = new TreeMap<>();
    IntervalFigures figures = interval.figures().orElse(IntervalFigures.NONE);
    figures.values().forEach((id, value) -> put(fields, id, value));
    figures
        .distributions()
        .forEach((id, spread) -> {
          put(fields, id, spread.mean());
          put(fields, id + ".p99", spread.p99());
        });
    for (GeneratorFigure one : GeneratorFigure.of(interval.generator())) {
      one.shown(interval.generator()).ifPresent(value -> put(fields, one.figure().id(), value));
    }
    return fields;
  }

  private String line(
      IntervalDocument interval, String operation, Map<String, String> fields, Instant end) {
    return MEASUREMENT
        + tag("job", job.id())
        + tag("class", job.jobClass())
        + tag("op", operation)
        + tag("phase", interval.phase())
        + fields.entrySet().stream()
            .map(field -> escaped(field.getKey()) + '=' + field.getValue())
            .collect(Collectors.joining(",", " ", " "))
        + EpochNanos.of(end);
  }

  /// The protocol has no empty ones.
  private static String tag(String key, String value) {
    String text = escaped(value);
    return text.isEmpty() ? "" : ',' + key + '=' + text;
  }

  /// One line without control characters. A backslash before a comma or a blank would not be one.
  private static String escaped(String text) {
    return PlainText.line(text, Integer.MAX_VALUE)
        .strip()
        .replace('\\', '/')
        .replace(",", "\\,")
        .replace("=", "\\=")
        .replace(" ", "\\ ");
  }

  /// As many digits as a double can tell, and no exponent.
  private static String number(double value) {
    return new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString();
  }

  /// What is not known is left out, and the protocol has no infinity.
  private static void put(Map<String, String> fields, String id, double value) {
    if (Double.isFinite(value)) {
      fields.put(id, number(value));
    }
  }
}
