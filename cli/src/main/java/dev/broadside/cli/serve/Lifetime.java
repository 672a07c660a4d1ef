package dev.broadside.cli.serve;

import dev.broadside.cli.process.Signals;
import dev.broadside.cli.shell.ExitStatus;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// How long a process serves: until a signal comes, or, if it is asked to, until its standard input
/// ends. The process that started it then ends it by closing a pipe, and ends it even when it is
/// killed itself.
final class Lifetime {
  private final Signals signals = Signals.install();
  private final CountDownLatch end = new CountDownLatch(1);

  /// Begins now.
  ///
  /// @param endWithStdin whether the process ends with its standard input
  static Lifetime begin(boolean endWithStdin) {
    Lifetime lifetime = new Lifetime();
    lifetime.signals.onFirst(lifetime.end::countDown);
    if (endWithStdin) {
      atEndOf(System.in, lifetime.end::countDown);
    }
    return lifetime;
  }

  /// Runs an action when a stream ends, on a daemon thread.
  static void atEndOf(InputStream in, Runnable action) {
    Thread.ofPlatform()
        .daemon()
        .name("stdin")
        .start(() -> {
          readToEnd(in);
          action.run();
        });
  }

  private static void readToEnd(InputStream in) {
    try {
      in.skipNBytes(Long.MAX_VALUE);
    } catch (IOException _) {
      // An end is an end, however it comes: EOFException is what we wait for.
    }
  }

  /// Interrupts a thread, once, when the end comes before the result is closed: for a start that
  /// may wait for a server without end.
  Interruption interruptAtEnd(Thread thread) {
    Interruption interruption = new Interruption(thread);
    Thread.ofPlatform()
        .daemon()
        .name("end")
        .start(() -> {
          try {
            end.await();
            interruption.interrupt();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
    return interruption;
  }

  /// Closed by the thread that may be interrupted: from then on it is not any more.
  static final class Interruption implements AutoCloseable {
    private final Thread thread;
    private boolean over;

    private Interruption(Thread thread) {
      this.thread = thread;
    }

    private synchronized void interrupt() {
      if (!over) {
        thread.interrupt();
      }
    }

    @Override
    public synchronized void close() {
      over = true;
      Thread.interrupted();
    }
  }

  /// Runs an action when a second signal comes, or a deadline after the first has passed.
  void onSecond(Duration deadline, Runnable action) {
    signals.onSecond(deadline, action);
  }

  /// Whether it ended by a signal.
  boolean signalled() {
    return signals.exitStatus().isPresent();
  }

  boolean over() {
    return end.getCount() == 0;
  }

  void await() throws InterruptedException {
    end.await();
  }

  int exitStatus() {
    return signals.exitStatus().orElse(ExitStatus.OK);
  }
}
