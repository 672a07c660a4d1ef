package dev.broadside.client.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.time.SystemTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PauseTest {
  private static final long HOUR = 3_600_000_000_000L;

  private final SystemTime time = new SystemTime();

  @Test
  void aSleepThatNobodyDisturbsLastsUntilItsTime() {
    Pause pause = new Pause(time);
    long until = time.nanos() + 2_000_000;

    assertTrue(pause.until(until));
    assertTrue(time.nanos() - until >= 0);
  }

  @Test
  void aWakeThatComesEarlyEndsTheNextSleepOnly() {
    Pause pause = new Pause(time);
    pause.wake();

    assertFalse(pause.until(time.nanos() + HOUR));
    assertTrue(pause.until(time.nanos()));
  }

  @Test
  void anInterruptLeftOverByJobCodeDoesNotWake() {
    Pause pause = new Pause(time);
    Thread.currentThread().interrupt();

    assertTrue(pause.until(time.nanos() + 1_000_000));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void noInterruptEverReachesTheWorkBetweenSleeps() throws InterruptedException {
    Pause pause = new Pause(time);
    AtomicInteger woken = new AtomicInteger();
    AtomicInteger leaked = new AtomicInteger();
    Thread sleeper =
        Thread.ofPlatform()
            .start(() -> {
              while (woken.get() < 2_000) {
                if (!pause.until(time.nanos() + 20_000)) {
                  woken.incrementAndGet();
                }
                leaked.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
              }
            });
    while (sleeper.isAlive()) {
      pause.wake();
    }
    sleeper.join();

    assertEquals(0, leaked.get());
  }
}
