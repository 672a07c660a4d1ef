package dev.broadside.core.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.scaling.KneeSearch;
import dev.broadside.core.scaling.Trial;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/// What a study measures: every point on its axes, or a search for the knee at each point.
///
/// @param axes what differs between points, the slowest first; none if one job is only repeated
/// @param repeats how often each point is measured
/// @param settleMillis the pause between two steps
/// @param knee the search at each point, if any
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyPlan(
    List<StudyAxis> axes,
    StudyOrder order,
    int repeats,
    long settleMillis,
    Optional<KneePlan> knee) {
  /// The most steps of a study.
  public static final int MAX_STEPS = 200;

  public static final int MAX_REPEATS = 100;

  public StudyPlan {
    axes = List.copyOf(axes);
    if (axes.stream().map(StudyAxis::name).distinct().count() < axes.size()) {
      throw new IllegalArgumentException("a study has an axis twice");
    }
    if (repeats < 1 || repeats > MAX_REPEATS) {
      throw new IllegalArgumentException("a study has 1 to " + MAX_REPEATS + " repeats");
    }
  }

  /// How many steps it has; for a search for the knee, the fewest that it may need.
  public long size() {
    return axes.stream().mapToLong(axis -> axis.values().size()).reduce(repeats, (a, b) -> a * b);
  }

  /// Whether it has more than one step.
  public boolean several() {
    return size() > 1 || knee.isPresent();
  }

  /// Whether only the number of threads differs between steps.
  public boolean ladder() {
    return repeats == 1
        && knee.isEmpty()
        && axes.size() == 1
        && axes.getFirst().name().equals(StudyAxis.THREADS);
  }

  /// The names of what differs between steps.
  public List<String> names() {
    return Stream.concat(axes.stream().map(StudyAxis::name), knee.stream().map(_ -> StudyAxis.RATE))
        .toList();
  }

  /// What differs between steps, for people: `threads`, `rate, scale`.
  public String along() {
    return names().isEmpty() ? "repeats" : String.join(", ", names());
  }

  /// The position of a value on its axis: the number itself, or its index among the values if it is
  /// not a number.
  public double position(String axis, String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException _) {
      return axes.stream()
          .filter(one -> one.name().equals(axis))
          .mapToDouble(one -> one.values().indexOf(value))
          .findFirst()
          .orElse(0);
    }
  }

  /// The steps that are known before anything is measured: all of them, but none of a search.
  ///
  /// @param seed for the random order
  public List<StudyPoint> planned(long seed) {
    if (knee.isPresent()) {
      return List.of();
    }
    Random random = new Random(seed);
    List<StudyPoint> planned = new ArrayList<>();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      List<StudyPoint> round = new ArrayList<>(points());
      if (order == StudyOrder.RANDOMISED) {
        Collections.shuffle(round, random);
      }
      for (StudyPoint point : round) {
        planned.add(point.again(repeat));
      }
    }
    if (order == StudyOrder.GIVEN) {
      List<StudyPoint> points = points();
      planned.sort(Comparator.comparingInt(point -> points.indexOf(point.again(1))));
    }
    return List.copyOf(planned);
  }

  /// Every point that it measures; for searches, the points at which they run.
  public List<StudyPoint> points() {
    List<StudyPoint> points = List.of(new StudyPoint(Map.of(), 1));
    for (StudyAxis axis : axes) {
      points =
          points.stream()
              .flatMap(point -> axis.values().stream().map(value -> point.and(axis.name(), value)))
              .toList();
    }
    return points;
  }

  /// A finished step of a search.
  public record Measured(StudyPoint point, Trial.Verdict verdict) {}

  /// The next step of the searches. It is at the point with the fewest steps whose search has not
  /// ended, so that several systems are measured in turns.
  ///
  /// @return empty if all searches have ended, or if there are none
  public Optional<StudyPoint> next(List<Measured> soFar) {
    return searches(soFar).stream()
        .sorted(Comparator.comparingInt(search -> search.trials().size()))
        .flatMap(search -> search.next().stream().map(search::at))
        .findFirst();
  }

  /// The searches for the knee, one at each point.
  public List<Search> searches(List<Measured> soFar) {
    return knee.stream()
        .flatMap(wanted ->
            points().stream()
                .map(point ->
                    new Search(point, new KneeSearch(wanted, repeats), trials(point, soFar))))
        .toList();
  }

  /// A search at one point.
  public record Search(StudyPoint point, KneeSearch search, List<Trial> trials) {
    Optional<Double> next() {
      return search.next(trials);
    }

    private StudyPoint at(double rate) {
      long before = trials.stream().filter(trial -> trial.rate() == rate).count();
      return point.and(StudyAxis.RATE, text(rate)).again((int) before + 1);
    }
  }

  private static String text(double rate) {
    return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString();
  }

  private static List<Trial> trials(StudyPoint at, List<Measured> soFar) {
    return soFar.stream()
        .filter(one -> one.point().at().entrySet().containsAll(at.at().entrySet()))
        .map(one ->
            new Trial(Double.parseDouble(one.point().at().get(StudyAxis.RATE)), one.verdict()))
        .toList();
  }
}
