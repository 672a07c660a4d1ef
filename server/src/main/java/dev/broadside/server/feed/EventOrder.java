package dev.broadside.server.feed;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The order in which the intervals and log lines of all runs are stored and sent to viewers.
///
/// Each is numbered, stored and sent before the next one, so numbers grow in the order of sending,
/// over restarts too. A viewer that has seen a number has therefore seen all before it, and gets
/// the rest from the store. Safe for use by several threads; what they keep goes through the
/// store's one writer anyway.
public final class EventOrder {
  private final ReentrantLock order = new ReentrantLock();
  private long last;
  private volatile long kept;

  /// @param newest the highest number in the store
  /// @param epochMillis the wall clock; numbers that were given but not stored lie below those made
  ///   from it
  public EventOrder(long newest, long epochMillis) {
    // A thousand a millisecond are more than are ever made, and stay exact in JavaScript for
    // centuries.
    last = Math.max(newest, epochMillis * 1_000);
    kept = last;
  }

  /// Stores something, and then sends it. What could not be stored is not sent.
  ///
  /// @param keep stores it with the next numbers, which it is given
  /// @param tell sends what was stored; must not block
  public <T> void add(Function<LongSupplier, T> keep, Consumer<T> tell) {
    order.lock();
    try {
      T done = keep.apply(() -> ++last);
      // Before it is sent: a viewer that connects in between finds it in the store.
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
