package dev.broadside.core.recorder;

import dev.broadside.core.work.Observation.Slow;
import java.util.List;
import java.util.OptionalLong;

/// The slowest iterations of one thread in one interval: [#KEPT] entries in a thread's block of
/// longs, where the thread writes them and the sealer takes them out, as it does with counters. An
/// entry whose service time is 0 is free.
///
/// @param first the cell in which they begin
record SlowCells(int first) {
  /// So many are kept of each thread, and of each interval.
  static final int KEPT = 3;

  static final int SERVICE = 0;
  static final int START = 1;
  static final int LATE = 2;
  static final int OUTCOME = 3;
  static final int TRIES = 4;

  /// One more than the index of the operation in which it spent most time; 0 if it had none.
  static final int OPERATION = 5;

  static final int OPERATION_NANOS = 6;

  /// A bit for each operation that ended in it.
  static final int OPERATIONS = 7;

  static final int CONNECTION = 8;
  private static final int FIELDS = 9;
  private static final int CELLS = KEPT * FIELDS;
  private static final Slow.Outcome[] OUTCOMES = Slow.Outcome.values();

  /// The cell after the last one.
  int end() {
    return first + CELLS;
  }

  /// Where the entry begins that the next one takes the place of.
  int fastest(long[] block) {
    int fastest = first;
    for (int entry = first + FIELDS; entry < end(); entry += FIELDS) {
      fastest = block[entry] < block[fastest] ? entry : fastest;
    }
    return fastest;
  }

  /// Takes the entries out of a thread's block.
  void drain(int thread, long[] block, List<SlowIteration> into) {
    for (int entry = first; entry < end(); entry += FIELDS) {
      if (block[entry] != 0) {
        into.add(read(thread, block, entry));
        block[entry] = 0;
      }
    }
  }

  private static SlowIteration read(int thread, long[] block, int entry) {
    long connection = block[entry + CONNECTION];
    return new SlowIteration(
        thread,
        connection == ThreadRecorder.NO_CONNECTION
            ? OptionalLong.empty()
            : OptionalLong.of(connection),
        new SlowIteration.Times(block[entry + START], block[entry + SERVICE], block[entry + LATE]),
        OUTCOMES[(int) block[entry + OUTCOME]],
        (int) block[entry + TRIES],
        (int) block[entry + OPERATION] - 1,
        block[entry + OPERATION_NANOS],
        block[entry + OPERATIONS]);
  }
}
