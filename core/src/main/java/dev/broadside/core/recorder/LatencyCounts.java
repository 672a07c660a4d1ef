package dev.broadside.core.recorder;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.broadside.core.stat.LatencyLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;

/// One count per slot of the [LatencyLayout], for one series, one interval, and the threads of one
/// stripe.
///
/// The slots lie in chunks of [#CHUNK], made when the first value falls into one: a full set is 186
/// KB, of which real latencies touch a tenth. Chunks lie in the [CounterFile], so that they outlive
/// the process. A stripe makes at most [#CHUNKS] in its life, and recording otherwise allocates
/// nothing.
///
/// Adding is safe for several threads where the stripe is shared. Taking counts out needs that
/// nobody adds: see [Recorder].
class LatencyCounts {
  static final int CHUNK_SHIFT = 9;
  static final int CHUNK = 1 << CHUNK_SHIFT;
  static final int CHUNKS = Math.ceilDiv(LatencyLayout.SLOTS, CHUNK);

  private static final VarHandle COUNT = JAVA_LONG.varHandle();
  private static final VarHandle PUBLISHED =
      MethodHandles.arrayElementVarHandle(MemorySegment[].class);

  private final MemorySegment[] chunks = new MemorySegment[CHUNKS];
  private final boolean shared;
  private final IntFunction<MemorySegment> room;

  /// @param shared whether several threads add to it
  /// @param room gives room for the chunk of a number, all zeros
  LatencyCounts(boolean shared, IntFunction<MemorySegment> room) {
    this.shared = shared;
    this.room = room;
  }

  /// Counts a value in a slot. Nothing that the thread stored before comes after it in the file.
  void add(int slot) {
    MemorySegment chunk = chunks[slot >>> CHUNK_SHIFT];
    if (chunk == null) {
      chunk = makeChunk(slot >>> CHUNK_SHIFT);
    }
    long at = (long) (slot & (CHUNK - 1)) << 3;
    if (shared) {
      COUNT.getAndAdd(chunk, at, 1L);
    } else {
      COUNT.setRelease(chunk, at, chunk.get(JAVA_LONG, at) + 1);
    }
  }

  private synchronized MemorySegment makeChunk(int number) {
    if (chunks[number] == null) {
      PUBLISHED.setVolatile(chunks, number, room.apply(number));
    }
    return chunks[number];
  }

  /// Adds all counts to a scratch pad.
  void copyInto(LatencyPad pad) {
    for (int number = 0; number < CHUNKS; number++) {
      MemorySegment chunk = (MemorySegment) PUBLISHED.getAcquire(chunks, number);
      if (chunk != null) {
        pad.add(number, chunk);
      }
    }
  }

  /// Makes all counts zero.
  void clear() {
    for (int number = 0; number < CHUNKS; number++) {
      MemorySegment chunk = (MemorySegment) PUBLISHED.getAcquire(chunks, number);
      if (chunk != null) {
        chunk.fill((byte) 0);
      }
    }
  }
}
