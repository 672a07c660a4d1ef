package dev.broadside.client.agent;

import dev.broadside.core.time.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/// One thread and one clock for a whole test: tasks wait until the test lets them run, and time
/// stands still until the test moves it. Nothing here is left to chance.
public final class Loop implements Executor {
  private static final Duration STEP = Duration.ofMillis(1);

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final ManualTime time = new ManualTime(Instant.parse("2030-01-01T00:00:00Z"));

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  public ManualTime time() {
    return time;
  }

  /// Runs everything that is due now, including what that brings about.
  public void settle() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /// Drops everything that waits.
  void clear() {
    tasks.clear();
  }

  /// Moves time on, millisecond by millisecond, and runs everything that falls due.
  public void pass(Duration span) {
    settle();
    for (Duration passed = Duration.ZERO; passed.compareTo(span) < 0; passed = passed.plus(STEP)) {
      time.advance(STEP);
      settle();
    }
  }
}
