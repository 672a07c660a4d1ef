package dev.broadside.jobs.ycsb;

import dev.broadside.kit.draw.UniqueIds;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/// The records that the threads of one agent know: the loaded ones, and those that they have
/// inserted. A record has a place, from 0 to [#size()] - 1, and a number, of which its key is made.
///
/// Loaded ones have their place as their number, a new one a number that no other agent, worker or
/// run takes. Locks and allocates nothing.
final class KeySpace {
  /// If an insert has not ended while so many others have, it is no longer waited for.
  private static final int WINDOW = 1 << 16;

  private final long loaded;
  private final UniqueIds.Fresh fresh;
  private final AtomicLong taken;
  private final AtomicLong known;
  private final AtomicLongArray ended = new AtomicLongArray(WINDOW);
  private final AtomicLong turn = new AtomicLong();

  /// @param fresh the agent's
  KeySpace(long loaded, UniqueIds.Fresh fresh) {
    this.loaded = loaded;
    this.fresh = fresh;
    this.taken = new AtomicLong(loaded);
    this.known = new AtomicLong(loaded);
  }

  long loaded() {
    return loaded;
  }

  /// How many records are known: all loaded ones, and the new ones whose inserts, and all inserts
  /// before, have ended.
  long size() {
    return known.get();
  }

  /// The place of a record that is to be inserted.
  long take() {
    return taken.getAndIncrement();
  }

  /// An insert has ended, well or not.
  void ended(long place) {
    if (place < known.get()) {
      return;
    }
    ended.set(slot(place), place);
    long next = known.accumulateAndGet(place + 1 - WINDOW, Math::max);
    while (ended.get(slot(next)) == next) {
      known.compareAndSet(next, next + 1);
      next = known.get();
    }
  }

  private static int slot(long place) {
    return (int) (place % WINDOW);
  }

  /// A loaded record's place, one after the other over all threads.
  long nextInTurn() {
    return turn.getAndIncrement() % loaded;
  }

  /// The number of the record at a place.
  long number(long place) {
    return place < loaded ? place : fresh.at(place - loaded);
  }
}
