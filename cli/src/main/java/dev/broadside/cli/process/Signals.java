package dev.broadside.cli.process;

import dev.broadside.cli.shell.ExitStatus;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/// Ends this process by signals the way people expect: the first asks for a graceful end, and the
/// second for a quick one. After SIGTERM or SIGHUP, which nobody may repeat, the graceful end has a
/// deadline, at which the quick one comes by itself. A process that has nothing to do for a quick
/// end is halted then; one that has is halted by the next signal, or a few seconds later.
///
/// Safe for use by several threads.
public final class Signals {
  /// How long a graceful end may take if the command names nothing else.
  private static final Duration USUAL_DEADLINE = Duration.ofSeconds(30);

  /// How long a quick end may take.
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private final IntConsumer halt;
  private final Duration lastWords;
  private final List<Runnable> actions = new ArrayList<>();
  private final CountDownLatch came = new CountDownLatch(1);
  private Optional<Hurry> hurry = Optional.empty();
  private boolean hurried;
  private int status;

  /// A quick end.
  ///
  /// @param deadline when it comes by itself, counted from the first signal
  private record Hurry(Duration deadline, Runnable action) {}

  /// @param halt ends the process at once with a status
  /// @param lastWords how long a quick end may take
  Signals(IntConsumer halt, Duration lastWords) {
    this.halt = halt;
    this.lastWords = lastWords;
  }

  /// Takes the signals over from the JVM, for the rest of the process.
  public static Signals install() {
    Signals signals = new Signals(Runtime.getRuntime()::halt, LAST_WORDS);
    signals.handle("INT", 2, false);
    signals.handle("TERM", 15, true);
    signals.handle("HUP", 1, true);
    return signals;
  }

  /// Runs an action, once, when the first signal comes; at once if it has come already. It must not
  /// throw.
  public void onFirst(Runnable action) {
    synchronized (this) {
      if (status == 0) {
        actions.add(action);
        return;
      }
    }
    action.run();
  }

  /// Runs an action, once, when a second signal comes, or after a deadline if the first one was
  /// SIGTERM or SIGHUP. The process has a few seconds then to end by itself. Called before the
  /// first signal is of interest; the action must not throw.
  ///
  /// @param deadline counted from the first signal
  public synchronized void onSecond(Duration deadline, Runnable action) {
    hurry = Optional.of(new Hurry(deadline, action));
  }

  /// The exit status that the first signal asks for; empty if none has come.
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

  /// A signal has come.
  ///
  /// @param deadline whether nobody may repeat it
  void received(int number, boolean deadline) {
    if (first(number)) {
      if (deadline) {
        later("deadline", hurry().map(Hurry::deadline).orElse(USUAL_DEADLINE), this::hurryOnce);
      }
      due().forEach(Runnable::run);
    } else if (!hurryOnce()) {
      halt();
    }
  }

  private synchronized boolean first(int number) {
    boolean first = status == 0;
    if (first) {
      status = ExitStatus.SIGNAL + number;
      came.countDown();
    }
    return first;
  }

  private synchronized List<Runnable> due() {
    return List.copyOf(actions);
  }

  private synchronized Optional<Hurry> hurry() {
    return hurry;
  }

  /// @return whether it was not done before
  private boolean hurryOnce() {
    synchronized (this) {
      if (hurried) {
        return false;
      }
      hurried = true;
    }
    hurry()
        .ifPresentOrElse(
            end -> {
              later("last-words", lastWords, this::halt);
              end.action().run();
            },
            this::halt);
    return true;
  }

  private void halt() {
    halt.accept(exitStatus().orElseThrow());
  }

  private static void later(String name, Duration delay, Runnable action) {
    Thread.ofPlatform()
        .daemon()
        .name(name)
        .start(() -> {
          try {
            TimeUnit.NANOSECONDS.sleep(delay.toNanos());
          } catch (InterruptedException _) {
            // Nobody interrupts this thread; if someone did, the end would just come sooner.
          }
          action.run();
        });
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
