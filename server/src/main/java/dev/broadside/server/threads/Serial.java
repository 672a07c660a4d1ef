package dev.broadside.server.threads;

import dev.broadside.core.load.Counted;
import dev.broadside.core.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Does one step after another, and goes on if a step throws: the failure of one job must not end
/// the thread that drives all of them. Any thread may give it steps.
public final class Serial implements Executor, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Serial.class);

  private final Executor executor;
  private final Time time;

  /// How often in a row each step has failed that is tried again and again. Belongs to the
  /// executor's thread.
  private final Map<String, Long> failures = new HashMap<>();

  /// Names of the steps that are to be done soon.
  private final Set<String> awaited = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  /// @param executor runs one thing after another
  public Serial(Executor executor, Time time) {
    this.executor = executor;
    this.time = time;
  }

  /// The time by which it repeats.
  public Time time() {
    return time;
  }

  /// Does a step after those given before; does nothing once this is closed.
  @Override
  public void execute(Runnable step) {
    if (!closed) {
      executor.execute(() -> attempt("a step", step));
    }
  }

  /// Does a step after those given before, once even if it is asked for many times until then: a
  /// thousand reports make few looks.
  ///
  /// @param what tells the step from others
  public void soon(String what, Runnable step) {
    if (awaited.add(what)) {
      execute(() -> {
        awaited.remove(what);
        step.run();
      });
    }
  }

  /// Answers a question after the steps given before.
  ///
  /// @return fails with what the question throws
  public <T> CompletableFuture<T> ask(Supplier<T> question) {
    return CompletableFuture.supplyAsync(question, executor);
  }

  /// Does a step soon, and then again and again, a pause after each, until this is closed.
  ///
  /// @param what names the step in the log
  public void repeat(String what, Duration pause, Runnable step) {
    execute(() -> {
      try {
        attempt(what, step);
      } finally {
        time.runIn(pause, () -> repeat(what, pause, step));
      }
    });
  }

  /// Does a step now, on the executor's thread. What it throws goes no further; it is logged
  /// whenever the failures in a row have doubled, since many steps are tried with every tick.
  ///
  /// @param what names the step in the log
  public void attempt(String what, Runnable step) {
    try {
      step.run();
      failures.remove(what);
    } catch (RuntimeException | Error e) {
      long times = failures.merge(what, 1L, Long::sum);
      if (Long.bitCount(times) == 1) {
        LOG.error("{} failed, {} in a row", what, Counted.of(times, "time"), e);
      }
    }
  }

  /// Takes no more steps; those given before are still done.
  @Override
  public void close() {
    closed = true;
  }
}
