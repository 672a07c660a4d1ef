package dev.broadside.server.http;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/// Waits for conditions in tests, with a bound.
public final class Await {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(10).toNanos();

  private Await() {}

  /// The first value that is accepted, or a failure that shows the last one.
  public static <T> T until(Supplier<T> value, java.util.function.Predicate<T> accepted) {
    long start = System.nanoTime();
    T last = value.get();
    while (!accepted.test(last)) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new AssertionError("still " + last);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      last = value.get();
    }
    return last;
  }
}
