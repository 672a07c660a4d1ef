package dev.broadside.core.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ManualTimeTest {
  private final ManualTime time = new ManualTime(Instant.EPOCH);

  @Test
  void tasksRunInOrderOfTheirTimeAndThenOfTheirCall() {
    List<String> ran = new ArrayList<>();
    time.runIn(Duration.ofSeconds(2), () -> ran.add("late"));
    time.runIn(Duration.ofSeconds(1), () -> ran.add("first at " + time.now()));
    time.runIn(Duration.ofSeconds(1), () -> ran.add("second"));

    time.advance(Duration.ofSeconds(1));

    assertEquals(List.of("first at 1970-01-01T00:00:01Z", "second"), ran);
  }

  @Test
  void aTaskMayAddTasksWithinTheSameSpan() {
    List<Instant> ticks = new ArrayList<>();
    tick(ticks);

    time.advance(Duration.ofSeconds(3));

    assertEquals(3, ticks.size());
    assertEquals(Instant.EPOCH.plusSeconds(3), ticks.getLast());
  }

  private void tick(List<Instant> ticks) {
    time.runIn(
        Duration.ofSeconds(1),
        () -> {
          ticks.add(time.now());
          tick(ticks);
        });
  }

  @Test
  void aCancelledTaskDoesNotRun() {
    List<String> ran = new ArrayList<>();
    time.runIn(Duration.ofSeconds(1), () -> ran.add("x")).cancel();

    time.advance(Duration.ofSeconds(5));

    assertEquals(List.of(), ran);
  }

  @Test
  void aSleeperWakesWhenItsTimeHasCome() throws InterruptedException {
    CountDownLatch awake = new CountDownLatch(1);
    Thread.ofVirtual()
        .start(() -> {
          try {
            time.sleepUntil(Duration.ofSeconds(10).toNanos());
            awake.countDown();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });

    time.advance(Duration.ofSeconds(10));

    awake.await();
  }
}
