package dev.broadside.core.report.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.compare.FigureDifference;
import dev.broadside.core.compare.Sample;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.figures.Rounding;
import dev.broadside.core.report.Setup;
import dev.broadside.core.study.StudyAxis;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.GeneratorVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Two studies, or two runs, side by side: how much more or less the second gave, step by step and
/// at the peak, how sure that is, and what else differs between them. Several runs at the same
/// point are repeats of one step.
///
/// @param a the study that is compared against
/// @param b the study whose differences are shown
/// @param points one for each point of either study, in the order of the axes
/// @param peaks the best step of each
/// @param differences differences between the two setups
/// @param confidence how probable it is that all intervals in `figures` hold the true differences
/// @param warnings reasons why some differences may not come from the target, each in one sentence
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyComparison(
    StudyDocument.Head a,
    StudyDocument.Head b,
    List<Point> points,
    Point peaks,
    List<Setup.Difference> differences,
    double confidence,
    List<String> warnings) {
  private static final List<Measure> COMPARED = Measure.in(Measure.Place.COMPARISON);
  private static final String ONE_RUN =
      "Each side is one run: what differs from run to run of the same job is not in the intervals;"
          + " repeat both, and compare A1,A2,A3 with B1,B2,B3.";

  private static final String TOO_LITTLE =
      "Too little was measured for an interval: a side needs 20 intervals, or two runs.";

  private static final String NO_DISTRIBUTIONS =
      "Percentiles have no intervals, for a document has no distributions of its intervals: jobs"
          + " and studies that are compared at their server have them.";

  /// The steps of both studies at one point; one of them may be missing.
  ///
  /// @param a the first study's step; empty if it has none there
  /// @param b the second study's
  /// @param percents how much more of each measure the second has, in percent of the first, by id
  /// @param figures each figure's difference with its interval; empty if the records of a run are
  ///   missing
  /// @param database what the databases of both did, and the price of a million transactions, as
  ///   far as they are known of both; without intervals, for others than the load may have had a
  ///   part in it
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Point(
      Optional<StudyTable.Row> a,
      Optional<StudyTable.Row> b,
      Map<String, Double> percents,
      List<FigureDifference> figures,
      List<DatabaseDifference> database) {
    public Point {
      figures = List.copyOf(figures);
      database = List.copyOf(database);
    }

    /// What a database did on both sides.
    ///
    /// @param a the first side's number, the mean of its repeats
    /// @param b the second side's
    /// @param percent how much higher the second is; empty if the first is 0
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record DatabaseDifference(
        StudyColumn column, double a, double b, Optional<Double> percent) {
      private static Optional<DatabaseDifference> of(
          StudyColumn column, List<StudyTable.Row> a, List<StudyTable.Row> b) {
        OptionalDouble from = mean(column, a);
        OptionalDouble to = mean(column, b);
        return from.isEmpty() || to.isEmpty() || from.getAsDouble() + to.getAsDouble() == 0
            ? Optional.empty()
            : Optional.of(
                new DatabaseDifference(
                    column,
                    from.getAsDouble(),
                    to.getAsDouble(),
                    Point.percent(from.getAsDouble(), to.getAsDouble())));
      }

      private static OptionalDouble mean(StudyColumn column, List<StudyTable.Row> rows) {
        return rows.stream().flatMapToDouble(row -> row.number(column).stream()).average().stream()
            .map(Rounding::micros)
            .findFirst();
      }
    }

    static Point of(
        List<StudyTable.Row> allOfA, List<StudyTable.Row> allOfB, List<FigureDifference> figures) {
      Optional<StudyTable.Row> a = allOfA.stream().findFirst();
      Optional<StudyTable.Row> b = allOfB.stream().findFirst();
      Map<String, Double> percents = new LinkedHashMap<>();
      for (Measure one : COMPARED) {
        figures.stream()
            .filter(figure -> figure.figure().equals(one.id()))
            .map(FigureDifference::percent)
            .findFirst()
            .or(() -> a.flatMap(from -> b.flatMap(to -> percent(from.of(one), to.of(one)))))
            .ifPresent(percent -> percents.put(one.id(), percent));
      }
      List<DatabaseDifference> database =
          StudyColumn.besides().stream()
              .flatMap(column -> DatabaseDifference.of(column, allOfA, allOfB).stream())
              .toList();
      return new Point(a, b, percents, figures, database);
    }

    /// By how many percent a measure of the second is higher; empty if one of them has no value.
    public Optional<Double> percent(Measure measure) {
      return Optional.ofNullable(percents.get(measure.id()));
    }

    private static Optional<Double> percent(double from, double to) {
      return from > 0 && Double.isFinite(to)
          ? Optional.of(Rounding.thousandths(100 * (to - from) / from))
          : Optional.empty();
    }
  }

  public StudyComparison {
    points = List.copyOf(points);
    differences = List.copyOf(differences);
    warnings = List.copyOf(warnings);
  }

  /// The measured intervals of runs, by the run's id.
  public interface Samples extends Function<String, Optional<Sample>> {
    /// Whether they come from documents, which have no distributions of their intervals.
    default boolean ofDocuments() {
      return false;
    }
  }

  /// Compares the second study with the first, without intervals around the differences.
  public static StudyComparison of(StudyDocument a, StudyDocument b) {
    return of(a, b, _ -> Optional.empty(), 1, new SplittableRandom(0));
  }

  /// Compares the second study with the first. Two that have one step each are compared even if
  /// their threads differ.
  ///
  /// @param together how many such comparisons are read together: the more, the wider are the
  ///   intervals, so that all of them hold with [#confidence]
  public static StudyComparison of(
      StudyDocument a, StudyDocument b, Samples samples, int together, RandomGenerator random) {
    StudyTable one = StudyTable.of(a);
    StudyTable two = StudyTable.of(b);
    List<Point> points = points(one, two, samples, together, random);
    boolean study = points.size() > 1;
    return new StudyComparison(
        a.study(),
        b.study(),
        points,
        study
            ? Point.of(one.peak().stream().toList(), two.peak().stream().toList(), List.of())
            : points.getFirst(),
        a.steps().isEmpty() || b.steps().isEmpty()
            ? List.of()
            : Setup.differences(a.steps().getFirst().run(), b.steps().getFirst().run(), !study),
        FigureDifference.CONFIDENCE,
        warnings(one, two, points, samples.ofDocuments()));
  }

  /// Whether any figure is shown to be worse.
  public boolean worse() {
    return points.stream()
        .flatMap(point -> point.figures().stream())
        .anyMatch(one -> one.verdict() == FigureDifference.Verdict.WORSE);
  }

  private static List<Point> points(
      StudyTable a, StudyTable b, Samples samples, int together, RandomGenerator random) {
    Map<Map<String, String>, List<StudyTable.Row>> mine = byPlace(a);
    Map<Map<String, String>, List<StudyTable.Row>> theirs = byPlace(b);
    if (mine.size() <= 1 && theirs.size() <= 1) {
      return List.of(point(a.rows(), b.rows(), samples, together, random));
    }
    int both = (int) mine.keySet().stream().filter(theirs::containsKey).count();
    return Stream.concat(mine.keySet().stream(), theirs.keySet().stream())
        .distinct()
        .sorted(Comparator.comparingInt(StudyComparison::threads))
        .map(point ->
            point(
                mine.getOrDefault(point, List.of()),
                theirs.getOrDefault(point, List.of()),
                samples,
                together * both,
                random))
        .toList();
  }

  /// The rows of each point, repeats together, in the order of the table.
  private static Map<Map<String, String>, List<StudyTable.Row>> byPlace(StudyTable table) {
    return table.rows().stream()
        .collect(
            Collectors.groupingBy(
                row -> row.point().at(), LinkedHashMap::new, Collectors.toList()));
  }

  /// The number of threads if that is the only axis. Otherwise all points count the same, and keep
  /// the order of their tables.
  private static int threads(Map<String, String> point) {
    return point.keySet().equals(Set.of(StudyAxis.THREADS))
        ? Integer.parseInt(point.get(StudyAxis.THREADS))
        : 0;
  }

  private static Point point(
      List<StudyTable.Row> a,
      List<StudyTable.Row> b,
      Samples samples,
      int together,
      RandomGenerator random) {
    Optional<List<Sample>> one = samples(a, b.isEmpty() ? _ -> Optional.empty() : samples);
    Optional<List<Sample>> two = one.flatMap(_ -> samples(b, samples));
    List<FigureDifference> figures =
        two.map(other -> FigureDifference.between(one.orElseThrow(), other, together, random))
            .orElse(List.of());
    return Point.of(
        a,
        b,
        !figures.isEmpty() && samples.ofDocuments() && a.size() + b.size() == 2
            ? withPercentiles(figures, a.getFirst(), b.getFirst())
            : figures);
  }

  /// Adds the percentiles, which documents have only for whole runs.
  private static List<FigureDifference> withPercentiles(
      List<FigureDifference> figures, StudyTable.Row a, StudyTable.Row b) {
    Set<String> known = figures.stream().map(FigureDifference::figure).collect(Collectors.toSet());
    Stream<FigureDifference> others =
        COMPARED.stream()
            .filter(one -> !known.contains(one.id()) && a.of(one) > 0 && b.of(one) > 0)
            .map(one -> FigureDifference.told(one.id(), a.of(one), b.of(one)));
    return Stream.concat(figures.stream(), others).toList();
  }

  /// The samples of all rows; empty if there are no rows, or one sample is missing.
  private static Optional<List<Sample>> samples(List<StudyTable.Row> rows, Samples samples) {
    List<Sample> found = rows.stream().flatMap(row -> samples.apply(row.runId()).stream()).toList();
    return found.isEmpty() || found.size() < rows.size() ? Optional.empty() : Optional.of(found);
  }

  private static List<String> warnings(
      StudyTable a, StudyTable b, List<Point> points, boolean ofDocuments) {
    List<String> warnings = new ArrayList<>();
    List<String> both =
        a.rows().stream().map(StudyTable.Row::runId).filter(runs(b)::contains).toList();
    if (!both.isEmpty()) {
      warnings.add(
          "Both sides have "
              + named(both)
              + ": they are not independent, and intervals take them to be.");
    }
    warn(warnings, "A", a);
    warn(warnings, "B", b);
    boolean resampled = points.stream().anyMatch(point -> !point.figures().isEmpty());
    if (resampled && a.rows().size() + b.rows().size() == 2) {
      warnings.add(ONE_RUN);
    }
    if (resampled && ofDocuments) {
      warnings.add(NO_DISTRIBUTIONS);
    }
    if (points.stream().anyMatch(StudyComparison::tooLittle)) {
      warnings.add(TOO_LITTLE);
    }
    return warnings;
  }

  private static boolean tooLittle(Point point) {
    return point.figures().stream()
        .anyMatch(one -> one.figure().equals("throughput") && one.low().isEmpty());
  }

  private static void warn(List<String> warnings, String side, StudyTable table) {
    Map<String, List<String>> runs = new LinkedHashMap<>();
    for (StudyTable.Row row : table.rows()) {
      for (String doubt : doubts(row)) {
        runs.computeIfAbsent(doubt, _ -> new ArrayList<>()).add(row.runId());
      }
    }
    runs.forEach((doubt, ids) -> warnings.add(side + ", " + named(ids) + doubt));
  }

  private static Set<String> runs(StudyTable table) {
    return table.rows().stream().map(StudyTable.Row::runId).collect(Collectors.toSet());
  }

  private static String named(List<String> ids) {
    return (ids.size() > 1 ? "runs " : "run ") + String.join(", ", ids);
  }

  private static List<String> doubts(StudyTable.Row row) {
    List<String> doubts = new ArrayList<>();
    if (row.trust().generator() == GeneratorVerdict.Verdict.LIMITED) {
      doubts.add(": the load generator was limited, so a difference may be its own.");
    }
    if (row.trust().audit() != AuditDocument.Verdict.BALANCED) {
      doubts.add(
          ": the audit is " + row.trust().audit() + ", so the figures may not all be there.");
    }
    if (!row.state().equals("completed")) {
      doubts.add(": the state is " + row.state() + ", so the load was not that of the plan.");
    }
    return doubts;
  }
}
