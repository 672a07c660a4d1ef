package dev.broadside.client.engine;

import java.util.random.RandomGenerator;

/// Growing, jittered delays between attempts, so that many threads do not come back all at once.
/// For one thread.
final class RetryDelays {
  private final RandomGenerator random;
  private final long shortestNanos;
  private final long longestNanos;
  private long nextNanos;

  RetryDelays(RandomGenerator random, long shortestNanos, long longestNanos) {
    this.random = random;
    this.shortestNanos = shortestNanos;
    this.longestNanos = longestNanos;
    this.nextNanos = shortestNanos;
  }

  /// The next delay: between half and all of a span that doubles each time.
  long nextNanos() {
    long span = nextNanos;
    nextNanos = Math.min(longestNanos, 2 * span);
    return span / 2 + random.nextLong(span / 2 + 1);
  }

  /// The next delay is the shortest again.
  void clear() {
    nextNanos = shortestNanos;
  }
}
