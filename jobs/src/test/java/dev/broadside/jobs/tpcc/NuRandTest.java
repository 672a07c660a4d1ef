package dev.broadside.jobs.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Facts;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NuRandTest {
  private static final int DRAWS = 400_000;

  private static long[] counts(NuRand nuRand) {
    SplittableRandom random = new SplittableRandom(5);
    long[] counts = new long[nuRand.y() + 1];
    for (int i = 0; i < DRAWS; i++) {
      counts[nuRand.next(random)]++;
    }
    return counts;
  }

  /// The probability of each number, added up over all pairs of the two draws that clause 2.1.6
  /// combines.
  private static double[] expected(NuRand nuRand) {
    double[] expected = new double[nuRand.y() + 1];
    int span = nuRand.y() - nuRand.x() + 1;
    for (int one = 0; one <= nuRand.a(); one++) {
      for (int other = nuRand.x(); other <= nuRand.y(); other++) {
        int drawn = ((one | other) + nuRand.c()) % span + nuRand.x();
        expected[drawn] += (double) DRAWS / (nuRand.a() + 1) / span;
      }
    }
    return expected;
  }

  @Test
  void lastNamesComeAsOftenAsTheClauseSays() {
    NuRand names = new NuRand(NuRand.LAST_NAME, 173, 0, 999);
    long[] counts = counts(names);
    double[] expected = expected(names);
    for (int name = 0; name < counts.length; name++) {
      assertEquals(expected[name], counts[name], 6 * Math.sqrt(expected[name]) + 6);
    }
  }

  @Test
  void customersComeAsOftenAsTheClauseSays() {
    NuRand customers = new NuRand(NuRand.CUSTOMER, 259, 1, 3_000);
    long[] counts = counts(customers);
    double[] expected = expected(customers);
    assertEquals(0, counts[0]);
    for (int customer = 1; customer < counts.length; customer++) {
      assertEquals(expected[customer], counts[customer], 6 * Math.sqrt(expected[customer]) + 6);
    }
  }

  @Test
  void itemsAreFarFromUniform() {
    long[] counts = counts(new NuRand(NuRand.ITEM, 7_911, 1, 100_000));
    Arrays.sort(counts);
    long hottestTenth = Arrays.stream(counts).skip(counts.length * 9L / 10).sum();
    assertTrue(
        hottestTenth > DRAWS / 3, () -> "the hottest tenth of the items has " + hottestTenth);
  }

  @Test
  void uniformNumbersAllComeEquallyOften() {
    long[] counts = counts(NuRand.uniform(1, 100));
    assertEquals(0, counts[0]);
    for (int number = 1; number <= 100; number++) {
      assertEquals(DRAWS / 100.0, counts[number], 6 * Math.sqrt(DRAWS / 100.0));
    }
  }

  @Test
  void aRangeThatIsNoneIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new NuRand(255, 0, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> new NuRand(255, -1, 0, 1));
  }

  /// Clause 2.1.6.1.
  @Test
  void theConstantsOfLoadAndRunAreFarEnoughApart() {
    for (long seed = 0; seed < 2_000; seed++) {
      NuRandConstants constants = NuRandConstants.draw(Compat.STANDARD, seed, seed * 31);
      int delta = Math.abs(constants.lastLoad() - constants.lastRun());
      assertTrue(delta >= 65 && delta <= 119 && delta != 96 && delta != 112, constants::toString);
      assertTrue(constants.customer() <= 1_023 && constants.item() <= 8_191, constants::toString);
      assertEquals(constants.lastLoad(), NuRandConstants.lastLoad(Compat.STANDARD, seed));
    }
    assertFalse(NuRandConstants.allowed(10, 10 + 96));
    assertFalse(NuRandConstants.allowed(10 + 112, 10));
    assertTrue(NuRandConstants.allowed(157, 223));
  }

  @Test
  void allAgentsHaveTheConstantsOfTheFacts() {
    NuRandConstants drawn = NuRandConstants.draw(Compat.STANDARD, 3, 4);
    assertEquals(drawn, NuRandConstants.from(drawn.into(Facts.NONE)));
    assertEquals(
        new NuRandConstants(157, 223, 259, 7_911), NuRandConstants.draw(Compat.BENCHBASE, 3, 4));
  }

  @Test
  void lastNamesAreThreeSyllables() {
    assertEquals("BARBARBAR", LastName.of(0));
    assertEquals("PRICALLYOUGHT", LastName.of(371));
    assertEquals("EINGEINGEING", LastName.of(999));
  }
}
