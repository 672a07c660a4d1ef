package dev.broadside.jobs.sysbench04;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Statistics with a fixed seed: nothing here is left to chance.
class IdDistributionTest {
  private static final int DRAWS = 400_000;
  private static final int SIZE = 10_000;

  private static long[] histogram(IdDistribution ids, int size) {
    SplittableRandom random = new SplittableRandom(7);
    long[] counts = new long[size + 1];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) ids.next(random)]++;
    }
    return counts;
  }

  private static double share(long[] counts, int from, int to) {
    return Arrays.stream(counts, from, to + 1).sum() / (double) DRAWS;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 99, 100, 101, 10_000, 2_000_000_000})
  void everyIdIsOneOfTheTable(long size) {
    SplittableRandom random = new SplittableRandom(1);
    for (IdDistribution ids :
        List.of(
            new IdDistribution.Uniform(size),
            new IdDistribution.Gaussian(size, 12),
            IdDistribution.Special.of(size, 12, 1, 75),
            IdDistribution.Special.of(size, 12, 100, 99),
            IdDistribution.Special.of(size, 1, 0, 0))) {
      for (int i = 0; i < 10_000; i++) {
        long id = ids.next(random);
        assertTrue(id >= 1 && id <= size, () -> id + " of " + ids);
      }
    }
  }

  /// 75 % in the window, and the bell's 1.2 % there: a quarter of a density of 1 / (sqrt(2 pi) x
  /// 10,000 / 12) over 100 ids.
  @Test
  void theWholePercentInTheMiddleIsHot() {
    long[] counts = histogram(IdDistribution.Special.of(SIZE, 12, 1, 75), SIZE);
    assertEquals(0.762, share(counts, 4_950, 5_049), 0.003);
    double expected = DRAWS * 0.762 / 100;
    double chiSquared =
        IntStream.rangeClosed(4_950, 5_049)
            .mapToDouble(id -> (counts[id] - expected) * (counts[id] - expected) / expected)
            .sum();
    // 99 degrees of freedom: 148.2 is exceeded once in a thousand.
    assertTrue(chiSquared < 148.2, () -> "chi-squared " + chiSquared);
    assertTrue(counts[4_949] < expected / 10 && counts[5_050] < expected / 10);
  }

  @Test
  void whatMissesTheWindowMakesABell() {
    long[] counts = histogram(IdDistribution.Special.of(SIZE, 12, 1, 75), SIZE);
    Arrays.fill(counts, 4_950, 5_050, 0);
    long rest = Arrays.stream(counts).sum();
    double square = 0;
    for (int id = 1; id <= SIZE; id++) {
      square += (id - 5_000.0) * (id - 5_000.0) * counts[id] / rest;
    }
    // A twelfth of the size; a little more, since the middle was cut out.
    assertEquals(SIZE / 12.0, Math.sqrt(square), 30);
  }

  /// The whole-number factor makes 2/3 of 70 %, and nothing of less than 50 %.
  @ParameterizedTest
  @CsvSource({"75, 0.75", "80, 0.8", "90, 0.9", "70, 0.6667", "50, 0.5", "49, 0"})
  void theShareOfTheWindowIsThatOfTheToolsArithmetic(int drawnPercent, double share) {
    IdDistribution.Special ids = IdDistribution.Special.of(SIZE, 1, 1, drawnPercent);
    // With one draw for the bell, the bell is flat: 1 % of it falls into the window.
    assertEquals(share + (1 - share) / 100, share(histogram(ids, SIZE), 4_950, 5_049), 0.003);
  }

  @Test
  void gaussianDrawsHaveTheirMeanInTheMiddleAndADeviationOfATwelfth() {
    long[] counts = histogram(new IdDistribution.Gaussian(1_200, 12), 1_200);
    double mean = 0;
    double square = 0;
    for (int id = 1; id <= 1_200; id++) {
      mean += (double) id * counts[id] / DRAWS;
      square += (double) id * id * counts[id] / DRAWS;
    }
    // The mean of whole numbers from 1 is 600.5, and the division rounds down by 5.5/12.
    assertEquals(600.04, mean, 0.5);
    assertEquals(100, Math.sqrt(square - mean * mean), 1);
  }

  @Test
  void uniformDrawsFitTheUniformLaw() {
    long[] counts = histogram(new IdDistribution.Uniform(100), 100);
    double expected = DRAWS / 100.0;
    double chiSquared =
        IntStream.rangeClosed(1, 100)
            .mapToDouble(id -> (counts[id] - expected) * (counts[id] - expected) / expected)
            .sum();
    assertTrue(chiSquared < 148.2, () -> "chi-squared " + chiSquared);
  }
}
