package dev.broadside.server.jobs;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/// All threads of a simulation in one: tasks run in order, when a test says so.
public final class Loop implements Executor {
  private static final int ENDLESS = 1_000_000;

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private boolean dead;

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
  public void run() {
    for (int i = 0; !tasks.isEmpty(); i++) {
      if (i == ENDLESS) {
        throw new AssertionError("the simulation does not come to rest");
      }
      tasks.remove().run();
    }
  }

  /// Does nothing any more, as a killed process.
  void kill() {
    dead = true;
    tasks.clear();
  }
}
