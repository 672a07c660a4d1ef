package dev.broadside.client.agent;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before the next attempt: anything from nothing to a bound that doubles with
/// each failure (full jitter), so that many agents do not come back at once. Not safe for use by
/// several threads.
final class Backoff {
  private static final long FIRST_BOUND_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LAST_BOUND_NANOS = Duration.ofSeconds(2).toNanos();

  private final RandomGenerator random;
  private long boundNanos = FIRST_BOUND_NANOS;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /// The wait after one more failure.
  Duration next() {
    long wait = random.nextLong(boundNanos + 1);
    boundNanos = Math.min(LAST_BOUND_NANOS, 2 * boundNanos);
    return Duration.ofNanos(wait);
  }

  /// An attempt succeeded.
  void reset() {
    boundNanos = FIRST_BOUND_NANOS;
  }
}
