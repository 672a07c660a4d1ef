package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void theInjectedOffsetIsFoundWithinHalfTheRoundTripInEveryTrial() {
    SplittableRandom random = new SplittableRandom(6);
    for (int trial = 0; trial < 1_000; trial++) {
      long offset = random.nextLong(-3_600 * SECOND, 3_600 * SECOND);
      ClockOffset clock = new ClockOffset();
      long now = 1_900_000_000L * SECOND;
      for (int ping = 0; ping < 20; ping++) {
        // One way may take a thousand times as long as the other.
        long there = random.nextLong(1 + SECOND / (1L << random.nextInt(20)));
        long back = random.nextLong(1 + SECOND / (1L << random.nextInt(20)));
        clock.answered(now, there + back, now + there + offset);
        now += SECOND;
      }
      ClockOffset.Estimate best = clock.best().orElseThrow();
      long wrong = Math.abs(best.offsetNanos() - offset);
      assertTrue(wrong <= best.errorNanos(), "trial " + trial + " is wrong by " + wrong + " ns");
    }
  }

  @Test
  void theShortestRoundTripOfTheLastEightCounts() {
    ClockOffset clock = new ClockOffset();
    clock.answered(0, 10, 1_005);
    for (int ping = 1; ping < ClockOffset.WINDOW; ping++) {
      clock.answered(0, 20 + ping, 2_000);
    }
    assertEquals(Optional.of(new ClockOffset.Estimate(1_000, 10)), clock.best());
    clock.answered(0, 40, 3_020);
    assertEquals(21, clock.best().orElseThrow().roundTripNanos());
  }

  @Test
  void aMomentIsConvertedThereAndBack() {
    ClockOffset.Estimate ahead = new ClockOffset.Estimate(500, 7);
    assertEquals(1_500, ahead.toServer(1_000));
    assertEquals(1_000, ahead.toHost(1_500));
    assertEquals(4, ahead.errorNanos());
  }

  @Test
  void nothingIsKnownBeforeTheFirstAnswer() {
    assertEquals(Optional.empty(), new ClockOffset().best());
  }
}
