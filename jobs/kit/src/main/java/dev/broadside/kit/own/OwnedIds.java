package dev.broadside.kit.own;

import dev.broadside.core.work.ThreadContext;

/// Ids of a table of which each load thread owns some: the partition in the high bits, a sequence
/// within the partition in the low ones.
///
/// ```
///  0 | partition: 23 bits, 0 to 9,999 | sequence: 40 bits
/// ```
///
/// A load thread owns a contiguous range of partitions, so one range of ids: it alone inserts and
/// deletes there, and reads what it owns with one range scan. The loader spreads its rows evenly
/// over all partitions, so threads own equally much.
///
/// @param first partition of a thread
/// @param end the next thread's first
public record OwnedIds(int first, int end) {
  /// As many as a job may have threads.
  public static final int PARTITIONS = 10_000;

  /// How many ids a partition has.
  public static final long PER_PARTITION = 1L << 40;

  /// The ids of one load thread.
  public static OwnedIds of(ThreadContext context) {
    return of(context.thread(), context.totalThreads());
  }

  /// @param thread from 0 to threads - 1
  public static OwnedIds of(int thread, int threads) {
    return new OwnedIds(first(thread, threads), first(thread + 1, threads));
  }

  private static int first(int thread, int threads) {
    return (int) ((long) thread * PARTITIONS / threads);
  }

  /// The id of a loaded row.
  ///
  /// @param number from 0 to total - 1; ids grow with it
  public static long loaded(long number, long total) {
    int partition = (int) (number * PARTITIONS / total);
    long firstOfPartition = Math.ceilDiv(partition * total, PARTITIONS);
    return id(partition, number - firstOfPartition);
  }

  public static long id(int partition, long sequence) {
    return partition * PER_PARTITION + sequence;
  }

  public static int partition(long id) {
    return (int) (id / PER_PARTITION);
  }

  public static long sequence(long id) {
    return id % PER_PARTITION;
  }

  /// The lowest id of this thread.
  public long lowest() {
    return id(first, 0);
  }

  /// The lowest id of the next thread.
  public long endId() {
    return id(end, 0);
  }
}
