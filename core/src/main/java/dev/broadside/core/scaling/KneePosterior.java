package dev.broadside.core.scaling;

import dev.broadside.core.scaling.Trial.Verdict;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// Where the knee probably lies, given measurements that met or missed their thresholds.
///
/// A verdict near the knee is partly chance. As in psychometrics, the chance to meet falls along a
/// logistic curve over the logarithm of the rate; the knee is the curve's middle, its width is
/// unknown, too, and some verdicts are lapses, such as a pause for a checkpoint (Watson & Pelli,
/// *QUEST: a Bayesian adaptive psychometric method*, Perception & Psychophysics 33, 1983). Before
/// any measurement, all knees in the range and all widths are equally probable.
///
/// @param low lower bound of the interval that holds the knee with a probability of 95 %
/// @param below the knee is below this with a probability of a fifth
/// @param median the knee is as probably above as below this
/// @param above the knee is above this with a probability of a fifth
/// @param high upper bound
record KneePosterior(double low, double below, double median, double above, double high) {
  private static final double[] WIDTHS = {0.002, 0.005, 0.01, 0.02, 0.05};
  private static final double LAPSES = 0.02;

  /// Grid points within an interval of the wanted precision.
  private static final int FINENESS = 8;

  /// @param least the lowest knee that is considered
  /// @param most the highest
  static KneePosterior of(List<Trial> trials, double least, double most, double precision) {
    double step = Math.log1p(precision) / FINENESS;
    int points = (int) Math.ceil(Math.log(most / least) / step) + 1;
    double[] mass = new double[points];
    double sum = 0;
    for (int i = 0; i < points; i++) {
      double knee = Math.log(least) + i * step;
      for (double width : WIDTHS) {
        mass[i] += likelihood(trials, knee, width);
      }
      sum += mass[i];
    }
    double all = sum;
    DoubleUnaryOperator quantile = share -> least * Math.exp(step * quantile(mass, share * all));
    return new KneePosterior(
        quantile.applyAsDouble(0.025),
        quantile.applyAsDouble(0.2),
        quantile.applyAsDouble(0.5),
        quantile.applyAsDouble(0.8),
        quantile.applyAsDouble(0.975));
  }

  private static double likelihood(List<Trial> trials, double knee, double width) {
    double product = 1;
    for (Trial trial : trials) {
      double above = (Math.log(trial.rate()) - knee) / width;
      double meets = LAPSES + (1 - 2 * LAPSES) / (1 + Math.exp(above));
      product *= trial.verdict() == Verdict.MET ? meets : 1 - meets;
    }
    return product;
  }

  /// The place in the grid up to which this much of the mass lies.
  private static double quantile(double[] mass, double wanted) {
    double sum = 0;
    int place = 0;
    while (sum + mass[place] < wanted) {
      sum += mass[place++];
    }
    return place - 0.5 + (wanted - sum) / mass[place];
  }
}
