package dev.broadside.core.drift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What a series does: whether it steps, and whether it rises or falls besides. Pure.
///
/// Steps come first, since a straight line through a step is a slope that nobody would find again.
/// One is taken for a step where it is surer than [#STEP_Z] and explains the series better than a
/// straight line does; it is taken away, and what is left is looked at again. The slope is that of
/// what is left at the end, on all sides of the steps. Both thresholds are chosen by what they cost
/// in false alarms and finds: see docs/soak.md.
///
/// @param steps in the order of time
/// @param slope of what is left without them
/// @param level the median of all
/// @param before the median without the steps: the level before the first of them
/// @param sure whether there is a slope
record DriftJudgement(
    List<StepChange> steps, Trend slope, double level, double before, boolean sure) {
  /// How sure a slope has to be: 1 in two thousand by chance, were it the only test.
  private static final double SLOPE_Z = 3.5;

  /// The same where only places whole cycles apart are compared: of these there are fewer, and what
  /// comes about by chance is less.
  private static final double CYCLIC_SLOPE_Z = 2.6;

  /// A step is looked for at every place, and is found by chance at one of them much more often.
  private static final double STEP_Z = 6;

  /// By how much a step has to explain a series better than a line, which needs one number less.
  private static final double BETTER = 0.97;

  private static final int MOST_STEPS = 3;
  private static final Trend FLAT = new Trend(0, 0, 0, 0);

  /// @param smallest the smallest change that is told, however sure
  static DriftJudgement of(Cyclic series, DriftFigure.Least smallest) {
    double level = Cyclic.median(series.values());
    if (Arrays.stream(series.values()).allMatch(value -> value == level || Double.isNaN(value))) {
      return new DriftJudgement(List.of(), FLAT, level, level, false);
    }
    double least = smallest.change(level);
    List<StepChange> steps = new ArrayList<>();
    Cyclic left = series;
    Trend slope = Trend.of(left);
    for (int i = 0; i < MOST_STEPS; i++) {
      StepChange step = StepChange.of(left);
      if (!isStep(step, left, slope, least)) {
        break;
      }
      steps.add(step);
      left = left.minus(step.step(left.length()));
      slope = Trend.of(left);
    }
    steps.sort((a, b) -> Integer.compare(a.place(), b.place()));
    boolean sure =
        Math.abs(slope.z()) >= (series.cycle() == 1 ? SLOPE_Z : CYCLIC_SLOPE_Z)
            && Math.abs(slope.slope()) * series.length() >= least;
    return new DriftJudgement(List.copyOf(steps), slope, level, Cyclic.median(left.values()), sure);
  }

  private static boolean isStep(StepChange step, Cyclic series, Trend slope, double least) {
    int length = series.length();
    return Math.abs(step.z()) >= STEP_Z
        && Math.abs(step.height()) >= least
        && series.misfit(step.step(length)) < BETTER * series.misfit(slope.line(length));
  }

  /// The level at the series' end: each value as it would be there, by slope and steps.
  double atEnd(Cyclic series) {
    double[] there = series.values().clone();
    for (int i = 0; i < there.length; i++) {
      there[i] += slope.slope() * (there.length - 1 - i);
      for (StepChange step : steps) {
        there[i] += i < step.place() ? step.height() : 0;
      }
    }
    return Cyclic.median(there);
  }
}
