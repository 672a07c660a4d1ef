package dev.broadside.core.report.form;

import dev.broadside.core.figures.CsvLine;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.IntervalFigures;
import dev.broadside.core.figures.LatencyMillis;
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
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The intervals of a run as CSV: for each a line for the transactions and one for each operation.
/// Columns keep their order; new ones come behind. What is not known is empty. Lines have no end.
///
/// Each declared figure is a column, by its id, behind those that are always there; in the lines of
/// the transactions stand amounts and readings, and the mean of values that are kept.
///
/// @param job whose intervals they are
/// @param figures the ids of the declared figures
/// @param marks what happened, by when, in milliseconds from the start; each stands in the interval
///   in which it began, in the last column
/// @param changedMillis from when on the plan does not tell the rate, since somebody has changed
///   the load; infinite where nobody has
public record IntervalCsv(
    JobSummary job,
    List<String> figures,
    NavigableMap<Double, String> marks,
    double changedMillis) {
  /// The columns that are always there.
  public static final String HEADER =
      "ts_utc,elapsed_s,run_id,step,agent,op,interval_s,target_rate,rate,ok,errors,active,"
          + "mean_us,min_us,p50_us,p90_us,p95_us,p99_us,p999_us,max_us,limited,dropped,"
          + "due,waiting,carried_over";

  private static final String TRANSACTION = "transaction";

  /// Figures of all agents together.
  private static final String ALL_AGENTS = "all";

  /// Of a run whose result is known, or its result so far. Once it has ended, a figure of which
  /// nothing is known in it has no column.
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

  /// Of a run whose first intervals are known.
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
            target(interval),
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

  private String target(IntervalDocument interval) {
    double end = interval.startMillis() + interval.lengthMillis();
    return interval
        .targetPerSecond()
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
      String target,
      StatsDocument stats,
      List<String> behind) {
    Optional<LatencyMillis> latency = stats.latencyMillis();
    // Operations are not due by themselves.
    boolean whole = operation.equals(TRANSACTION);
    List<String> cells =
        new ArrayList<>(
            List.of(
                job.at(interval.startMillis() + interval.lengthMillis())
                    .map(Instant::toString)
                    .orElse(""),
                CsvLine.number((interval.startMillis() + interval.lengthMillis()) / 1_000),
                job.id(),
                interval.phase(),
                ALL_AGENTS,
                operation,
                CsvLine.number(interval.lengthMillis() / 1_000),
                target,
                CsvLine.number(stats.transactionsPerSecond()),
                "" + stats.transactions(),
                "" + (stats.failed() + stats.uncertain()),
                "" + interval.threads(),
                micros(latency, LatencyMillis::mean),
                "",
                micros(latency, LatencyMillis::p50),
                micros(latency, LatencyMillis::p90),
                micros(latency, LatencyMillis::p95),
                micros(latency, LatencyMillis::p99),
                micros(latency, LatencyMillis::p999),
                micros(latency, LatencyMillis::max),
                String.join(" + ", interval.limitedBy()),
                target.isEmpty() && stats.dropped() == 0 ? "" : "" + stats.dropped(),
                whole ? "" + stats.due() : "",
                whole ? "" + interval.waiting() : "",
                whole ? "" + stats.carriedOver() : ""));
    cells.addAll(behind);
    return CsvLine.of(cells);
  }

  private static String micros(
      Optional<LatencyMillis> latency, ToDoubleFunction<LatencyMillis> which) {
    return latency.map(one -> CsvLine.micros(which.applyAsDouble(one))).orElse("");
  }

  private String marks(IntervalDocument interval) {
    double end = interval.startMillis() + interval.lengthMillis();
    return String.join("; ", marks.subMap(interval.startMillis(), end).values());
  }
}
