package dev.broadside.client.link;

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
    assertEquals(Optional.of(new ClockOffset.Estimate(1_000, 10, 5)), clock.best());
    clock.answered(0, 40, 3_020);
    assertEquals(21, clock.best().orElseThrow().roundTripNanos());
  }

  @Test
  void aClockThatWasSetIsBelievedAtOnce() {
    ClockOffset clock = new ClockOffset();
    for (int ping = 0; ping < ClockOffset.WINDOW; ping++) {
      clock.answered(ping * SECOND, 10_000, ping * SECOND + 5_000);
    }
    long set = 37 * SECOND;
    clock.answered(100 * SECOND + set, 40_000_000, 100 * SECOND + 20_000_000);
    ClockOffset.Estimate best = clock.best().orElseThrow();
    assertEquals(-set, best.offsetNanos());
    assertEquals(40_000_000, best.roundTripNanos());
    // An answer that was under way when the clock was set is corrected by the next one.
    clock.answered(100 * SECOND, 10_000, 100 * SECOND + 5_000);
    clock.answered(101 * SECOND + set, 40_000_000, 101 * SECOND + 20_000_000);
    assertEquals(-set, clock.best().orElseThrow().offsetNanos());
  }

  @Test
  void aClockThatIsSlewedKeepsItsBestMeasurement() {
    ClockOffset clock = new ClockOffset();
    clock.answered(0, 10_000, 5_000);
    for (int ping = 1; ping < ClockOffset.WINDOW; ping++) {
      clock.answered(ping * SECOND, 20_000, ping * SECOND + 10_000 + ping * 500_000L);
    }
    assertEquals(Optional.of(new ClockOffset.Estimate(0, 10_000, 5_000)), clock.best());
  }

  @Test
  void whatTheClockDriftsIsToldAndWhatItWasSetIsNot() {
    ClockOffset clock = new ClockOffset();
    assertEquals(0, clock.driftNanos());
    long set = 7 * SECOND;
    long drift = 0;
    for (long ping = 0; ping < 100; ping++) {
      drift = ping * 100_000;
      clock.answered(ping * SECOND, 0, ping * SECOND + 5 * SECOND + drift + (ping < 50 ? 0 : set));
    }
    // A clock that was set is looked at anew for as long as a window.
    assertEquals(drift - ClockOffset.WINDOW * 100_000, clock.driftNanos(), 700_000.0);
  }

  @Test
  void aMomentIsConvertedThereAndBack() {
    ClockOffset.Estimate ahead = new ClockOffset.Estimate(500, 7, 0);
    assertEquals(1_500, ahead.toServer(1_000));
    assertEquals(1_000, ahead.toHost(1_500));
    assertEquals(4, ahead.errorNanos());
  }

  @Test
  void nothingIsKnownBeforeTheFirstAnswer() {
    assertEquals(Optional.empty(), new ClockOffset().best());
  }
}
