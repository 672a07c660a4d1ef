package dev.broadside.kit.load;

import dev.broadside.kit.jdbc.Target;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Does work on a target's tables with several connections at once.
public final class Parallel {

  /// One piece of work, on a connection in auto-commit that was made for it.
  @FunctionalInterface
  public interface Task {
    void run(Connection connection) throws SQLException;
  }

  /// What one thread does.
  @FunctionalInterface
  interface Loop {
    void run() throws SQLException;
  }

  private Parallel() {}

  /// Does all tasks on a number of connections; returns when all are done.
  ///
  /// @throws SQLException the first failure, with the others attached to it; what was not begun by
  ///   then is left out
  public static void run(Target target, int connections, List<? extends Task> tasks)
      throws SQLException, InterruptedException {
    Queue<Task> left = new ConcurrentLinkedQueue<>(tasks);
    run(Math.min(connections, tasks.size()), () -> drain(target, left));
  }

  private static void drain(Target target, Queue<Task> left) throws SQLException {
    try (Connection connection = target.connect(Target.Purpose.LOAD)) {
      for (Task task = left.poll(); task != null; task = left.poll()) {
        task.run(connection);
      }
    } catch (SQLException | RuntimeException failure) {
      left.clear();
      throw failure;
    }
  }

  /// Runs the same loop on several threads, waits for all, and throws the first failure with the
  /// others attached to it.
  static void run(int threads, Loop loop) throws SQLException, InterruptedException {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService pool =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("load-", 0).factory())) {
      for (int i = 0; i < threads; i++) {
        running.add(
            pool.submit(() -> {
              loop.run();
              return true;
            }));
      }
      await(running);
    }
  }

  private static void await(List<Future<?>> running) throws SQLException, InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    for (Future<?> thread : running) {
      try {
        thread.get();
      } catch (ExecutionException failure) {
        failures.add(failure.getCause());
      }
    }
    if (!failures.isEmpty()) {
      SQLException first =
          new SQLException(
              "loading failed: " + failures.getFirst().getMessage(), failures.getFirst());
      failures.stream().skip(1).forEach(first::addSuppressed);
      throw first;
    }
  }
}
