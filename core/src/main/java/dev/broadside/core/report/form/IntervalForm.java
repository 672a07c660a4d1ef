package dev.broadside.core.report.form;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.work.Figure;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A text form of a run's intervals for other tools. The options of `run` and `job export`, the
/// downloads of the server and the page, and the contract loop over these.
public enum IntervalForm {
  CSV(
      "csv",
      "text/csv; charset=utf-8",
      "CSV",
      "each interval",
      "as CSV",
      """
      One line of titles, then for each interval one for the transactions and one for each \
      operation. Columns keep their order; new ones come behind.\
      """) {
    @Override
    Lines of(JobSummary job, List<Figure> figures, List<Mark> marks) {
      IntervalCsv csv = IntervalCsv.of(job, figures, marks);
      return new Lines(Optional.of(csv.header()), csv::lines);
    }

    @Override
    public Lines of(RunDocument run) {
      IntervalCsv csv = IntervalCsv.ofResult(run.job(), run.figures(), run.marks());
      return new Lines(Optional.of(csv.header()), csv::lines);
    }
  },
  INFLUX(
      "influx",
      "text/plain; charset=utf-8",
      "Influx lines",
      "each interval, for InfluxDB",
      "in InfluxDB's line protocol",
      """
      Measurement `broadside`, with the tags `job`, `class`, `op` and `phase`, at the end of each \
      interval in nanoseconds. None of a job whose load has not begun.\
      """) {
    @Override
    Lines of(JobSummary job, List<Figure> figures, List<Mark> marks) {
      return new Lines(Optional.empty(), new InfluxLines(job)::lines);
    }
  },
  OTLP(
      "otlp",
      "application/x-ndjson",
      "OTLP lines",
      "each interval, for OpenTelemetry",
      "as OpenTelemetry's metrics",
      """
      For each interval one line, which is one `ExportMetricsServiceRequest` of OTLP in JSON: counts \
      as sums of the interval alone, latencies as summaries in milliseconds. None of a job whose \
      load has not begun.\
      """) {
    @Override
    Lines of(JobSummary job, List<Figure> figures, List<Mark> marks) {
      return new Lines(Optional.empty(), new OtlpLines(job, figures)::lines);
    }
  };

  private final String word;
  private final String mediaType;
  private final String label;
  private final String purpose;
  private final String phrase;
  private final String layout;

  IntervalForm(
      String word, String mediaType, String label, String purpose, String phrase, String layout) {
    this.word = word;
    this.mediaType = mediaType;
    this.label = label;
    this.purpose = purpose;
    this.phrase = phrase;
    this.layout = layout;
  }

  /// A run in this form. Lines have no line end.
  ///
  /// @param header the line before all intervals
  public record Lines(Optional<String> header, OfInterval ofInterval) {
    /// The lines of one interval.
    public interface OfInterval {
      List<String> lines(IntervalDocument interval);
    }
  }

  /// The lines of a run that goes on and whose first interval is known.
  ///
  /// @param figures the figures that the first interval declares
  public Lines of(JobSummary job, List<Figure> figures) {
    return of(job, figures, List.of());
  }

  /// The lines of a run whose result is known, or its result so far.
  public Lines of(RunDocument run) {
    return of(run.job(), run.figures().stream().map(FigureDocument::figure).toList(), run.marks());
  }

  abstract Lines of(JobSummary job, List<Figure> figures, List<Mark> marks);

  /// The name in options, and the end of its files' names.
  public String word() {
    return word;
  }

  public String mediaType() {
    return mediaType;
  }

  /// Its name in menus.
  public String label() {
    return label;
  }

  /// What it holds and for whom, a text after the label.
  public String purpose() {
    return purpose;
  }

  /// The text after "the intervals" in a sentence.
  public String phrase() {
    return phrase;
  }

  /// A few sentences about its lines.
  public String layout() {
    return layout;
  }

  /// The intervals of a run in InfluxDB's line protocol, version 2: for each interval a line for
  /// the transactions, and one for each operation, at the end of the interval. Unknown values are
  /// left out. Lines have no line end.
  ///
  /// ```
  /// broadside,job=20261122-1,class=ledger,op=transaction,phase=measure ok=512i,p99_9_ms=3.1,throughput_per_s=512 1700000001000000000
  /// ```
  ///
  /// Each declared figure is a field of the transactions' line, named by its id. Of values that are
  /// kept, the mean is named by the id, and the 99th percentile by the id and `.p99`.
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

    /// The protocol has no empty tags.
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

    /// Unknown values are left out, and the protocol has no infinity.
    private static void put(Map<String, String> fields, String id, double value) {
      if (Double.isFinite(value)) {
        fields.put(id, number(value));
      }
    }
  }
}
