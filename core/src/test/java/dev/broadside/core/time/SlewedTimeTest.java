package dev.broadside.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SlewedTimeTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long MILLI = 1_000_000;

  private final ManualTime beneath = new ManualTime(Instant.EPOCH);
  private final SlewedTime clock = new SlewedTime(beneath);

  private long lead() {
    return clock.nanos() - beneath.nanos();
  }

  @Test
  void itGainsWhatItIsToGainAndNoFasterThanNtpWould() {
    clock.slewBy(MILLI);
    assertEquals(0, lead());
    beneath.advance(SECOND);
    assertEquals(MILLI / 2, lead());
    beneath.advance(SECOND);
    assertEquals(MILLI, lead());
    beneath.advance(SECOND);
    assertEquals(MILLI, lead());
  }

  @Test
  void whatIsAskedForAmidAnotherSlewIsAdded() {
    clock.slewBy(MILLI);
    beneath.advance(SECOND);
    clock.slewBy(-2 * MILLI);
    assertEquals(MILLI / 2, lead());
    beneath.advance(SECOND);
    assertEquals(0, lead());
    beneath.advance(SECOND.multipliedBy(2));
    assertEquals(-MILLI, lead());
  }

  @Test
  void itNeverGoesBackAndNeverLeapsHoweverItIsSlewed() {
    SplittableRandom random = new SplittableRandom(4);
    long before = clock.nanos();
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(5) == 0) {
        clock.slewBy(random.nextLong(-5 * MILLI, 5 * MILLI));
      }
      long step = random.nextLong(1, 100 * MILLI);
      beneath.advance(Duration.ofNanos(step));
      long gone = clock.nanos() - before;
      assertTrue(Math.abs(gone - step) <= step / SlewedTime.STEEPNESS + 1, gone + " of " + step);
      before = clock.nanos();
    }
  }

  @Test
  void aTaskRunsAtTheFirstMomentOfItsReadingHoweverTheClockIsSlewedMeanwhile() {
    SplittableRandom random = new SplittableRandom(5);
    List<Long> late = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      clock.slewBy(random.nextLong(-MILLI, MILLI));
      long due = clock.nanos() + random.nextLong(1, SECOND.toNanos());
      clock.runAt(due, () -> late.add(clock.nanos() - due));
      if (random.nextBoolean()) {
        clock.slewBy(-random.nextLong(1, MILLI));
      }
      beneath.advance(SECOND.multipliedBy(2));
      assertTrue(late.getLast() >= 0 && late.getLast() <= 1, late.getLast() + " ns late");
    }
    assertEquals(2_000, late.size());
  }

  @Test
  void aTaskThatIsCancelledNeverRuns() {
    List<String> run = new ArrayList<>();
    Time.Timer timer = clock.runAt(clock.nanos() + SECOND.toNanos(), () -> run.add("run"));
    clock.slewBy(-MILLI);
    timer.cancel();
    beneath.advance(SECOND.multipliedBy(5));
    assertEquals(List.of(), run);
  }

  @Test
  void aSleeperWakesWhenTheReadingIsReached() throws InterruptedException {
    SlewedTime real = new SlewedTime(new SystemTime());
    real.slewBy(-20 * MILLI);
    long until = real.nanos() + 30 * MILLI;
    real.sleepUntil(until);
    assertTrue(real.nanos() - until >= 0);
  }
}
