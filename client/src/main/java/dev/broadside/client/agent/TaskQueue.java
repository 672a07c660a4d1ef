package dev.broadside.client.agent;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs tasks one at a time, in order, on a virtual thread that lives only while there is something
/// to do: state that only these tasks touch needs no lock. Safe for use by several threads.
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
      runOne();
    } while (open.decrementAndGet() > 0);
  }

  /// Throws nothing: a failure in one task, even an error such as no more memory, must not stop all
  /// others, because an agent whose queue has stopped still looks alive.
  private void runOne() {
    try {
      tasks.remove().run();
    } catch (Throwable e) {
      tell(e);
    }
  }

  private void tell(Throwable failure) {
    try {
      LOG.error("unexpected failure in {}", name, failure);
    } catch (Throwable _) {
      // There is no memory left even for logging.
    }
  }
}
