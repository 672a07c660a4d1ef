package dev.broadside.core.pace;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongToDoubleFunction;
import java.util.random.RandomGenerator;

/// One agent's arrivals in one phase of an open load, as a pure function of their number.
///
/// Each agent works out its own; no one deals them out. Constant arrivals are dealt in turn: agent
/// `a` of `A` has every `A`-th arrival of the whole job, so shares add up to the whole exactly, and
/// no two agents have an arrival at the same instant. Poisson arrivals are drawn by each agent for
/// itself, at its part of the rate; together they are a Poisson process of the whole rate.
///
/// Safe for use by several threads.
public final class ArrivalSequence {
  private final Curve curve;
  private final long lengthNanos;

  /// The place of an arrival on the integral of the rate.
  private final LongToDoubleFunction position;

  private final long count;

  private ArrivalSequence(Curve curve, long lengthNanos, LongToDoubleFunction position) {
    this.curve = curve;
    this.lengthNanos = lengthNanos;
    this.position = position;
    this.count = firstFrom(lengthNanos);
  }

  /// Evenly spaced arrivals.
  ///
  /// @param before how many arrivals the whole job had in earlier phases, so that agents go on
  ///   taking turns
  public static ArrivalSequence constant(
      Curve curve, long lengthNanos, long before, Portion share) {
    return constant(curve, lengthNanos, before, ShareTurns.of(share));
  }

  /// Evenly spaced arrivals of a share that takes given turns.
  public static ArrivalSequence constant(
      Curve curve, long lengthNanos, long before, ShareTurns turns) {
    return turns.none()
        ? none(lengthNanos)
        : new ArrivalSequence(curve, lengthNanos, turns.after(before)::at);
  }

  private static ArrivalSequence none(long lengthNanos) {
    return new ArrivalSequence(new Rate.Constant(0).curve(), lengthNanos, n -> n);
  }

  /// Independent arrivals.
  ///
  /// @param seed different from the seed of every other phase and agent
  public static ArrivalSequence poisson(Curve curve, long lengthNanos, long seed, Portion share) {
    return poisson(curve, lengthNanos, seed, ShareTurns.of(share));
  }

  /// Poisson arrivals of a share that takes given turns: it has that part of the rate.
  public static ArrivalSequence poisson(
      Curve curve, long lengthNanos, long seed, ShareTurns turns) {
    PoissonPath path = new PoissonPath(seed);
    return turns.none()
        ? none(lengthNanos)
        : new ArrivalSequence(curve, lengthNanos, n -> path.at(n) * turns.every());
  }

  public long lengthNanos() {
    return lengthNanos;
  }

  /// How many arrivals the phase has.
  public long count() {
    return count;
  }

  /// When an arrival is due.
  ///
  /// @param n from 0
  /// @return nanoseconds from the phase's beginning; never less than for `n - 1`
  public long startNanos(long n) {
    return curve.nanosAt(position.applyAsDouble(n));
  }

  /// How many arrivals are due at a moment of the phase or before it.
  public long dueAt(long nanos) {
    return nanos >= lengthNanos ? count : nanos < 0 ? 0 : firstFrom(nanos + 1);
  }

  /// The number of the first arrival that is not due before a moment.
  private long firstFrom(long nanos) {
    long high = 1;
    while (startNanos(high - 1) < nanos) {
      high *= 2;
    }
    long low = high / 2;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (startNanos(middle) < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// A Poisson process of rate 1, whose n-th arrival is a pure function of the seed and n.
  ///
  /// Adding gap to gap would make the n-th arrival a function of all before it. Here arrivals lie
  /// in blocks of [#BLOCK]; the time that a run of `m` arrivals takes has the gamma distribution of
  /// shape `m`, and a run of known length is cut in halves by the beta distribution of `(m/2,
  /// m/2)`. So the way to any block goes down a tree, and each node draws from its own seed:
  ///
  /// ```
  /// block      0   1   2   3   4   5   6   7   8 ...
  /// octaves    |   |   |-------|---------------|---      each a gamma draw
  /// halves             |---|---|-------|-------|         each a beta draw, down to one block
  /// ```
  ///
  /// Within a block the gaps are exponential draws, scaled to the block's length. The block last
  /// used is kept, so arrivals asked for in order cost one draw each. Safe for use by several
  /// threads.
  static final class PoissonPath {
    static final int BLOCK = 256;

    /// 2^42 blocks of 2^8 arrivals: a year at the highest rate.
    private static final int OCTAVES = 42;

    private final long seed;
    private final double[] octaveLengths = new double[OCTAVES];
    private final double firstBlockLength;
    private final AtomicReference<Block> latest;

    private record Block(long number, double[] arrivals) {}

    PoissonPath(long seed) {
      this.seed = seed;
      this.firstBlockLength = gamma(BLOCK, random(Draw.FIRST, 0));
      for (int octave = 0; octave < OCTAVES; octave++) {
        octaveLengths[octave] = gamma((double) BLOCK * (1L << octave), random(Draw.OCTAVE, octave));
      }
      this.latest = new AtomicReference<>(block(0));
    }

    /// The use of a generator, so that no two uses share their draws.
    private enum Draw {
      FIRST,
      OCTAVE,
      HALF,
      GAPS
    }

    private SplittableRandom random(Draw draw, long which) {
      long mixed = mix(seed + mix(which * Draw.values().length + draw.ordinal()));
      return new SplittableRandom(mixed);
    }

    private static long mix(long value) {
      long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }

    /// The n-th arrival, from 0.
    double at(long n) {
      long number = n / BLOCK;
      Block block = latest.get();
      if (block.number() != number) {
        block = block(number);
        latest.set(block);
      }
      return block.arrivals()[(int) (n % BLOCK)];
    }

    private Block block(long number) {
      if (number == 0) {
        return filled(0, 0, firstBlockLength);
      }
      int octave = 63 - Long.numberOfLeadingZeros(number);
      double start = firstBlockLength;
      for (int before = 0; before < octave; before++) {
        start += octaveLengths[before];
      }
      double length = octaveLengths[octave];
      long first = 1L << octave;
      for (long half = first / 2; half > 0; half /= 2) {
        double left = length * halved(first, half);
        if (number < first + half) {
          length = left;
        } else {
          first += half;
          start += left;
          length -= left;
        }
      }
      return filled(number, start, length);
    }

    /// Which share of a run of blocks falls to its first half.
    private double halved(long first, long half) {
      // A run of 2 * half blocks begins at a multiple of that, so this names it.
      RandomGenerator random = random(Draw.HALF, first + half);
      double left = gamma((double) BLOCK * half, random);
      return left / (left + gamma((double) BLOCK * half, random));
    }

    private Block filled(long number, double start, double length) {
      RandomGenerator random = random(Draw.GAPS, number);
      double[] arrivals = new double[BLOCK];
      double sum = 0;
      for (int i = 0; i < BLOCK; i++) {
        sum += -StrictMath.log(1 - random.nextDouble());
        arrivals[i] = sum;
      }
      for (int i = 0; i < BLOCK; i++) {
        arrivals[i] = start + length * (arrivals[i] / sum);
      }
      return new Block(number, arrivals);
    }

    /// A gamma draw of a shape of at least 1, by Marsaglia and Tsang, "A simple method for
    /// generating gamma variables", 2000.
    private static double gamma(double shape, RandomGenerator random) {
      double d = shape - 1.0 / 3;
      double c = 1 / Math.sqrt(9 * d);
      while (true) {
        double x = random.nextGaussian();
        double root = 1 + c * x;
        double v = root * root * root;
        double u = 1 - random.nextDouble();
        if (v > 0 && StrictMath.log(u) < x * x / 2 + d * (1 - v + StrictMath.log(v))) {
          return d * v;
        }
      }
    }
  }
}
