package dev.broadside.client.share;

import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/// A task that runs a fixed delay after [#set()]; further calls during the delay change nothing.
/// All methods are called by tasks of one executor, and the task runs on it, too.
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

  /// Starts the delay, if it has not been started.
  public void set() {
    if (timer.isEmpty()) {
      long mine = ++number;
      timer = Optional.of(time.runIn(delay, () -> executor.execute(() -> ring(mine))));
    }
  }

  boolean isSet() {
    return timer.isPresent();
  }

  /// Cancels it.
  public void clear() {
    timer.ifPresent(Time.Timer::cancel);
    timer = Optional.empty();
  }

  /// Does nothing if the alarm was cleared, and perhaps set again, while this waited for its turn.
  private void ring(long mine) {
    if (isSet() && mine == number) {
      timer = Optional.empty();
      task.run();
    }
  }
}
