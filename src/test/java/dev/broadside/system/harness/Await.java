package dev.broadside.system.harness;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Waits for conditions, and says what was missing where they do not come true in time.
public final class Await {
  private static final Duration STEP = Duration.ofMillis(20);

  private Await() {}

  /// Waits until the condition holds.
  ///
  /// @param what the condition in words
  /// @param found asked when time is up, to say what there was instead
  public static void until(
      Duration atMost, String what, BooleanSupplier condition, Supplier<Object> found) {
    value(
        atMost, what, () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty(), found);
  }

  /// Waits until there is a value, and returns it.
  public static <T> T value(
      Duration atMost, String what, Supplier<Optional<T>> value, Supplier<Object> found) {
    long end = System.nanoTime() + atMost.toNanos();
    while (true) {
      Optional<T> now = value.get();
      if (now.isPresent()) {
        return now.get();
      }
      if (System.nanoTime() - end >= 0) {
        throw new AssertionError(
            "waited " + atMost.toSeconds() + " s in vain for " + what + "; found: " + found.get());
      }
      LockSupport.parkNanos(STEP.toNanos());
    }
  }
}
