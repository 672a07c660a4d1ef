package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.compare.ChangePoints;
import dev.broadside.core.drift.DriftWatch;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.load.Counted;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.RunDocument.Trust;
import dev.broadside.core.report.Setup;
import dev.broadside.core.report.StatsDocument;
import dev.broadside.core.verdict.Delivery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All runs of one definition, and when the level of a figure changed.
///
/// @param definition the name that the runs share
/// @param runs oldest first
/// @param columns what the runs have besides the measures of every history
/// @param unreadable ids of runs that are left out, because their results cannot be read
/// @param changes by their first run, oldest first
/// @param chance how probable it may be that a history without any change is said to have one
public record RunHistory(
    String definition,
    List<Run> runs,
    List<StudyColumn> columns,
    List<String> unreadable,
    List<Change> changes,
    double chance) {
  /// Older runs than these are left out.
  public static final int MOST_RUNS = 300;

  /// Changes are looked for in so many figures that users ask for.
  private static final int MOST_ASKED = 6;

  private static final double CHANCE = 0.01;
  private static final List<Measure> MEASURES = Measure.in(Measure.Place.HISTORY);

  /// One run.
  ///
  /// @param delivered how much of the planned load came about, from 0 to 1; empty if it never began
  /// @param measures the numbers of measures and of the history's columns, by id; without latencies
  ///   if nothing ended well
  /// @param leftOut why the search for changes leaves the run out, in a few words; empty if it does
  ///   not. Such a run is no valid measurement, so a difference need not come from the target
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Run(
      String id,
      String name,
      String state,
      Optional<Double> delivered,
      String startedAt,
      Map<String, Double> measures,
      @JsonUnwrapped Trust trust,
      String leftOut) {
    /// Whether changes are looked for in this run.
    public boolean counted() {
      return leftOut.isEmpty();
    }

    static Run of(RunDocument run, List<StudyColumn> columns) {
      StatsDocument stats = run.summary();
      return new Run(
          run.job().id(),
          run.job().name(),
          run.job().state(),
          run.delivery().map(Delivery::share),
          run.job().startedAt(),
          measures(run, columns),
          Trust.of(run),
          run.doubt().isEmpty() && stats.transactions() == 0 ? "nothing ended well" : run.doubt());
    }

    private static Map<String, Double> measures(RunDocument run, List<StudyColumn> columns) {
      Map<String, Double> measures = new LinkedHashMap<>();
      for (Measure one : MEASURES) {
        double value = run.summary().of(one);
        if (!Double.isNaN(value)) {
          measures.put(one.id(), value);
        }
      }
      Map<String, Double> all = columns.isEmpty() ? Map.of() : StudyColumn.numbers(run);
      columns.stream()
          .map(StudyColumn::id)
          .filter(all::containsKey)
          .forEach(id -> measures.put(id, all.get(id)));
      return measures;
    }

    /// The number of a measure or a column; not a number if the run has none.
    public double of(String id) {
      return measures.getOrDefault(id, Double.NaN);
    }
  }

  /// A change of a figure's level.
  ///
  /// @param figure the id of the measure or column
  /// @param confidence 1 minus the probability that chance makes such a change
  /// @param lastRun the last run before the change
  /// @param firstRun the first run after the change
  /// @param at when the first run after the change began
  /// @param differences what those two runs had configured differently
  public record Change(
      String figure,
      @JsonUnwrapped Levels levels,
      double confidence,
      String lastRun,
      String firstRun,
      String at,
      List<Setup.Difference> differences) {
    public Change {
      differences = List.copyOf(differences);
    }

    /// A figure before and after a change.
    ///
    /// @param from the mean of the runs since the previous change
    /// @param to the mean of the runs until the next change
    /// @param percent by how many percent the level has risen
    /// @param better whether the level changed for the better
    public record Levels(double from, double to, double percent, boolean better) {
      private static Levels of(Measure.Better better, double before, double after) {
        return new Levels(
            Rounding.thousandths(before),
            Rounding.thousandths(after),
            before > 0 ? Rounding.thousandths(100 * (after - before) / before) : 0,
            !better.worse(after - before));
      }
    }

    /// `throughput -7.2 % since RUN (confidence 99.90 %)`.
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "%s %+.1f %% since %s (confidence %.2f %%)",
          figure,
          levels.percent,
          firstRun,
          100 * confidence);
    }
  }

  public RunHistory {
    runs = List.copyOf(runs);
    columns = List.copyOf(columns);
    unreadable = List.copyOf(unreadable);
    changes = List.copyOf(changes);
  }

  /// Looks for changes in runs that began, oldest first; the same runs have the same changes.
  ///
  /// @param columns what the runs have besides the measures of every history
  /// @param unreadable ids of runs whose documents cannot be read
  public static RunHistory of(
      String definition, List<RunDocument> documents, List<String> unreadable) {
    Set<String> asked = asked(documents);
    List<StudyColumn> columns = StudyColumn.ofHistory(documents, asked);
    List<Run> runs = documents.stream().map(run -> Run.of(run, columns)).toList();
    Map<Run, RunDocument> counted = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      if (runs.get(i).counted()) {
        counted.put(runs.get(i), documents.get(i));
      }
    }
    Set<String> examined = MEASURES.stream().map(Measure::id).collect(toCollection());
    columns.stream().map(StudyColumn::id).filter(asked::contains).forEach(examined::add);
    List<Change> changes = new ArrayList<>();
    examined.forEach(id -> changes.addAll(changes(id, CHANCE / examined.size(), counted)));
    changes.sort(Comparator.comparing(Change::at));
    return new RunHistory(definition, runs, columns, unreadable, changes, CHANCE);
  }

  /// The figures of thresholds and of the check for drift that users named, in the newest runs.
  private static Set<String> asked(List<RunDocument> documents) {
    return documents.reversed().stream()
        .flatMap(run ->
            Stream.concat(
                run.thresholds().stream()
                    .flatMap(all -> all.each().stream())
                    .map(one -> one.asked().subject()),
                run.drift().stream()
                    .flatMap(all -> all.figures().stream())
                    .map(one -> one.subject().figure())
                    .filter(id -> !DriftWatch.usual().contains(id))))
        .filter(id -> MEASURES.stream().noneMatch(one -> one.id().equals(id)))
        .distinct()
        .limit(MOST_ASKED)
        .collect(toCollection());
  }

  private static Collector<String, ?, Set<String>> toCollection() {
    return Collectors.toCollection(LinkedHashSet::new);
  }

  /// @param level how probable a false change may be
  /// @param runs those that count, oldest first
  private static List<Change> changes(String id, double level, Map<Run, RunDocument> runs) {
    List<RunDocument> known = new ArrayList<>();
    runs.forEach((run, document) -> {
      if (!Double.isNaN(run.of(id))) {
        known.add(document);
      }
    });
    double[] series =
        runs.keySet().stream()
            .mapToDouble(run -> run.of(id))
            .filter(one -> !Double.isNaN(one))
            .toArray();
    List<ChangePoints.Found> found =
        ChangePoints.of(series, level, new SplittableRandom(id.hashCode()));
    // It is not known which way is better for a figure that is no measure.
    Measure.Better better = Measure.of(id).map(Measure::better).orElse(Measure.Better.NEITHER);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      int place = found.get(i).place();
      double before = mean(series, i == 0 ? 0 : found.get(i - 1).place(), place);
      int next = i + 1 < found.size() ? found.get(i + 1).place() : series.length;
      double after = mean(series, place, next);
      RunDocument last = known.get(place - 1);
      RunDocument first = known.get(place);
      changes.add(
          new Change(
              id,
              Change.Levels.of(better, before, after),
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

  /// The changes that the history without the newest run does not have: users are notified of these
  /// when the run ends. More runs may move a change by one or two runs; it is the same change then.
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

  /// A sentence on the runs that are left out; empty if there are none.
  public String leftOut() {
    int count = unreadable.size();
    return count == 0
        ? ""
        : Counted.of(count, "run")
            + (count == 1 ? " is left out: its result" : " are left out: their results")
            + " cannot be read by this version";
  }

  /// The unit of a measure or a column.
  public String unit(String id) {
    return columns.stream()
        .filter(one -> one.id().equals(id))
        .findFirst()
        .map(StudyColumn::unit)
        .or(() -> Measure.of(id).map(Measure::unit))
        .orElse("");
  }

  private int place(String run) {
    return runs.stream().map(Run::id).toList().indexOf(run);
  }
}
