package dev.broadside.jobs.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics with a fixed seed: nothing here is left to chance.
class KeyDistributionTest {
  private static final int DRAWS = 200_000;

  private static long[] histogram(KeyDistribution keys, int size) {
    SplittableRandom random = new SplittableRandom(7);
    long[] counts = new long[size];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) keys.next(random)]++;
    }
    return counts;
  }

  private static List<KeyDistribution> all(long size) {
    return List.of(
        new KeyDistribution.Uniform(size),
        new KeyDistribution.HotWindow(size),
        new KeyDistribution.Gaussian(size),
        new KeyDistribution.Zipfian(size, 0.8));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 25, 1_000, 100_000_000_000L})
  void everyKeyIsWithinTheSize(long size) {
    SplittableRandom random = new SplittableRandom(1);
    for (KeyDistribution keys : all(size)) {
      for (int i = 0; i < 10_000; i++) {
        long key = keys.next(random);
        assertTrue(key >= 0 && key < size, () -> key + " of " + keys);
      }
    }
  }

  @Test
  void equalSeedsDrawEqualKeys() {
    for (KeyDistribution keys : all(1_000)) {
      SplittableRandom one = new SplittableRandom(3);
      SplittableRandom two = new SplittableRandom(3);
      for (int i = 0; i < 100; i++) {
        assertEquals(keys.next(one), keys.next(two));
      }
    }
  }

  /// Chi-squared with 99 degrees of freedom: 148.2 is exceeded once in a thousand.
  @Test
  void uniformDrawsFitTheUniformLaw() {
    double expected = DRAWS / 100.0;
    double chiSquared =
        IntStream.range(0, 100)
            .mapToDouble(key -> {
              double off = histogram(new KeyDistribution.Uniform(100), 100)[key] - expected;
              return off * off / expected;
            })
            .sum();
    assertTrue(chiSquared < 148.2, () -> "chi-squared " + chiSquared);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.8, 1.0, 1.5})
  void zipfianDrawsFitTheirLaw(double exponent) {
    int size = 50;
    long[] counts = histogram(new KeyDistribution.Zipfian(size, exponent), size);
    double norm = IntStream.rangeClosed(1, size).mapToDouble(k -> Math.pow(k, -exponent)).sum();
    double chiSquared =
        IntStream.range(0, size)
            .mapToDouble(key -> {
              double expected = DRAWS * Math.pow(key + 1, -exponent) / norm;
              return (counts[key] - expected) * (counts[key] - expected) / expected;
            })
            .sum();
    // 49 degrees of freedom: 85.4 is exceeded once in a thousand.
    assertTrue(chiSquared < 85.4, () -> "chi-squared " + chiSquared);
  }

  @Test
  void threeQuartersOfTheDrawsHitTheHotPercentInTheMiddle() {
    long[] counts = histogram(new KeyDistribution.HotWindow(10_000), 10_000);
    long hot = IntStream.range(4_950, 5_050).mapToLong(key -> counts[key]).sum();
    // 75 % and the window's part of the rest.
    assertEquals(0.7525, hot / (double) DRAWS, 0.005);
  }

  @Test
  void gaussianDrawsHaveTheirMeanInTheMiddleAndADeviationOfATwelfth() {
    int size = 1_200;
    long[] counts = histogram(new KeyDistribution.Gaussian(size), size);
    double mean = 0;
    double square = 0;
    for (int key = 0; key < size; key++) {
      mean += (key + 0.5) * counts[key] / DRAWS;
      square += (key + 0.5) * (key + 0.5) * counts[key] / DRAWS;
    }
    assertEquals(600, mean, 1);
    assertEquals(100, Math.sqrt(square - mean * mean), 1);
  }

  @Test
  void noKeysAtAllAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.Uniform(0));
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.Zipfian(10, 0));
  }
}
