package dev.broadside.jobs.sysbench04;

/// Ids that no thread gives twice before all ids were given: one sequence over the whole job, of
/// which each thread takes every so-manyth.
///
/// The n-th id is n x 2147483647 modulo the size, plus 1; that is a permutation, since the
/// multiplier is prime and larger than any size. The tool has all threads draw from one sequence
/// under a lock, which would not reach over several hosts.
final class UniqueIds {
  private static final long LARGE_PRIME = 2_147_483_647;

  private final long size;
  private final int threads;
  private long number;

  /// @param size how many ids there are; less than 2147483647
  /// @param thread this thread's number in the job, from 0
  /// @param threads how many threads the job has
  UniqueIds(long size, int thread, int threads) {
    this.size = size;
    this.threads = threads;
    this.number = 1L + thread;
  }

  long next() {
    long id = (LARGE_PRIME % size) * (number % size) % size + 1;
    number += threads;
    return id;
  }
}
