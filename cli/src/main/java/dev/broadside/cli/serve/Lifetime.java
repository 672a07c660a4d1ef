package dev.broadside.cli.serve;

import dev.broadside.cli.process.Leash;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.shell.ExitStatus;
import java.util.concurrent.CountDownLatch;

/// How long a process serves: until a signal comes, or until its leash ends where it has one.
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
      Leash.watch(System.in, lifetime.end::countDown);
    }
    return lifetime;
  }

  /// Interrupts a thread, once, when the end comes: for starts that may take for ever.
  void interruptAtEnd(Thread thread) {
    Thread.ofPlatform()
        .daemon()
        .name("end")
        .start(() -> {
          try {
            end.await();
            thread.interrupt();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          }
        });
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
