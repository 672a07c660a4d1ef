package dev.broadside.jobs.sysbench04;

import java.util.random.RandomGenerator;

/// How long a thread sleeps before a query, in microseconds.
///
/// @param minMicros always slept
/// @param maxMicros less than this is slept; if it is not above the minimum, the minimum is slept
record ThinkTime(long minMicros, long maxMicros) {

  long draw(RandomGenerator random) {
    return minMicros < maxMicros ? minMicros + random.nextLong(maxMicros - minMicros) : minMicros;
  }

  long longestMicros() {
    return Math.max(minMicros, maxMicros);
  }

  /// Sleeps; an interrupt ends the sleep, and the thread stays interrupted.
  static void sleep(long micros) {
    if (micros <= 0) {
      return;
    }
    try {
      Thread.sleep(micros / 1_000, (int) (micros % 1_000) * 1_000);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
