package dev.broadside.server.collect;

import java.util.concurrent.atomic.AtomicLong;

/// Numbers events of live streams: each higher than the one before, over restarts too. Safe for use
/// by several threads.
public final class EventIds {
  private final AtomicLong last;

  /// @param newest the highest number that was ever given and kept
  /// @param epochMillis the wall clock: numbers that were given and not kept lie below what it
  ///   makes
  public EventIds(long newest, long epochMillis) {
    // A thousand events a millisecond are more than are ever made; the sum stays exact in
    // JavaScript for centuries.
    last = new AtomicLong(Math.max(newest, epochMillis * 1_000));
  }

  public long next() {
    return last.incrementAndGet();
  }
}
