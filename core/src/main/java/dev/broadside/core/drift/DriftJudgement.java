package dev.broadside.core.drift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Whether a series steps, and whether it also rises or falls. Pure.
///
/// Steps come first, since a straight line through a step is not a real slope. A change counts as a
/// step if it is more certain than [#STEP_Z] and explains the series better than a straight line.
/// It is then subtracted, and the rest is examined again. The slope is that of the rest without any
/// steps. Both thresholds balance false alarms against missed drifts: see docs/soak.md.
///
/// @param steps in the order of time
/// @param slope the slope without the steps
/// @param level the median of all values
/// @param before the level before the first step: the median without the steps
/// @param sure whether there is a slope
record DriftJudgement(
    List<StepChange> steps, Trend slope, double level, double before, boolean sure) {
  /// The certainty that a slope needs. As the only test, it would be wrong once in two thousand
  /// times.
  private static final double SLOPE_Z = 3.5;

  /// The limit if only places whole cycles apart are compared: these are fewer, so chance makes
  /// smaller differences.
  private static final double CYCLIC_SLOPE_Z = 2.6;

  /// The certainty that a step needs. It is higher, since a step is searched for at every place,
  /// and chance finds one much more often.
  private static final double STEP_Z = 6;

  /// A step must have a smaller misfit than this part of a line's, since a line has one number
  /// less.
  private static final double BETTER = 0.97;

  private static final int MOST_STEPS = 3;
  private static final Trend FLAT = new Trend(0, 0, 0, 0);

  /// @param smallest the smallest change that is reported, even if a smaller one is certain
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

  /// The level at the series' end: the median of all values after slope and steps carry them there.
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
