package dev.broadside.server.feed;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The order of all that is kept and told: intervals and log lines of all runs.
///
/// Each is numbered, kept and told before the next one is, so numbers grow in the order in which
/// things are told, over restarts too. Whoever has been told a number has therefore been told all
/// before it, and can be told the rest from the store. Safe for use by several threads; what they
/// keep goes through the store's one writer anyway.
public final class History {
  private final ReentrantLock order = new ReentrantLock();
  private long last;
  private volatile long kept;

  /// @param newest the highest number that was ever kept
  /// @param epochMillis the wall clock: numbers that were given and not kept lie below what it
  ///   makes
  public History(long newest, long epochMillis) {
    // A thousand a millisecond are more than are ever made, and stay exact in JavaScript for
    // centuries.
    last = Math.max(newest, epochMillis * 1_000);
    kept = last;
  }

  /// Keeps something, and then tells it. What fails to be kept is not told.
  ///
  /// @param keep is given where the next numbers come from
  /// @param tell must not block
  public <T> void add(Function<LongSupplier, T> keep, Consumer<T> tell) {
    order.lock();
    try {
      T done = keep.apply(() -> ++last);
      // Before it is told: whoever comes in between finds it in the store.
      kept = last;
      tell.accept(done);
    } finally {
      order.unlock();
    }
  }

  /// Everything up to this number is in the store.
  public long kept() {
    return kept;
  }
}
