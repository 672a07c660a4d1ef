package dev.broadside.core.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// Two studies, or two runs, side by side: how much more or less the second gave, step by step and
/// at the peak, and what else differs between them.
///
/// @param a the study that is compared against
/// @param b the study whose differences are shown
/// @param points one for each number of threads in either, ascending
/// @param peaks the best step of each
/// @param differences what was set up differently
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyComparison(
    StudyDocument.Head a,
    StudyDocument.Head b,
    List<Point> points,
    Point peaks,
    List<Difference> differences) {

  /// One step of both, or of one of them.
  ///
  /// @param a the first study's; empty where it has no such step
  /// @param b the second study's
  /// @param throughputPercent how much more the second did per second, in percent of the first
  /// @param meanPercent how much longer its transactions took on average
  /// @param p95Percent how much higher its 95th percentile is
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record Point(
      Optional<StudyTable.Row> a,
      Optional<StudyTable.Row> b,
      Optional<Double> throughputPercent,
      Optional<Double> meanPercent,
      Optional<Double> p95Percent) {

    static Point of(Optional<StudyTable.Row> a, Optional<StudyTable.Row> b) {
      return new Point(
          a,
          b,
          both(a, b, StudyTable.Row::transactionsPerSecond),
          both(a, b, row -> row.latencyMillis().mean()),
          both(a, b, row -> row.latencyMillis().p95()));
    }

    private static Optional<Double> both(
        Optional<StudyTable.Row> a,
        Optional<StudyTable.Row> b,
        java.util.function.ToDoubleFunction<StudyTable.Row> figure) {
      return a.flatMap(
          one -> b.flatMap(two -> percent(figure.applyAsDouble(one), figure.applyAsDouble(two))));
    }

    private static Optional<Double> percent(double from, double to) {
      return from > 0
          ? Optional.of(Rounding.thousandths(100 * (to - from) / from))
          : Optional.empty();
    }
  }

  /// Something that was set up differently.
  ///
  /// @param what such as `parameter scale`, `driver.version`
  /// @param a as the first had it; empty where it had none
  /// @param b as the second had it
  public record Difference(String what, String a, String b) {}

  public StudyComparison {
    points = List.copyOf(points);
    differences = List.copyOf(differences);
  }

  /// Sets the second study against the first. Two single runs are set against each other whatever
  /// their threads.
  public static StudyComparison of(StudyDocument a, StudyDocument b) {
    StudyTable one = StudyTable.of(a);
    StudyTable two = StudyTable.of(b);
    return new StudyComparison(
        a.study(),
        b.study(),
        points(one, two),
        Point.of(one.peak(), two.peak()),
        differences(a, b));
  }

  private static List<Point> points(StudyTable a, StudyTable b) {
    if (a.rows().size() == 1 && b.rows().size() == 1) {
      return List.of(Point.of(a.peak(), b.peak()));
    }
    TreeSet<Integer> threads = new TreeSet<>();
    a.rows().forEach(row -> threads.add(row.threads()));
    b.rows().forEach(row -> threads.add(row.threads()));
    return threads.stream().map(n -> Point.of(a.row(n), b.row(n))).toList();
  }

  /// Looks at the first step of each: what a study does not vary is the same in all of its steps.
  private static List<Difference> differences(StudyDocument a, StudyDocument b) {
    if (a.steps().isEmpty() || b.steps().isEmpty()) {
      return List.of();
    }
    Map<String, String> mine = Setup.of(a.steps().getFirst().run());
    Map<String, String> theirs = Setup.of(b.steps().getFirst().run());
    TreeMap<String, String> all = new TreeMap<>(mine);
    all.putAll(theirs);
    List<Difference> differences = new ArrayList<>();
    for (String what : all.keySet()) {
      String left = mine.getOrDefault(what, "");
      String right = theirs.getOrDefault(what, "");
      if (!left.equals(right)) {
        differences.add(new Difference(what, left, right));
      }
    }
    return differences;
  }
}
