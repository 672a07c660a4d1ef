package dev.broadside.cli.process;

import dev.broadside.cli.shell.ExitStatus;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ends this process by signals the way people expect: the first asks for a graceful end, and the
/// second ends it at once. After SIGTERM or SIGHUP, which nobody may repeat, the graceful end has a
/// deadline.
///
/// Safe for use by several threads.
public final class Signals {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final List<Runnable> actions = new ArrayList<>();
  private final CountDownLatch came = new CountDownLatch(1);
  private int status;

  private Signals() {}

  /// Takes the signals over from the JVM, for the rest of the process.
  public static Signals install() {
    Signals signals = new Signals();
    signals.handle("INT", 2, false);
    signals.handle("TERM", 15, true);
    signals.handle("HUP", 1, true);
    return signals;
  }

  /// No signal ever comes: for commands that run inside another process.
  public static Signals none() {
    return new Signals();
  }

  /// Runs an action, once, when the first signal comes; at once where it has come already. It must
  /// not throw.
  public void onFirst(Runnable action) {
    synchronized (this) {
      if (status == 0) {
        actions.add(action);
        return;
      }
    }
    action.run();
  }

  /// The exit status that the first signal asks for; empty where none has come.
  public synchronized OptionalInt exitStatus() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /// Waits for the first signal.
  ///
  /// @return its exit status
  public int await() throws InterruptedException {
    came.await();
    return exitStatus().orElseThrow();
  }

  private void received(int number, boolean deadline) {
    int asked = ExitStatus.SIGNAL + number;
    List<Runnable> due;
    synchronized (this) {
      if (status != 0) {
        Runtime.getRuntime().halt(asked);
      }
      status = asked;
      due = List.copyOf(actions);
    }
    came.countDown();
    if (deadline) {
      Thread.ofPlatform().daemon().name("deadline").start(() -> haltAfterDeadline(asked));
    }
    due.forEach(Runnable::run);
  }

  private static void haltAfterDeadline(int asked) {
    try {
      TimeUnit.NANOSECONDS.sleep(DEADLINE.toNanos());
    } catch (InterruptedException _) {
      // Nobody interrupts this thread; if someone did, the end would just come sooner.
    }
    Runtime.getRuntime().halt(asked);
  }

  /// The JDK has signal handlers, but only in a class that the compiler refuses to name without a
  /// warning.
  private void handle(String name, int number, boolean deadline) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      InvocationHandler action =
          (proxy, method, arguments) -> {
            received(number, deadline);
            return proxy;
          };
      Object handling =
          Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, action);
      Object which = signal.getConstructor(String.class).newInstance(name);
      signal.getMethod("handle", signal, handler).invoke(signal, which, handling);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this JVM offers no signal handlers", e);
    }
  }
}
