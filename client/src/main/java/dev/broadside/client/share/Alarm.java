package dev.broadside.client.share;

import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/// A task that is done once a while after it was asked for, however often it is asked for
/// meanwhile. Used by the tasks of one executor, on which its own task runs, too.
public final class Alarm {
  private final Time time;
  private final Executor executor;
  private final Duration delay;
  private final Runnable task;
  private Optional<Time.Timer> timer = Optional.empty();
  private long number;

  /// @param executor runs one task at a time
  public Alarm(Time time, Executor executor, Duration delay, Runnable task) {
    this.time = time;
    this.executor = executor;
    this.delay = delay;
    this.task = task;
  }

  /// Lets it ring after the delay; does nothing if it is set.
  public void set() {
    if (timer.isEmpty()) {
      long mine = ++number;
      timer = Optional.of(time.runIn(delay, () -> executor.execute(() -> ring(mine))));
    }
  }

  boolean isSet() {
    return timer.isPresent();
  }

  /// Lets it not ring.
  public void clear() {
    timer.ifPresent(Time.Timer::cancel);
    timer = Optional.empty();
  }

  /// One that was cleared, and perhaps set again, while it waited for its turn does not ring.
  private void ring(long mine) {
    if (isSet() && mine == number) {
      timer = Optional.empty();
      task.run();
    }
  }
}
