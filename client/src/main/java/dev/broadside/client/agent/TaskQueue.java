package dev.broadside.client.agent;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs tasks one at a time, in order, on a virtual thread that lives only while there is something
/// to do: whatever is touched by these tasks alone needs no lock. Safe for use by several threads.
final class TaskQueue implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(TaskQueue.class);

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private final String name;

  /// @param name of the thread: its role
  TaskQueue(String name) {
    this.name = name;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
    if (open.getAndIncrement() == 0) {
      Thread.ofVirtual().name(name).start(this::runAll);
    }
  }

  private void runAll() {
    do {
      Runnable task = tasks.remove();
      try {
        task.run();
      } catch (RuntimeException e) {
        // A mistake of ours in one task must not stop all others.
        LOG.error("unexpected failure in {}", name, e);
      }
    } while (open.decrementAndGet() > 0);
  }
}
