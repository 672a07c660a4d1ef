package dev.broadside.core.compare;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.figures.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// How a figure of one side differs from that of another, and how certain that is.
///
/// The interval is that of Student's t on the logarithm of the ratio, with the standard errors of
/// [Side] and the degrees of freedom of Welch and Satterthwaite. All intervals of a comparison hold
/// together with [#CONFIDENCE], by Bonferroni's inequality: the more there are, the wider each has
/// to be.
///
/// @param figure the id of a measure that is compared, such as `throughput` or `p99`
/// @param a the first side's, in transactions per second or milliseconds
/// @param b the other side's
/// @param percent how much higher the other side is, in percent of the first
/// @param low the interval's lower end, in percent; empty if too little was measured for an
///   interval
/// @param high its upper end
/// @param smallest the smallest difference that would have been shown nine times in ten, in percent
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record FigureDifference(
    String figure,
    double a,
    double b,
    double percent,
    Optional<Double> low,
    Optional<Double> high,
    Optional<Double> smallest,
    Verdict verdict) {
  /// How probable it is that all intervals of a comparison hold the true differences.
  public static final double CONFIDENCE = 0.95;

  private static final double POWER = 0.9;

  /// The verdict on a difference.
  public enum Verdict {
    BETTER,
    WORSE,
    NO_DIFFERENCE_SHOWN,
    /// Too little was measured for an interval.
    NOT_KNOWN
  }

  /// The figures that both sides have.
  ///
  /// @param a the runs of the first side: one, or repeats
  /// @param b those of the other side
  /// @param together how many pairs of sides one comparison has
  /// @param random seeded by the caller: the same seed gives the same intervals
  public static List<FigureDifference> between(
      List<Sample> a, List<Sample> b, int together, RandomGenerator random) {
    Map<ComparedFigure, Side.Estimate> one = Side.of(a).estimates(random);
    Map<ComparedFigure, Side.Estimate> other = Side.of(b).estimates(random);
    List<FigureDifference> differences = new ArrayList<>();
    List<ComparedFigure> both =
        ComparedFigure.ALL.stream().filter(one::containsKey).filter(other::containsKey).toList();
    double chance = (1 - CONFIDENCE) / Math.max(1, together * both.size());
    for (ComparedFigure figure : both) {
      differences.add(of(figure, Side.known(one, figure), Side.known(other, figure), chance));
    }
    return differences;
  }

  /// A difference without an interval.
  ///
  /// @param a above 0, as is `b`
  public static FigureDifference told(String figure, double a, double b) {
    Optional<Double> none = Optional.empty();
    return new FigureDifference(
        figure, a, b, percent(Math.log(b / a)), none, none, none, Verdict.NOT_KNOWN);
  }

  /// @param chance how probable it may be that the interval does not hold the true difference
  private static FigureDifference of(
      ComparedFigure figure, Side.Estimate a, Side.Estimate b, double chance) {
    double ratio = Math.log(b.value() / a.value());
    double variance = a.variance() + b.variance();
    Optional<Double> low = Optional.empty();
    Optional<Double> high = Optional.empty();
    Optional<Double> smallest = Optional.empty();
    Verdict verdict = Verdict.NOT_KNOWN;
    if (!Double.isNaN(variance)) {
      double error = Math.sqrt(variance);
      int free = free(a, b);
      double reach = StudentT.bound(1 - chance, free) * error;
      low = Optional.of(percent(ratio - reach));
      high = Optional.of(percent(ratio + reach));
      smallest = Optional.of(percent(reach + StudentT.bound(2 * POWER - 1, free) * error));
      verdict = verdict(figure, ratio, reach);
    }
    return new FigureDifference(
        figure.id(), rounded(a), rounded(b), percent(ratio), low, high, smallest, verdict);
  }

  private static Verdict verdict(ComparedFigure figure, double ratio, double reach) {
    if (Math.abs(ratio) <= reach) {
      return Verdict.NO_DIFFERENCE_SHOWN;
    }
    return figure.measure().better().worse(ratio) ? Verdict.WORSE : Verdict.BETTER;
  }

  /// Satterthwaite, *An approximate distribution of estimates of variance components*, Biometrics
  /// Bulletin 2 (1946). If nothing varies, it is not a number and the interval has no width.
  private static int free(Side.Estimate a, Side.Estimate b) {
    double all = a.variance() + b.variance();
    double parts = a.variance() * a.variance() / a.free() + b.variance() * b.variance() / b.free();
    return Math.max(1, (int) (all * all / parts));
  }

  private static double percent(double logarithm) {
    return Rounding.thousandths(100 * Math.expm1(logarithm));
  }

  private static double rounded(Side.Estimate estimate) {
    return Rounding.micros(estimate.value());
  }
}
