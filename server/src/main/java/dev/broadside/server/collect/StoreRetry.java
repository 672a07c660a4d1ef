package dev.broadside.server.collect;

import dev.broadside.core.time.Time;
import dev.broadside.server.store.base.StoreException;
import java.time.Duration;
import java.util.concurrent.Executor;

/// Waits for a store that cannot be written or read now, which says why itself: a full disk is not
/// to lose what has been counted.
record StoreRetry(Time time) {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Does something now, or when the store takes it.
  ///
  /// @param where it is done then
  void orLater(Executor where, Runnable work) {
    try {
      work.run();
    } catch (StoreException e) {
      later(where, () -> orLater(where, work));
    }
  }

  /// Does something after a while.
  void later(Executor where, Runnable work) {
    time.runIn(PAUSE, () -> where.execute(work));
  }
}
