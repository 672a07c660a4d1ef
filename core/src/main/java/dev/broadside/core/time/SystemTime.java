package dev.broadside.core.time;

import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The real time. One daemon thread, `timer`, runs the tasks given to [#runAt].
public final class SystemTime implements Time {
  private final ScheduledThreadPoolExecutor timer;

  public SystemTime() {
    timer =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("timer").daemon().factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void sleepUntil(long nanos) throws InterruptedException {
    for (long left = nanos - nanos(); left > 0; left = nanos - nanos()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }

  @Override
  public Timer runAt(long nanos, Runnable task) {
    // Only single delays, each from an absolute reading: the errors of a period would add up.
    Future<?> future = timer.schedule(task, Math.max(0, nanos - nanos()), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }
}
