package dev.broadside.core.recorder;

import dev.broadside.core.stat.LatencyLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/// One count per slot of the [LatencyLayout], for one series, one interval, and the threads of one
/// stripe.
///
/// The slots lie in chunks of [#CHUNK], made when the first value falls into one: a full set is 188
/// KB, of which real latencies touch a tenth. So a stripe allocates at most [#CHUNKS] times in its
/// life, and recording otherwise allocates nothing.
///
/// Adding is safe for several threads where the stripe is shared. Draining needs that nobody adds:
/// see [Recorder].
final class LatencyCounts {
  static final int CHUNK_SHIFT = 10;
  static final int CHUNK = 1 << CHUNK_SHIFT;
  static final int CHUNKS = Math.ceilDiv(LatencyLayout.SLOTS, CHUNK);

  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle PUBLISHED = MethodHandles.arrayElementVarHandle(long[][].class);

  private final long[][] chunks = new long[CHUNKS][];
  private final boolean shared;

  /// @param shared whether several threads add to it
  LatencyCounts(boolean shared) {
    this.shared = shared;
  }

  /// Counts a value in a slot.
  void add(int slot) {
    long[] chunk = chunks[slot >>> CHUNK_SHIFT];
    if (chunk == null) {
      chunk = makeChunk(slot >>> CHUNK_SHIFT);
    }
    int at = slot & (CHUNK - 1);
    if (shared) {
      COUNT.getAndAdd(chunk, at, 1L);
    } else {
      chunk[at]++;
    }
  }

  private long[] makeChunk(int number) {
    PUBLISHED.compareAndSet(chunks, number, null, new long[CHUNK]);
    return (long[]) PUBLISHED.getVolatile(chunks, number);
  }

  /// Moves all counts into a scratch pad, so that these are zero again.
  void drainInto(LatencyPad pad) {
    for (int number = 0; number < CHUNKS; number++) {
      long[] chunk = (long[]) PUBLISHED.getAcquire(chunks, number);
      if (chunk != null && pad.take(number, chunk)) {
        Arrays.fill(chunk, 0);
      }
    }
  }
}
