package dev.broadside.core.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.scaling.ScalabilityLaw.Estimate;
import dev.broadside.core.scaling.ScalabilityLaw.Point;
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
  void threeDifferentConcurrenciesDecideNothing() {
    assertEquals(Optional.empty(), ScalabilityLaw.of(points(law(1, 0, 0), 1, 2, 4, 4, 4)));
  }
}
