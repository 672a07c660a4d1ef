package dev.broadside.jobs.sysbench;

import dev.broadside.core.work.ThreadContext;
import dev.broadside.kit.draw.KeyDistribution;
import java.util.random.RandomGenerator;

/// Draws values of k within one thread's part of the table, so that threads do not meet.
///
/// The parts are `table-size / threads` long; a part that is no whole number is cut down at both
/// ends, and both ends belong to it, as in sysbench.
///
/// @param first the lowest value
/// @param keys draws the distance from it
record KeySlice(int first, KeyDistribution keys) {

  /// The part of one thread among all threads of the job.
  static KeySlice of(Options options, ThreadContext context) {
    return of(options, context.thread(), context.totalThreads());
  }

  static KeySlice of(Options options, int thread, int threads) {
    double length = (double) options.tableSize() / threads;
    int first = (int) (length * thread);
    int last = (int) (length * thread + length);
    return new KeySlice(first, options.keys(last - first + 1L));
  }

  int next(RandomGenerator random) {
    return first + (int) keys.next(random);
  }
}
