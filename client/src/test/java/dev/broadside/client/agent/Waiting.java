package dev.broadside.client.agent;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Waits for conditions, with an end.
final class Waiting {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private Waiting() {}

  static void until(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("the condition did not come true");
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
