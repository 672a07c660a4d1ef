package dev.broadside.server.collect;

import dev.broadside.core.time.Time;
import dev.broadside.server.store.base.StoreException;
import java.time.Duration;
import java.util.concurrent.Executor;

/// Repeats work while the store fails, so that a full disk loses no records. The store itself logs
/// why.
record StoreRetry(Time time) {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /// Does something now, or again later if the store fails.
  ///
  /// @param where the executor that tries again
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
