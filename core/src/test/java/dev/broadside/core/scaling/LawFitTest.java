package dev.broadside.core.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.scaling.ScalabilityLaw.LawFit;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// That a fit is one of least squares, seen without the method that finds it.
class LawFitTest {
  private static final double[] THREADS = {1, 2, 4, 8, 16, 32, 64};

  private static double squares(LawFit fit, double[] throughput) {
    return IntStream.range(0, THREADS.length)
        .mapToDouble(i -> Math.pow(throughput[i] - fit.at(THREADS[i]), 2))
        .sum();
  }

  /// Of a law with noise of up to a tenth; of some laws one factor or both are 0.
  private static double[] throughput(Random random) {
    double lambda = Math.pow(10, 4 * random.nextDouble());
    double sigma = random.nextInt(3) * 0.5 * random.nextDouble();
    double kappa = random.nextInt(3) * 0.002 * random.nextDouble();
    double noise = 0.1 * random.nextDouble();
    LawFit law = new LawFit(1 / lambda, sigma / lambda, kappa / lambda, 0);
    return IntStream.range(0, THREADS.length)
        .mapToDouble(i -> law.at(THREADS[i]) * (1 + noise * random.nextGaussian()))
        .toArray();
  }

  @Test
  void noFactorsNearThoseOfTheFitFitBetter() {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      double[] throughput = throughput(random);
      LawFit fit = LawFit.of(THREADS, throughput);
      assertTrue(fit.a() > 0 && fit.b() >= 0 && fit.c() >= 0, fit::toString);
      assertEquals(squares(fit, throughput), fit.squares(), 1e-9 * fit.squares());
      for (int turn = 0; turn < 27; turn++) {
        LawFit other =
            new LawFit(
                fit.a() * (1 + 1e-3 * (turn % 3 - 1)),
                Math.max(0, fit.b() + 1e-3 * fit.a() * (turn / 3 % 3 - 1)),
                Math.max(0, fit.c() + 1e-5 * fit.a() * (turn / 9 - 1)),
                0);
        double more = squares(other, throughput) - fit.squares();
        assertTrue(more >= -1e-9 * fit.squares(), () -> fit + " and " + other + ": " + more);
      }
    }
  }

  @Test
  void theFitIsAsGoodAsTheLawThatTheNoiseWasAddedTo() {
    Random random = new Random(2);
    LawFit law = new LawFit(0.001, 0.00005, 0.0000005, 0);
    for (int i = 0; i < 300; i++) {
      double[] noisy =
          IntStream.range(0, THREADS.length)
              .mapToDouble(n -> law.at(THREADS[n]) * (1 + 0.2 * random.nextGaussian()))
              .toArray();
      LawFit fit = LawFit.of(THREADS, noisy);
      assertTrue(fit.squares() <= squares(law, noisy), fit::toString);
    }
  }
}
