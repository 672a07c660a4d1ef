package dev.broadside.server.threads;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Runs long computations, such as a report of a week. On virtual threads they would occupy the few
/// carrier threads. These threads have a low priority; a few run at a time, and a bounded number
/// wait.
///
/// Safe for use by several threads.
public final class HeavyThreads implements AutoCloseable {
  /// How many are at work or wait, for their turn or their clients.
  public static final int MOST = 16;

  private static final int IDLE_SECONDS = 10;

  private final Semaphore turns;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MOST,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          ServerThreads.givingWay("heavy"));

  /// @param atOnce how many are at work at a time
  public HeavyThreads(int atOnce) {
    turns = new Semaphore(atOnce, true);
  }

  /// Half of the host's processors, so that others are free.
  public static HeavyThreads start() {
    return new HeavyThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  /// Runs a task. False if it was refused, since [#MOST] run or wait already.
  public boolean offer(Runnable work) {
    try {
      threads.execute(() -> inTurn(work));
      return true;
    } catch (RejectedExecutionException _) {
      return false;
    }
  }

  private void inTurn(Runnable work) {
    turns.acquireUninterruptibly();
    try {
      work.run();
    } finally {
      turns.release();
    }
  }

  /// Waits, in the midst of work, while another has its turn.
  public void pause(Runnable wait) {
    turns.release();
    try {
      wait.run();
    } finally {
      turns.acquireUninterruptibly();
    }
  }

  /// Takes nothing more, and interrupts what is at work.
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
