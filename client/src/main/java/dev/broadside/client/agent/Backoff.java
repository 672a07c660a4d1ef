package dev.broadside.client.agent;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before the next attempt: anything from nothing to a bound that doubles with
/// each failure (full jitter), so that many agents do not come back at once. Not safe for use by
/// several threads.
final class Backoff {
  private static final long FIRST_BOUND_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LAST_BOUND_NANOS = Duration.ofSeconds(2).toNanos();

  private static final Duration FIRST_PATIENCE = Duration.ofSeconds(5);
  private static final Duration LAST_PATIENCE = Duration.ofSeconds(20);

  private final RandomGenerator random;
  private long boundNanos = FIRST_BOUND_NANOS;
  private Duration patience = FIRST_PATIENCE;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /// The wait after one more failure.
  Duration next() {
    long wait = random.nextLong(boundNanos + 1);
    boundNanos = Math.min(LAST_BOUND_NANOS, 2 * boundNanos);
    return Duration.ofNanos(wait);
  }

  /// How long the next attempt may take.
  Duration patience() {
    return patience;
  }

  /// An attempt used up its patience. Longer ones follow: hundreds of agents that give up a busy
  /// server at the same age would keep it busy with handshakes that nobody waits for, for ever.
  void exhausted() {
    Duration longer = patience.multipliedBy(2);
    patience = longer.compareTo(LAST_PATIENCE) < 0 ? longer : LAST_PATIENCE;
  }

  /// An attempt succeeded.
  void reset() {
    boundNanos = FIRST_BOUND_NANOS;
    patience = FIRST_PATIENCE;
  }
}
