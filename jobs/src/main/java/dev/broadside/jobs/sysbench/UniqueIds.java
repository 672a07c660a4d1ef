package dev.broadside.jobs.sysbench;

/// Ids that look random and never come twice, within one job on all its agents: every 32-bit number
/// once, before any comes again. For one thread.
///
/// Thread t of n takes the indexes t, t + n, t + 2n, ... and turns each into an id by two
/// permutations of the 32-bit numbers with an offset between them. The permutation is that of
/// quadratic residues modulo a prime p with p mod 4 = 3: x squared for x up to p/2, p minus that
/// above (J. Preshing: How to Generate a Sequence of Unique Random Integers, 2012). sysbench's
/// `rand.unique` is of the same kind.
final class UniqueIds {
  private static final long PRIME = 4_294_967_291L;
  private static final long MASK = 0xFFFF_FFFFL;
  private static final long SCRAMBLE = 0x5BF0_3635L;

  private final long offset;
  private final int step;
  private long index;

  /// @param seed equal seeds make equal ids
  /// @param thread the job-wide number of the thread
  /// @param threads how many threads the job has
  UniqueIds(long seed, int thread, int threads) {
    this.offset = permuted((permuted(seed & MASK) + (seed >>> 32)) & MASK);
    this.step = threads;
    this.index = thread;
  }

  int next() {
    long id = permuted(((permuted(index & MASK) + offset) & MASK) ^ SCRAMBLE);
    index += step;
    return (int) id;
  }

  /// The five numbers from the prime on stay as they are.
  private static long permuted(long x) {
    if (x >= PRIME) {
      return x;
    }
    long residue = Long.remainderUnsigned(x * x, PRIME);
    return x <= PRIME / 2 ? residue : PRIME - residue;
  }
}
