package dev.broadside.core.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Where a series is cut, against the definition of Matteson and James, worked out pair by pair.
class ChangePlaceTest {
  /// The mean of all distances between the values of both spans.
  private static double mean(double[] series, int from, int to, int otherFrom, int otherTo) {
    boolean same = from == otherFrom;
    double sum = 0;
    for (int i = from; i < to; i++) {
      for (int j = otherFrom; j < otherTo; j++) {
        sum += Math.abs(series[i] - series[j]);
      }
    }
    int n = to - from;
    return sum / ((double) n * (same ? n - 1 : otherTo - otherFrom));
  }

  private static double energy(double[] series, int cut) {
    int n = cut;
    int m = series.length - cut;
    double distance =
        2 * mean(series, 0, cut, cut, series.length)
            - mean(series, 0, cut, 0, cut)
            - mean(series, cut, series.length, cut, series.length);
    return distance * n * m / (n + m);
  }

  private static int best(double[] series) {
    return IntStream.rangeClosed(2, series.length - 2)
        .boxed()
        .max((one, other) -> Double.compare(energy(series, one), energy(series, other)))
        .orElseThrow();
  }

  @Test
  void aSeriesIsCutWhereTheEnergyDistanceIsHighest() {
    RandomGenerator random = new SplittableRandom(3);
    int cuts = 0;
    for (int i = 0; i < 60; i++) {
      int length = 10 + random.nextInt(20);
      int place = 2 + random.nextInt(length - 3);
      double[] series =
          IntStream.range(0, length)
              .mapToDouble(at -> random.nextGaussian() + (at < place ? 0 : 2.5))
              .toArray();
      List<ChangePoints.Found> found = ChangePoints.of(series, 0.02, random);
      if (found.size() == 1) {
        cuts++;
        assertEquals(best(series), found.getFirst().place());
      }
    }
    assertTrue(cuts > 30, "" + cuts);
  }

  @Test
  void theLastTwoValuesCanBeANewLevelAndTheLastOneCannot() {
    RandomGenerator random = new SplittableRandom(4);
    double[] series = new double[40];
    for (int i = 0; i < series.length; i++) {
      series[i] = random.nextDouble() + (i < 38 ? 0 : 50);
    }
    List<ChangePoints.Found> two = ChangePoints.of(series, 0.05, random);
    assertEquals(List.of(38), two.stream().map(ChangePoints.Found::place).toList());
    assertTrue(two.getFirst().chance() < 0.05, two::toString);
    series[38] = 0.5;
    assertEquals(List.of(), ChangePoints.of(series, 0.05, random));
  }

  @Test
  void theFirstTwoValuesCanBeALevelOfTheirOwn() {
    RandomGenerator random = new SplittableRandom(5);
    double[] series = new double[40];
    for (int i = 0; i < series.length; i++) {
      series[i] = random.nextDouble() + (i < 2 ? 50 : 0);
    }
    List<ChangePoints.Found> found = ChangePoints.of(series, 0.05, random);
    assertEquals(List.of(2), found.stream().map(ChangePoints.Found::place).toList());
  }
}
