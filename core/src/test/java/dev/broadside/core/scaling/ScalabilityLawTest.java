package dev.broadside.core.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.scaling.ScalabilityLaw.Estimate;
import dev.broadside.core.scaling.ScalabilityLaw.Point;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The fit against laws that are known.
class ScalabilityLawTest {
  private static List<Point> points(DoubleUnaryOperator law, int... threads) {
    return IntStream.of(threads).mapToObj(n -> new Point(n, law.applyAsDouble(n))).toList();
  }

  private static DoubleUnaryOperator law(double lambda, double sigma, double kappa) {
    return n -> lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
  }

  private static boolean holds(Estimate estimate, double value) {
    return estimate.low() <= value && estimate.high().map(high -> value <= high).orElse(true);
  }

  @Test
  void factorsOfAnExactLawAreFound() {
    List<Point> points = points(law(995, 0.0267, 0.000769), 1, 2, 4, 8, 16, 32, 64);
    ScalabilityLaw fit = ScalabilityLaw.of(points).orElseThrow();
    assertEquals(995, fit.lambda().value(), 0.01);
    assertEquals(0.0267, fit.sigma().value(), 1e-6);
    assertEquals(0.000769, fit.kappa().value(), 1e-8);
    assertEquals(35.58, fit.peakThreads().orElseThrow().value(), 0.01);
    assertEquals(fit.at(35.58), fit.peakThroughput().orElseThrow().value(), 0.01);
    assertEquals(1, fit.determination(), 1e-9);
    assertTrue(!fit.beyond());
  }

  /// The textbook's own data: an SGI Origin 2000 at the work of a ray tracer.
  @Test
  void gunthersExampleGivesGunthersFactors() {
    List<Point> points =
        List.of(
            new Point(1, 20),
            new Point(4, 78),
            new Point(8, 130),
            new Point(12, 170),
            new Point(16, 190),
            new Point(20, 200),
            new Point(24, 210),
            new Point(28, 230),
            new Point(32, 260),
            new Point(48, 280),
            new Point(64, 310));
    ScalabilityLaw fit = ScalabilityLaw.of(points).orElseThrow();
    assertEquals(0.05, fit.sigma().value(), 0.02);
    assertTrue(fit.kappa().value() < 1e-4, fit.toString());
  }

  @Test
  void intervalsHoldTheTruthAboutAsOftenAsTheySay() {
    int sigma = 0;
    int peak = 0;
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      DoubleUnaryOperator noisy =
          n -> law(1_000, 0.05, 0.001).applyAsDouble(n) * (1 + 0.03 * random.nextGaussian());
      ScalabilityLaw fit =
          ScalabilityLaw.of(points(noisy, 1, 2, 4, 8, 16, 32, 64, 96)).orElseThrow();
      sigma += holds(fit.sigma(), 0.05) ? 1 : 0;
      peak += fit.peakThreads().filter(one -> holds(one, 30.82)).isPresent() ? 1 : 0;
    }
    assertTrue(sigma >= 52, "sigma in " + sigma + " of 60");
    assertTrue(peak >= 52, "peak in " + peak + " of 60");
  }

  @Test
  void whatNeverFallsHasNoPeak() {
    ScalabilityLaw fit = ScalabilityLaw.of(points(law(100, 0.1, 0), 1, 2, 4, 8)).orElseThrow();
    assertEquals(Optional.empty(), fit.peakThreads().filter(one -> one.value() < 1_000));
    ScalabilityLaw better = ScalabilityLaw.of(points(n -> n * n, 1, 2, 4, 8)).orElseThrow();
    assertEquals(0, better.sigma().value());
    assertEquals(0, better.kappa().value());
  }

  @Test
  void whatScalesWithoutLossHasTheThroughputOfOneAndNoBound() {
    ScalabilityLaw fit = ScalabilityLaw.of(points(n -> 25 * n, 1, 2, 4, 8)).orElseThrow();
    assertEquals(25, fit.lambda().value(), 1e-6);
    assertEquals(0, fit.sigma().value(), 1e-9);
    assertEquals(1, fit.determination(), 1e-9);
    assertEquals(Optional.empty(), fit.peakThreads().filter(one -> one.value() < 1_000));
    assertEquals(200, fit.at(8), 1e-4);
    assertEquals(4, fit.points());
  }

  @Test
  void aPeakBehindTheHighestConcurrencyIsSaidToLieBeyond() {
    ScalabilityLaw fit =
        ScalabilityLaw.of(points(law(1_000, 0.02, 0.0001), 1, 2, 4, 8, 16, 32, 64)).orElseThrow();
    assertTrue(fit.beyond());
    assertEquals(98.99, fit.peakThreads().orElseThrow().value(), 0.01);
  }

  @Test
  void whatFallsFromTheFirstThreadOnHasItsPeakAtOne() {
    ScalabilityLaw fit =
        ScalabilityLaw.of(points(law(1_000, 1.5, 0.01), 1, 2, 4, 8, 16)).orElseThrow();
    assertEquals(1, fit.peakThreads().orElseThrow().value());
    assertEquals(1_000, fit.peakThroughput().orElseThrow().value(), 0.01);
    assertTrue(!fit.beyond());
  }

  @Test
  void aThroughputThatConcurrencyDoesNotChangeIsAllContention() {
    ScalabilityLaw fit = ScalabilityLaw.of(points(_ -> 500, 1, 2, 4, 8)).orElseThrow();
    assertEquals(1, fit.sigma().value(), 1e-6);
    assertEquals(1, fit.determination());
  }

  @Test
  void aLawThatExplainsNothingDeterminesNothing() {
    List<Point> points =
        List.of(
            new Point(1, 100),
            new Point(2, 1),
            new Point(4, 100),
            new Point(8, 1),
            new Point(16, 100));
    double determination = ScalabilityLaw.of(points).orElseThrow().determination();
    assertTrue(determination >= 0 && determination < 0.5, "" + determination);
  }

  /// By hand: 1 without the squares of what is left over those around the mean.
  @Test
  void determinationIsTheShareOfTheVarianceThatTheLawExplains() {
    double[] noise = {1, -2, 3, -1, 2};
    int[] threads = {1, 2, 4, 8, 16};
    List<Point> points =
        IntStream.range(0, 5)
            .mapToObj(i -> new Point(threads[i], 10 * threads[i] + 4 * noise[i]))
            .toList();
    ScalabilityLaw fit = ScalabilityLaw.of(points).orElseThrow();
    double mean = points.stream().mapToDouble(Point::throughput).average().orElseThrow();
    double all = 0;
    double left = 0;
    for (Point point : points) {
      all += Math.pow(point.throughput() - mean, 2);
      left += Math.pow(point.throughput() - fit.at(point.threads()), 2);
    }
    assertEquals(1 - left / all, fit.determination(), 1e-9);
    assertTrue(fit.determination() < 0.999, "" + fit.determination());
  }

  /// Its throughput nears 2,000, whatever comes.
  @Test
  void ofALawWithoutCoherencyNoPeakIsToldAndNoInfinity() {
    ScalabilityLaw fit = ScalabilityLaw.of(nearing(1, 0.99, 0.98, 0.99, 1, 1.03)).orElseThrow();
    assertEquals(0, fit.kappa().value());
    assertEquals(Optional.empty(), fit.peakThreads());
    assertEquals(Optional.empty(), fit.peakThroughput());
    assertTrue(!fit.beyond());
  }

  @Test
  void whereThroughputMayNeverFallItsPeakHasNoUpperBoundInThreads() {
    ScalabilityLaw fit = ScalabilityLaw.of(nearing(1, 1.01, 0.99, 1.01, 1, 0.99)).orElseThrow();
    assertTrue(fit.kappa().value() > 0 && fit.kappa().low() == 0, fit::toString);
    Estimate threads = fit.peakThreads().orElseThrow();
    assertTrue(Double.isFinite(threads.value()) && threads.low() > 32, threads::toString);
    assertEquals(Optional.empty(), threads.high());
    Estimate throughput = fit.peakThroughput().orElseThrow();
    assertEquals(2_000, throughput.high().orElseThrow(), 300);
    assertTrue(fit.beyond());
  }

  private static List<Point> nearing(double... noise) {
    DoubleUnaryOperator law = law(100, 0.05, 0);
    return IntStream.range(0, noise.length)
        .mapToObj(i -> new Point(1 << i, noise[i] * law.applyAsDouble(1 << i)))
        .toList();
  }

  /// Of five degrees of freedom, at 95 %.
  @Test
  void intervalsAreAsWideAsTheFactorsSpread() {
    double t = 2.571;
    DoubleSummaryStatistics width = new DoubleSummaryStatistics();
    List<Double> lambdas = new ArrayList<>();
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      DoubleUnaryOperator noisy =
          n -> law(1_000, 0.05, 0.001).applyAsDouble(n) + 100 * random.nextGaussian();
      ScalabilityLaw fit =
          ScalabilityLaw.of(points(noisy, 1, 2, 4, 8, 16, 32, 64, 96)).orElseThrow();
      lambdas.add(fit.lambda().value());
      width.accept(fit.lambda().high().orElseThrow() - fit.lambda().low());
    }
    double mean = lambdas.stream().mapToDouble(one -> one).average().orElseThrow();
    double variance =
        lambdas.stream().mapToDouble(one -> (one - mean) * (one - mean)).sum() / lambdas.size();
    assertEquals(1, width.getAverage() / (2 * t * Math.sqrt(variance)), 0.15);
  }

  @Test
  void threeDifferentConcurrenciesDecideNothing() {
    assertEquals(Optional.empty(), ScalabilityLaw.of(points(law(1, 0, 0), 1, 2, 4, 4, 4)));
  }
}
