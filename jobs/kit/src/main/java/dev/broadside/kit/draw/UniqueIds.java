package dev.broadside.kit.draw;

/// Ids that never come twice within one job on all its agents, before all have come: one sequence
/// over the whole job; of n threads, each takes every n-th id. For one thread.
public sealed interface UniqueIds {

  long next();

  /// Ids that look random, spread over all 32-bit numbers.
  ///
  /// Indexes become ids by two permutations of the 32-bit numbers with an offset between them. The
  /// permutation is that of quadratic residues modulo a prime p with p mod 4 = 3: x squared for x
  /// up to p/2, p minus that above (J. Preshing: How to Generate a Sequence of Unique Random
  /// Integers, 2012). sysbench's `rand.unique` is of the same kind.
  final class Scattered implements UniqueIds {
    private static final long PRIME = 4_294_967_291L;
    private static final long MASK = 0xFFFF_FFFFL;
    private static final long SCRAMBLE = 0x5BF0_3635L;

    private final long offset;
    private final int step;
    private long index;

    /// @param seed equal seeds make equal ids
    /// @param thread the job-wide number of the thread
    /// @param threads how many threads the job has
    public Scattered(long seed, int thread, int threads) {
      this.offset = permuted((permuted(seed & MASK) + (seed >>> 32)) & MASK);
      this.step = threads;
      this.index = thread;
    }

    @Override
    public long next() {
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

  /// The ids from 1 to a size, as sysbench 0.4 draws them: the n-th is n x 2147483647 modulo the
  /// size, plus 1; that is a permutation, since the multiplier is prime and larger than any size.
  final class Strided implements UniqueIds {
    private static final long LARGE_PRIME = 2_147_483_647;

    private final long size;
    private final int threads;
    private long number;

    /// @param size how many ids there are; less than 2147483647
    /// @param thread the job-wide number of the thread
    /// @param threads how many threads the job has
    public Strided(long size, int thread, int threads) {
      this.size = size;
      this.threads = threads;
      this.number = 1L + thread;
    }

    @Override
    public long next() {
      long id = (LARGE_PRIME % size) * (number % size) % size + 1;
      number += threads;
      return id;
    }
  }

  /// Ids above those of earlier runs, for rows that a run appends. Each worker that takes over a
  /// thread's load has ids of its own: that thread's ids are 2^31 steps apart, and a worker's
  /// [life][dev.broadside.core.work.ThreadContext#life()] lies between them. So there are 2^32 ids
  /// in all, over all runs.
  final class Appended implements UniqueIds {
    private static final long LIVES = 1L << 31;

    private final long first;
    private final long life;
    private final int threads;
    private long number;

    /// @param first above all ids that are there; the same for all threads of a run
    /// @param thread the job-wide number of the thread
    /// @param threads how many threads the job has
    public Appended(long first, int thread, int threads, long life) {
      this.first = first + thread;
      this.life = life;
      this.threads = threads;
    }

    /// @throws ArithmeticException if all ids of this thread are used up
    @Override
    public long next() {
      long step = Math.addExact(Math.multiplyExact(number++, LIVES), life);
      return Math.addExact(first, Math.multiplyExact(step, threads));
    }
  }
}
