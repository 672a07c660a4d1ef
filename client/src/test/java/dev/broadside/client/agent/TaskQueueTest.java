package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskQueueTest {
  private static final int TASKS = 100_000;
  private static final int THREADS = 4;

  private final TaskQueue queue = new TaskQueue("a queue");
  private int count;

  @Test
  void itRunsOneTaskAtATime() throws InterruptedException {
    CountDownLatch done = new CountDownLatch(TASKS);
    for (int i = 0; i < THREADS; i++) {
      Thread.ofPlatform()
          .start(() -> {
            for (int task = 0; task < TASKS / THREADS; task++) {
              queue.execute(() -> {
                // Not atomic on purpose: two tasks at a time would lose some.
                count++;
                done.countDown();
              });
            }
          });
    }
    assertTrue(done.await(2, TimeUnit.MINUTES));
    assertEquals(TASKS, count);
  }

  @Test
  void anErrorDoesNotStopTheNextTask() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    queue.execute(() -> {
      throw new OutOfMemoryError("thrown on purpose by a test");
    });
    queue.execute(ran::countDown);
    assertTrue(ran.await(2, TimeUnit.MINUTES));
  }

  @Test
  void aTaskThatFailsDoesNotStopTheNext() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    queue.execute(() -> {
      throw new IllegalStateException("thrown on purpose by a test");
    });
    queue.execute(ran::countDown);
    assertTrue(ran.await(2, TimeUnit.MINUTES));
  }
}
