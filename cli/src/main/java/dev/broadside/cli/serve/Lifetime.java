package dev.broadside.cli.serve;

import dev.broadside.cli.process.ParentWatch;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.shell.ExitStatus;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// How long a process serves: until a signal comes, or, if it was started on a leash, until its
/// standard input ends.
final class Lifetime {
  private final Signals signals = Signals.install();
  private final CountDownLatch end = new CountDownLatch(1);

  /// Begins now.
  ///
  /// @param leash whether the process ends with its standard input
  static Lifetime begin(boolean leash) {
    Lifetime lifetime = new Lifetime();
    lifetime.signals.onFirst(lifetime.end::countDown);
    if (leash) {
      ParentWatch.watch(System.in, lifetime.end::countDown);
    }
    return lifetime;
  }

  /// Interrupts a thread, once, when the end comes while it does something: for starts that may
  /// take for ever.
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
