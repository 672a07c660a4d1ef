package dev.broadside.jobs.sysbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RandomTextTest {
  private final RandomText text = new RandomText();
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void cIsTenGroupsOfElevenDigitsAndPadIsFive() {
    for (int i = 0; i < 1_000; i++) {
      String c = text.c(random);
      String pad = text.pad(random);
      assertTrue(c.matches("\\d{11}(-\\d{11}){9}"), c);
      assertTrue(pad.matches("\\d{11}(-\\d{11}){4}"), pad);
    }
    assertEquals(119, text.c(random).length());
    assertEquals(59, text.pad(random).length());
  }

  /// Chi-squared with 9 degrees of freedom: 27.9 is exceeded once in a thousand.
  @Test
  void everyDigitComesEquallyOftenAtEveryPlace() {
    int draws = 20_000;
    int[][] counts = new int[119]['9' + 1];
    for (int i = 0; i < draws; i++) {
      String c = text.c(random);
      for (int place = 0; place < 119; place++) {
        counts[place][c.charAt(place)]++;
      }
    }
    for (int place : new int[] {0, 1, 10, 12, 60, 108, 117, 118}) {
      double chiSquared = 0;
      for (char digit = '0'; digit <= '9'; digit++) {
        double off = counts[place][digit] - draws / 10.0;
        chiSquared += off * off / (draws / 10.0);
      }
      double found = chiSquared;
      assertTrue(found < 27.9, () -> "chi-squared " + found);
    }
  }

  @Test
  void noTwoAreEqual() {
    assertNotEquals(text.c(random), text.c(random));
  }
}
