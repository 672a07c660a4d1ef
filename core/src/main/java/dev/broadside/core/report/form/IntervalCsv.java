package dev.broadside.core.report.form;

import dev.broadside.core.figures.CsvLine;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.report.IntervalDocument;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunDocument.JobSummary;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.work.Figure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The intervals of a run as CSV: for each interval a line for the transactions, and one for each
/// operation. Unknown values are empty. Lines have no line end.
///
/// Each declared figure is a column, named by its id, after the fixed columns. The lines of the
/// transactions have amounts, readings, and means of values that are kept.
///
/// @param job whose intervals they are
/// @param figures the ids of the declared figures
/// @param marks the texts of marks by their times, in milliseconds from the start; each stands in
///   the last column of the interval in which it began
/// @param changedMillis when a user first changed the load, after which the plan does not tell the
///   rate; infinite if no user did
public record IntervalCsv(
    JobSummary job,
    List<String> figures,
    NavigableMap<Double, String> marks,
    double changedMillis) {
  private static final List<Measure> MEASURES = Measure.in(Measure.Place.LINES);
  private static final String TRANSACTION = "transaction";

  /// The fixed columns: time and kind of the line, counts, and measures.
  public static final String HEADER =
      Stream.concat(
              Stream.of(
                  "ts_utc,elapsed_s,run_id,step,op,interval_s",
                  Measure.column("asked_rate", "/s"),
                  "active,limited,due,waiting,carried_over,ok,failed,uncertain,retried,dropped"),
              MEASURES.stream().map(Measure::column))
          .collect(Collectors.joining(","));

  /// The form for a run with a result, or a result so far. Once the run has ended, a figure without
  /// a value has no column.
  public static IntervalCsv ofResult(
      JobSummary job, List<FigureDocument> figures, List<Mark> marks) {
    boolean over = !job.endedAt().isEmpty();
    List<Figure> shown =
        figures.stream()
            .filter(figure -> !over || figure.known())
            .map(FigureDocument::figure)
            .toList();
    return of(job, shown, marks);
  }

  /// The form for a run whose first intervals are known.
  public static IntervalCsv of(JobSummary job, List<Figure> figures, List<Mark> marks) {
    return new IntervalCsv(
        job,
        figures.stream().map(Figure::id).toList(),
        marks.stream()
            .filter(mark -> mark.kind() != Mark.Kind.PHASE)
            .collect(
                Collectors.groupingBy(
                    Mark::atMillis,
                    TreeMap::new,
                    Collectors.mapping(
                        mark -> mark.kind().word() + ": " + mark.line(),
                        Collectors.joining("; ")))),
        marks.stream()
            .filter(mark -> mark.kind() == Mark.Kind.CONTROL)
            .mapToDouble(Mark::atMillis)
            .min()
            .orElse(Double.POSITIVE_INFINITY));
  }

  /// The first line.
  public String header() {
    return (figures.isEmpty() ? HEADER : HEADER + ',' + CsvLine.of(figures)) + ",marks";
  }

  public List<String> lines(IntervalDocument interval) {
    List<String> lines = new ArrayList<>();
    IntervalFigures values = interval.figures().orElse(IntervalFigures.NONE);
    lines.add(
        line(
            interval,
            TRANSACTION,
            asked(interval),
            interval.stats(),
            Stream.concat(
                    figures.stream().map(id -> text(id, values, interval.generator())),
                    Stream.of(marks(interval)))
                .toList()));
    List<String> none = Collections.nCopies(figures.size() + 1, "");
    interval
        .operations()
        .forEach((name, stats) -> lines.add(line(interval, name, "", stats, none)));
    return lines;
  }

  private String asked(IntervalDocument interval) {
    double end = interval.startMillis() + interval.lengthMillis();
    return interval
        .askedPerSecond()
        .filter(_ -> end <= changedMillis)
        .map(CsvLine::number)
        .orElse("");
  }

  private static String text(String id, IntervalFigures values, GeneratorSample generator) {
    double own = GeneratorFigure.shown(id, generator);
    return Double.isNaN(own) ? values.text(id) : CsvLine.number(own);
  }

  private String line(
      IntervalDocument interval,
      String operation,
      String asked,
      StatsDocument stats,
      List<String> after) {
    // Operations are not due by themselves, and their repetitions are not counted.
    boolean whole = operation.equals(TRANSACTION);
    double endMillis = interval.startMillis() + interval.lengthMillis();
    List<String> cells = new ArrayList<>();
    cells.add(job.at(endMillis).map(Instant::toString).orElse(""));
    cells.add(CsvLine.number(endMillis / 1_000));
    cells.add(job.id());
    cells.add(interval.phase());
    cells.add(operation);
    cells.add(CsvLine.number(interval.lengthMillis() / 1_000));
    cells.add(asked);
    cells.add("" + interval.threads());
    cells.add(String.join(" + ", interval.limitedBy()));
    cells.add(whole ? "" + stats.due() : "");
    cells.add(whole ? "" + interval.waiting() : "");
    cells.add(whole ? "" + stats.carriedOver() : "");
    cells.add("" + stats.transactions());
    cells.add("" + stats.failed());
    cells.add("" + stats.uncertain());
    cells.add(whole ? "" + stats.retried() : "");
    cells.add(whole ? "" + stats.dropped() : "");
    MEASURES.forEach(one -> cells.add(number(stats.of(one))));
    cells.addAll(after);
    return CsvLine.of(cells);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : CsvLine.number(value);
  }

  private String marks(IntervalDocument interval) {
    double end = interval.startMillis() + interval.lengthMillis();
    return String.join("; ", marks.subMap(interval.startMillis(), end).values());
  }
}
