package dev.broadside.kit.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        new KeyDistribution.Gaussian(size, 1),
        new KeyDistribution.Special(size, 12, 1, 75),
        new KeyDistribution.Special(size, 1, 100, 100),
        new KeyDistribution.Special(size, 12, 1, 0),
        new KeyDistribution.Pareto(size, 0.2),
        new KeyDistribution.Pareto(size, 0.9),
        new KeyDistribution.Zipfian(size, 0.8),
        new KeyDistribution.QuickZipfian(size, 0.99),
        new KeyDistribution.ScrambledZipfian(size),
        new KeyDistribution.Latest(() -> size),
        new KeyDistribution.Exponential(() -> size, size / 3.0),
        new KeyDistribution.HotSet(size, 0.2, 0.8));
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

  /// The share that workloads.md gives: of ids 1 to 10,000, the 77 ids 4,975 to 5,051 get 76 %.
  @Test
  void sysbenchsSpecialHeatsOnlyTheUpperThreeQuartersOfItsWindow() {
    long[] counts = histogram(new KeyDistribution.Special(10_000, 12, 1, 75), 10_000);
    long hot = IntStream.range(4_974, 5_051).mapToLong(key -> counts[key]).sum();
    assertEquals(0.76, hot / (double) DRAWS, 0.01);
    long lowerQuarter = IntStream.range(4_949, 4_974).mapToLong(key -> counts[key]).sum();
    assertTrue(lowerQuarter < DRAWS / 100, () -> "the lower quarter got " + lowerQuarter);
    long mostByOneKey = IntStream.range(4_975, 5_050).mapToLong(key -> counts[key]).max().orElse(0);
    long leastByOneKey =
        IntStream.range(4_975, 5_050).mapToLong(key -> counts[key]).min().orElse(0);
    assertTrue(mostByOneKey < 1.2 * leastByOneKey, () -> leastByOneKey + " to " + mostByOneKey);
  }

  /// A mean of twelve has a deviation of a twelfth; a quarter of the draws makes it.
  @Test
  void sysbenchsSpecialDrawsTheRestAsABell() {
    long[] counts = histogram(new KeyDistribution.Special(10_000, 12, 1, 75), 10_000);
    long left = IntStream.range(0, 4_949).mapToLong(key -> counts[key]).sum();
    long right = IntStream.range(5_051, 10_000).mapToLong(key -> counts[key]).sum();
    assertEquals(0.12, left / (double) DRAWS, 0.01);
    assertEquals(0.12, right / (double) DRAWS, 0.01);
    long oneDeviation = IntStream.range(4_167, 4_949).mapToLong(key -> counts[key]).sum();
    assertEquals(0.68, oneDeviation / (double) left, 0.02);
  }

  @Test
  void paretoGivesAFifthOfTheKeysFourFifthsOfTheDraws() {
    long[] counts = histogram(new KeyDistribution.Pareto(10_000, 0.2), 10_000);
    long fifth = IntStream.range(0, 2_000).mapToLong(key -> counts[key]).sum();
    long fifthOfTheFifth = IntStream.range(0, 400).mapToLong(key -> counts[key]).sum();
    assertEquals(0.80, fifth / (double) DRAWS, 0.005);
    assertEquals(0.64, fifthOfTheFifth / (double) DRAWS, 0.005);
  }

  private static RandomGenerator drawing(double u) {
    return new RandomGenerator() {
      @Override
      public long nextLong() {
        return (long) (u * (1L << 53)) << 11;
      }
    };
  }

  /// The first is the constant that YCSB was published with; the others were added up exactly.
  @ParameterizedTest
  @CsvSource({
    "10000000000, 26.46902820178302",
    "1000000, 15.391849746036804",
    "1000, 7.728953217284738",
    "2, 1.5034777750283594"
  })
  void theSumOfAllSharesIsThatOfTheLaw(long size, double sum) {
    assertEquals(sum, new KeyDistribution.QuickZipfian(size, 0.99).sum(size), 1e-9);
  }

  /// Worked out by hand from the formulas of Gray and of FNV-1a.
  @ParameterizedTest
  @CsvSource({
    "0.01, 0, 211",
    "0.05, 0, 620",
    "0.2, 2, 374",
    "0.4, 10, 675",
    "0.6, 47, 78",
    "0.9, 471, 670",
    "0.999, 992, 746"
  })
  void aDrawMakesTheKeyThatYcsbMakesOfIt(double u, long zipfian, long scrambled) {
    assertEquals(zipfian, new KeyDistribution.QuickZipfian(1_000, 0.99).next(drawing(u)));
    assertEquals(999 - zipfian, new KeyDistribution.Latest(() -> 1_000).next(drawing(u)));
    assertEquals(scrambled, new KeyDistribution.ScrambledZipfian(1_000).next(drawing(u)));
  }

  /// A curve stands for all keys but the first two, so the others differ from the law, by a third
  /// at most.
  @Test
  void quickZipfianDrawsAreNearTheirLaw() {
    int size = 1_000;
    long[] counts = histogram(new KeyDistribution.QuickZipfian(size, 0.99), size);
    double all = 7.728953217284738;
    assertEquals(1 / all, counts[0] / (double) DRAWS, 0.003);
    assertEquals(Math.pow(2, -0.99) / all, counts[1] / (double) DRAWS, 0.003);
    double law = IntStream.rangeClosed(11, 100).mapToDouble(k -> Math.pow(k, -0.99)).sum() / all;
    long drawn = IntStream.range(10, 100).mapToLong(key -> counts[key]).sum();
    assertEquals(law, drawn / (double) DRAWS, 0.01);
  }

  /// The two hottest ranks lie where FNV-1a puts 0 and 1.
  @Test
  void scrambledZipfianDrawsHaveTheirHotKeysAnywhere() {
    long[] counts = histogram(new KeyDistribution.ScrambledZipfian(1_000), 1_000);
    assertEquals(1 / 26.469, counts[211] / (double) DRAWS, 0.003);
    assertEquals(0.5035 / 26.469, counts[620] / (double) DRAWS, 0.003);
    assertTrue(IntStream.range(0, 1_000).allMatch(key -> counts[key] > 0), "no key is left out");
  }

  @Test
  void theLatestKeysFollowTheNumberOfKeys() {
    AtomicLong size = new AtomicLong(10);
    KeyDistribution latest = new KeyDistribution.Latest(size::get);
    assertEquals(9, latest.next(drawing(0)));
    size.set(1_000_000);
    assertEquals(999_999, latest.next(drawing(0)));
    assertTrue(latest.next(drawing(0.999_999)) < 1_000);
  }

  @Test
  void exponentialDrawsAreRarelyOld() {
    double mean = 857 / -Math.log(0.05);
    long[] counts = histogram(new KeyDistribution.Exponential(() -> 100_000, mean), 100_000);
    long young = IntStream.range(100_000 - 857, 100_000).mapToLong(key -> counts[key]).sum();
    assertEquals(0.95, young / (double) DRAWS, 0.003);
  }

  @Test
  void aHotSetGetsItsShareOfTheDraws() {
    long[] counts = histogram(new KeyDistribution.HotSet(1_000, 0.2, 0.8), 1_000);
    long hot = IntStream.range(0, 200).mapToLong(key -> counts[key]).sum();
    assertEquals(0.8, hot / (double) DRAWS, 0.005);
  }

  /// The first keys of every YCSB table.
  @Test
  void numbersAreHashedAsYcsbDoes() {
    assertEquals(6_284_781_860_667_377_211L, Math.abs(Mixed.fnv1a(0, 0)));
    assertEquals(8_517_097_267_634_966_620L, Math.abs(Mixed.fnv1a(1, 0)));
    assertEquals(1_820_151_046_732_198_393L, Math.abs(Mixed.fnv1a(2, 0)));
  }

  @Test
  void noKeysAtAllAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.ScrambledZipfian(0));
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.QuickZipfian(10, 1));
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.HotSet(0, 0.2, 0.8));
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.Uniform(0));
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.Zipfian(10, 0));
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.Pareto(10, 1));
    assertThrows(IllegalArgumentException.class, () -> new KeyDistribution.Gaussian(10, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new KeyDistribution.Special(10, 12, 101, 75));
  }
}
