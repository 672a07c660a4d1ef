package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PortionTest {

  @RepeatedTest(200)
  void allPartsTogetherAreTheWholeWithoutGapOrOverlap(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int of = 1 + random.nextInt(50);
    long whole = random.nextLong(1_000_000);

    long next = 0;
    for (int index = 0; index < of; index++) {
      Portion share = new Portion(index, of);
      assertEquals(next, share.first(whole));
      assertTrue(Math.abs(share.count(whole) - whole / of) <= 1, "parts differ by at most one");
      next += share.count(whole);
    }
    assertEquals(whole, next);
  }

  @Test
  void aPartThatDoesNotExistIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Portion(3, 3));
    assertThrows(IllegalArgumentException.class, () -> new Portion(0, 0));
  }
}
