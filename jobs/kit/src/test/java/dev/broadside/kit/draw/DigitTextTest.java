package dev.broadside.kit.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DigitTextTest {
  private final DigitText text = new DigitText();
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void groupsAreOfElevenDigits() {
    for (int i = 0; i < 1_000; i++) {
      String c = text.groups(10, random);
      String pad = text.groups(5, random);
      assertTrue(c.matches("\\d{11}(-\\d{11}){9}"), c);
      assertTrue(pad.matches("\\d{11}(-\\d{11}){4}"), pad);
    }
    assertEquals(119, text.groups(10, random).length());
    assertEquals(59, text.groups(5, random).length());
  }

  /// Chi-squared with 9 degrees of freedom: 27.9 is exceeded once in a thousand.
  @Test
  void everyDigitComesEquallyOftenAtEveryPlace() {
    int draws = 20_000;
    int[][] counts = new int[119]['9' + 1];
    for (int i = 0; i < draws; i++) {
      String c = text.groups(10, random);
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
    assertNotEquals(text.groups(10, random), text.groups(10, random));
  }

  @Test
  void numbersAreJoinedByDashesAndFitTheirColumns() {
    List<String> drawn = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      drawn.add(text.numbers(10, 1_073_741_822, random));
      String pad = text.numbers(5, 1_073_741_822, random);
      assertTrue(pad.matches("(\\d{1,10}-){4}\\d{1,10}") && pad.length() <= 60, pad);
    }
    assertTrue(
        drawn.stream().allMatch(c -> c.matches("(\\d{1,10}-){9}\\d{1,10}") && c.length() <= 120),
        drawn::toString);
    assertNotEquals(drawn.getFirst(), drawn.getLast());
  }
}
