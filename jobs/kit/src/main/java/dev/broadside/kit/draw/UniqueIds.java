package dev.broadside.kit.draw;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/// Ids that never come twice within one job on all its agents, before all have come: one sequence
/// over the whole job; of n threads, each takes every n-th id. Those of [Fresh] never come twice at
/// all. For one thread.
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

  /// Ids for new rows of any table, which no other thread, agent, worker or run gives out:
  ///
  /// ```
  /// microseconds from 1970 to when the worker made this x 1,024 + number x members + member
  /// ```
  ///
  /// They are above all ids that were loaded, and those of later runs above those of earlier ones.
  /// No run uses up its time: that would take 1,024 ids a microsecond. So two runs meet only if a
  /// clock was set back between them, to the very instant of the earlier one.
  final class Fresh implements UniqueIds {
    private static final long PER_MICROSECOND = 1_024;

    private final long first;
    private final int members;
    private long number;

    /// @param member of those that share the ids of a job: a thread's job-wide number, an agent's
    /// @param members how many there are
    public Fresh(int member, int members) {
      this(member, members, InstantSource.system().instant());
    }

    Fresh(int member, int members, Instant begun) {
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, begun);
      this.first = micros * PER_MICROSECOND / members * members + member;
      this.members = members;
    }

    @Override
    public long next() {
      return at(number++);
    }

    /// The id with a number, from 0.
    public long at(long place) {
      return first + place * members;
    }
  }
}
