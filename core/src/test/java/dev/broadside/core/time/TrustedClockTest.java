package dev.broadside.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrustedClockTest {
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");
  private static final Duration YEAR = Duration.ofDays(365);

  private final ManualTime time = new ManualTime(START);
  private TrustedClock clock = new TrustedClock(time, Optional.empty());

  private void restart() {
    clock = new TrustedClock(time, Optional.of(clock.now()));
  }

  @Test
  void aClockThatIsAdjustedIsFollowed() {
    time.advance(Duration.ofDays(400));
    time.stepClock(Duration.ofMinutes(-50));
    assertEquals(time.now(), clock.now());
    time.stepClock(Duration.ofMinutes(50));
    assertEquals(time.now(), clock.now());
    assertEquals(Optional.empty(), clock.doubt());
  }

  @Test
  void aClockThatIsSetIsInDoubtUntilItIsSetBack() {
    for (Duration by : new Duration[] {YEAR, YEAR.negated()}) {
      time.stepClock(by);
      time.advance(Duration.ofDays(30));
      assertEquals(time.now().minus(by), clock.now());
      assertTrue(clock.doubt().isPresent());
      assertEquals(by.isPositive() ? time.now() : clock.now(), clock.latest());
      time.stepClock(by.negated());
      assertEquals(time.now(), clock.now());
      assertEquals(Optional.empty(), clock.doubt());
    }
  }

  @Test
  void aRestartMakesNoClockCredible() {
    for (Duration by : new Duration[] {YEAR, YEAR.negated()}) {
      time.stepClock(by);
      for (int i = 0; i < 3; i++) {
        restart();
        assertEquals(time.now().minus(by), clock.now());
        assertTrue(clock.doubt().isPresent());
        time.advance(Duration.ofHours(20));
      }
      time.stepClock(by.negated());
      restart();
      assertEquals(time.now(), clock.now());
    }
  }

  @Test
  void aPauseOfDaysIsBelievedOnceTheClockHasGoneEvenly() {
    time.stepClock(Duration.ofDays(3));
    restart();
    assertEquals(
        Optional.of(
            "this host's clock says 2026-11-29T12:00:00Z, and from what was known before it ought"
                + " to be about 2026-11-26T12:00:00Z"),
        clock.doubt());
    time.advance(TrustedClock.PROOF.minusSeconds(1));
    assertTrue(clock.doubt().isPresent());
    time.stepClock(Duration.ofHours(2));
    time.advance(Duration.ofSeconds(2));
    assertTrue(clock.doubt().isPresent());
    time.advance(TrustedClock.PROOF);
    assertEquals(time.now(), clock.now());
    assertFalse(clock.doubt().isPresent());
  }

  @Test
  void aLongerPauseIsBelievedWhenSomebodySaysSo() {
    time.stepClock(TrustedClock.PAUSE.plusHours(1));
    restart();
    clock.doubt();
    time.advance(Duration.ofDays(10));
    assertTrue(clock.doubt().isPresent());
    clock.believe();
    assertEquals(time.now(), clock.now());
    assertEquals(Optional.empty(), clock.doubt());
  }
}
