package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.compare.ChangePoints;
import dev.broadside.core.figures.LatencyMillis;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.load.Counted;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/// All runs of one definition, and where the level of a figure changed.
///
/// @param definition what they are runs of
/// @param runs oldest first
/// @param unreadable ids of runs that are left out, because their results cannot be read
/// @param changes by their first run, oldest first
/// @param chance how probable it may be that a history without any change is said to have one
public record RunHistory(
    String definition,
    List<Run> runs,
    List<String> unreadable,
    List<Change> changes,
    double chance) {
  /// More runs are not looked at.
  public static final int MOST_RUNS = 300;

  private static final double CHANCE = 0.01;
  private static final List<Figure> FIGURES =
      List.of(
          new Figure("throughput", true, Run::transactionsPerSecond),
          new Figure("p50", false, run -> run.p50Millis.orElse(Double.NaN)),
          new Figure("p95", false, run -> run.p95Millis.orElse(Double.NaN)),
          new Figure("p99", false, run -> run.p99Millis.orElse(Double.NaN)));

  private record Figure(String id, boolean moreIsBetter, ToDoubleFunction<Run> value) {}

  /// One run.
  ///
  /// @param delivered how much of the planned load came about, from 0 to 1; empty where it never
  ///   began
  /// @param p50Millis of its transactions; empty where none ended well, as the other percentiles
  /// @param leftOut why no changes are looked for in it, in a few words: it is no valid measurement
  ///   of what was planned, and a change of its figures may be none of the target; empty where they
  ///   are
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Run(
      String id,
      String name,
      String state,
      Optional<Double> delivered,
      String startedAt,
      double transactionsPerSecond,
      OptionalDouble p50Millis,
      OptionalDouble p95Millis,
      OptionalDouble p99Millis,
      GeneratorVerdict.Verdict generator,
      AuditDocument.Verdict audit,
      String leftOut) {
    /// Whether changes are looked for in it.
    public boolean counted() {
      return leftOut.isEmpty();
    }

    static Run of(RunDocument run) {
      StatsDocument stats = run.summary();
      return new Run(
          run.job().id(),
          run.job().name(),
          run.job().state(),
          run.delivery().map(Delivery::share),
          run.job().startedAt(),
          stats.transactionsPerSecond(),
          millis(stats, LatencyMillis::p50),
          millis(stats, LatencyMillis::p95),
          millis(stats, LatencyMillis::p99),
          run.generator().verdict(),
          run.audit().verdict(),
          run.doubt().isEmpty() && stats.transactions() == 0 ? "nothing ended well" : run.doubt());
    }

    private static OptionalDouble millis(
        StatsDocument stats, ToDoubleFunction<LatencyMillis> which) {
      return stats.latencyMillis().stream().mapToDouble(which).findFirst();
    }
  }

  /// A figure's level changed.
  ///
  /// @param figure `throughput`, `p50`, `p95` or `p99`
  /// @param from the mean of the runs since the change before it
  /// @param to the mean of the runs until the change after it
  /// @param percent how much more, in percent of what it was
  /// @param better whether it changed for the better
  /// @param confidence 1 less how often chance makes a change like it
  /// @param lastRun the last run before it
  /// @param firstRun the first run after it
  /// @param at when that one began
  /// @param differences what those two had configured differently
  public record Change(
      String figure,
      double from,
      double to,
      double percent,
      boolean better,
      double confidence,
      String lastRun,
      String firstRun,
      String at,
      List<Setup.Difference> differences) {
    public Change {
      differences = List.copyOf(differences);
    }

    /// `throughput -7.2 % since RUN (confidence 99.90 %)`.
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "%s %+.1f %% since %s (confidence %.2f %%)",
          figure,
          percent,
          firstRun,
          100 * confidence);
    }
  }

  public RunHistory {
    runs = List.copyOf(runs);
    unreadable = List.copyOf(unreadable);
    changes = List.copyOf(changes);
  }

  /// Looks for changes in runs that began, oldest first; the same runs have the same changes.
  ///
  /// @param unreadable ids of those without a document that can be read
  public static RunHistory of(
      String definition, List<RunDocument> documents, List<String> unreadable) {
    List<Run> runs = documents.stream().map(Run::of).toList();
    List<RunDocument> counted = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).counted()) {
        counted.add(documents.get(i));
      }
    }
    List<Change> changes = new ArrayList<>();
    FIGURES.forEach(figure -> changes.addAll(changes(figure, counted)));
    changes.sort(Comparator.comparing(Change::at));
    return new RunHistory(definition, runs, unreadable, changes, CHANCE);
  }

  private static List<Change> changes(Figure figure, List<RunDocument> runs) {
    double[] series = runs.stream().map(Run::of).mapToDouble(figure.value).toArray();
    double level = CHANCE / FIGURES.size();
    List<ChangePoints.Found> found =
        ChangePoints.of(series, level, new SplittableRandom(figure.id.hashCode()));
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      int place = found.get(i).place();
      double before = mean(series, i == 0 ? 0 : found.get(i - 1).place(), place);
      int next = i + 1 < found.size() ? found.get(i + 1).place() : series.length;
      double after = mean(series, place, next);
      RunDocument last = runs.get(place - 1);
      RunDocument first = runs.get(place);
      changes.add(
          new Change(
              figure.id,
              Rounding.thousandths(before),
              Rounding.thousandths(after),
              before > 0 ? Rounding.thousandths(100 * (after - before) / before) : 0,
              after > before == figure.moreIsBetter,
              1 - found.get(i).chance(),
              last.job().id(),
              first.job().id(),
              first.job().startedAt(),
              Setup.differences(last, first, true)));
    }
    return changes;
  }

  private static double mean(double[] series, int from, int to) {
    return Arrays.stream(series, from, to).average().orElse(0);
  }

  /// The changes that one without the newest run has not: those to be told when it ends. A change
  /// is the same one when more runs move it by one or two.
  ///
  /// @param before the history without the newest run
  public List<Change> since(RunHistory before) {
    return changes.stream()
        .filter(change ->
            before.changes.stream()
                .noneMatch(known ->
                    known.figure.equals(change.figure)
                        && Math.abs(place(known.firstRun) - place(change.firstRun)) <= 2))
        .toList();
  }

  /// What is said of those that are left out; empty where none is.
  public String leftOut() {
    int count = unreadable.size();
    return count == 0
        ? ""
        : Counted.of(count, "run")
            + (count == 1 ? " is left out: its result" : " are left out: their results")
            + " cannot be read by this version";
  }

  private int place(String run) {
    return runs.stream().map(Run::id).toList().indexOf(run);
  }
}
