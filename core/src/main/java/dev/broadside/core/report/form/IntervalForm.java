package dev.broadside.core.report.form;

import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Optional;

/// A form in which other tools take the intervals of a run, as lines of text: options of `run` and
/// `job export`, downloads of the server and the page, and the contract loop over these.
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

  /// A run in this form. Lines have no end.
  ///
  /// @param header what stands before all intervals
  public record Lines(Optional<String> header, OfInterval ofInterval) {
    /// The lines of one interval.
    public interface OfInterval {
      List<String> lines(IntervalDocument interval);
    }
  }

  /// A run that goes on, of which the first interval is known.
  ///
  /// @param figures those that it declares
  public Lines of(JobSummary job, List<Figure> figures) {
    return of(job, figures, List.of());
  }

  /// A run whose result is known, or its result so far.
  public Lines of(RunDocument run) {
    return of(run.job(), run.figures().stream().map(FigureDocument::figure).toList(), run.marks());
  }

  abstract Lines of(JobSummary job, List<Figure> figures, List<Mark> marks);

  /// Names it in options, and ends the names of its files.
  public String word() {
    return word;
  }

  public String mediaType() {
    return mediaType;
  }

  /// What it is called where people choose one.
  public String label() {
    return label;
  }

  /// What it holds and for whom, behind the label.
  public String purpose() {
    return purpose;
  }

  /// What stands behind "the intervals".
  public String phrase() {
    return phrase;
  }

  /// A few sentences on its lines.
  public String layout() {
    return layout;
  }
}
