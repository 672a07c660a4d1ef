package dev.broadside.core.recorder;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.broadside.core.stat.LatencyLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// One count per slot of the [LatencyLayout] and series, for one interval and the threads of one
/// stripe.
///
/// The slots lie in chunks of [#CHUNK], made when the first value falls into one: a full set is 186
/// KB, of which real latencies touch a tenth. Chunks lie in the [CounterFile], so that they outlive
/// the process. A stripe makes at most [#CHUNKS] of a series in its life, and recording otherwise
/// allocates nothing.
///
/// Between two values a driver and a kernel have used the caches, so the cost is the number of
/// cache lines that a value touches: that of its chunk's place, next to its neighbours', and that
/// of its count.
///
/// Adding is safe for several threads if the stripe is shared. While counts are taken out, no
/// thread may add: see [Recorder].
class LatencyCounts {
  static final int CHUNK_SHIFT = 9;
  static final int CHUNK = 1 << CHUNK_SHIFT;
  static final int CHUNKS = Math.ceilDiv(LatencyLayout.SLOTS, CHUNK);
  static final long CHUNK_BYTES = 8L * CHUNK;

  private static final VarHandle COUNT = JAVA_LONG.varHandle();
  private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(long[].class);

  /// The chunk does not exist yet.
  private static final long NONE = 0;

  /// The chunk is in this process's own memory, since the file has no more room.
  private static final long OUTSIDE = -1;

  private final CounterFile file;
  private final MemorySegment memory;
  private final boolean shared;
  private final int slotOfRing;

  /// The beginning of each chunk's counts in the file, or one of the two values above.
  private final long[] places;

  private final MemorySegment[] outside;

  /// @param file where the counts lie
  /// @param slotOfRing which slot of the [Recorder] it is
  /// @param series how many series there are
  LatencyCounts(CounterFile file, int slotOfRing, int series) {
    this.file = file;
    this.memory = file.memory();
    this.shared = file.shared();
    this.slotOfRing = slotOfRing;
    places = new long[series * CHUNKS];
    outside = new MemorySegment[series * CHUNKS];
  }

  /// Counts a value in a slot. All earlier stores of the thread are in the file before it.
  void add(int series, int slot) {
    int chunk = series * CHUNKS + (slot >>> CHUNK_SHIFT);
    long at = (long) (slot & (CHUNK - 1)) << 3;
    long place = places[chunk];
    if (place == NONE) {
      place = makeChunk(chunk);
    }
    if (place == OUTSIDE) {
      addOne(counts(chunk), at);
    } else {
      addOne(memory, place + at);
    }
  }

  private void addOne(MemorySegment counts, long at) {
    if (shared) {
      COUNT.getAndAdd(counts, at, 1L);
    } else {
      COUNT.setRelease(counts, at, counts.get(JAVA_LONG, at) + 1);
    }
  }

  private synchronized long makeChunk(int chunk) {
    if (places[chunk] == NONE) {
      long place = file.chunk(slotOfRing, chunk / CHUNKS, chunk % CHUNKS).orElse(OUTSIDE);
      if (place == OUTSIDE) {
        outside[chunk] = Arena.ofAuto().allocate(CHUNK_BYTES, JAVA_LONG.byteAlignment());
      }
      PLACE.setVolatile(places, chunk, place);
    }
    return places[chunk];
  }

  /// Adds all counts of a series to a scratch pad.
  void copyInto(LatencyPad pad, int series) {
    for (int number = 0; number < CHUNKS; number++) {
      int chunk = series * CHUNKS + number;
      if (made(chunk)) {
        pad.add(number, counts(chunk));
      }
    }
  }

  private boolean made(int chunk) {
    return (long) PLACE.getAcquire(places, chunk) != NONE;
  }

  /// The counts of a chunk that some thread has made.
  private MemorySegment counts(int chunk) {
    long place = (long) PLACE.getAcquire(places, chunk);
    return place == OUTSIDE ? outside[chunk] : memory.asSlice(place, CHUNK_BYTES);
  }

  /// Makes all counts zero.
  void clear() {
    for (int chunk = 0; chunk < places.length; chunk++) {
      if (made(chunk)) {
        counts(chunk).fill((byte) 0);
      }
    }
  }
}
