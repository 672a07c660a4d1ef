package dev.broadside.jobs.igenoltp;

/// Order ids: the partition in the high bits, a sequence within the partition in the low ones.
///
/// ```
///  0 | partition: 23 bits, 0 to 9,999 | sequence: 40 bits
/// ```
///
/// A load thread owns a contiguous range of partitions, so one range of ids: it alone inserts and
/// deletes there, whatever the number of threads, and reads what it owns with one range scan. The
/// loader spreads its orders evenly over all partitions, so threads own equally much.
final class OrderIds {
  /// As many as a job may have threads.
  static final int PARTITIONS = 10_000;

  /// Ids of one partition.
  static final long PER_PARTITION = 1L << 40;

  private OrderIds() {}

  static long id(int partition, long sequence) {
    return partition * PER_PARTITION + sequence;
  }

  static int partition(long id) {
    return (int) (id / PER_PARTITION);
  }

  static long sequence(long id) {
    return id % PER_PARTITION;
  }

  /// The id of a loaded order.
  ///
  /// @param number from 0 to total - 1; ids grow with it
  static long loaded(long number, long total) {
    int partition = (int) (number * PARTITIONS / total);
    long firstOfPartition = Math.ceilDiv(partition * total, PARTITIONS);
    return id(partition, number - firstOfPartition);
  }

  /// The first partition of a thread's range; the range ends where the next thread's begins.
  static int firstPartition(int thread, int threads) {
    return (int) ((long) thread * PARTITIONS / threads);
  }
}
