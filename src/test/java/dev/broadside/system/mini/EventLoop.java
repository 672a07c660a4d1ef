package dev.broadside.system.mini;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/// All threads of a simulated process in one: tasks wait, in order, until they are let run. Any
/// thread may add tasks.
final class EventLoop implements Executor {
  private static final int ENDLESS = 1_000_000;

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private volatile boolean dead;

  @Override
  public void execute(Runnable task) {
    if (!dead) {
      tasks.add(task);
    }
  }

  boolean idle() {
    return tasks.isEmpty();
  }

  /// Runs what is there and what that leads to.
  void run() {
    int done = 0;
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
      if (++done == ENDLESS) {
        throw new AssertionError("the simulation does not come to rest");
      }
    }
  }

  /// Does nothing any more, as a killed process.
  void kill() {
    dead = true;
    tasks.clear();
  }
}
