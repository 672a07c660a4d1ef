package dev.broadside.client.arrivals;

import java.util.random.RandomGenerator;

/// Random numbers that can be drawn again from a mark: xoshiro256++ by Blackman and Vigna, seeded
/// by SplitMix64.
///
/// Marking and rewinding copy four longs. The generators that the JDK brings keep their state to
/// themselves. For one thread.
public final class ReplayableRandom implements RandomGenerator {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long a;
  private long b;
  private long c;
  private long d;

  private long markA;
  private long markB;
  private long markC;
  private long markD;

  /// Equal arguments give equal sequences, different ones independent sequences.
  ///
  /// @param seed the job's seed
  /// @param stream whose sequence it is
  public ReplayableRandom(long seed, long stream) {
    long state = mix(seed) ^ mix(~mix(stream));
    a = mix(state += GOLDEN_GAMMA);
    b = mix(state += GOLDEN_GAMMA);
    c = mix(state += GOLDEN_GAMMA);
    d = mix(state + GOLDEN_GAMMA);
    mark();
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  @Override
  public long nextLong() {
    long result = Long.rotateLeft(a + d, 23) + a;
    long shifted = b << 17;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = Long.rotateLeft(d, 45);
    return result;
  }

  /// Remembers this point of the sequence.
  public void mark() {
    markA = a;
    markB = b;
    markC = c;
    markD = d;
  }

  /// Goes back to the last mark.
  public void rewind() {
    a = markA;
    b = markB;
    c = markC;
    d = markD;
  }
}
