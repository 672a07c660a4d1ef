package dev.broadside.core.scaling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.scaling.KneeSearch.KneePosterior;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What measurements say of the knee, where it can be worked out by hand.
class KneePosteriorTest {
  private static final double PRECISION = 0.01;

  private static KneePosterior of(Trial... trials) {
    return KneePosterior.of(List.of(trials), 1, 10_000, PRECISION);
  }

  /// The bounds are those of a grid of eight to an interval.
  private static void near(double truth, double bound) {
    assertEquals(Math.log(truth), Math.log(bound), 1.5 * PRECISION / 8, truth + " and " + bound);
  }

  @Test
  void beforehandAllKneesOfTheRangeAreEquallyProbable() {
    KneePosterior prior = of();
    near(Math.pow(10_000, 0.025), prior.low());
    near(Math.pow(10_000, 0.2), prior.below());
    near(100, prior.median());
    near(Math.pow(10_000, 0.8), prior.above());
    near(Math.pow(10_000, 0.975), prior.high());
  }

  /// Of the prior half lies on each side of 100, so 2 % remain on the wrong one.
  @Test
  void oneVerdictOfFiftyIsALapse() {
    KneePosterior met = of(new Trial(100, Trial.Verdict.MET));
    near(100 * Math.pow(100, 0.18 / 0.98), met.below());
    near(100 * Math.pow(100, 0.955 / 0.98), met.high());
    KneePosterior missed = of(new Trial(100, Trial.Verdict.MISSED));
    near(100 * Math.pow(100, -0.18 / 0.98), missed.above());
    near(100 * Math.pow(100, -0.955 / 0.98), missed.low());
  }

  /// One each at two rates: between both it is all the same.
  @Test
  void kneeLiesBetweenWhatWasMetAndWhatWasMissed() {
    KneePosterior both = of(new Trial(50, Trial.Verdict.MET), new Trial(200, Trial.Verdict.MISSED));
    near(100, both.median());
    assertEquals(0, Math.log(both.low() * both.high() / 10_000), PRECISION);
    assertEquals(0, Math.log(both.below() * both.above() / 10_000), PRECISION);
  }
}
