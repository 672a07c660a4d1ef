package dev.broadside.sql.value;

import dev.broadside.core.param.PlainText;
import dev.broadside.kit.draw.Mixed;
import dev.broadside.sql.value.Functions.Call;
import dev.broadside.sql.value.Functions.Function;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.random.RandomGenerator;

/// The functions of pgbench's expressions that draw and hash, with its own definitions (PostgreSQL
/// 18, "pgbench Functions"); those that only calculate are in [PureFunctions].
final class PgbenchFunctions {
  private static final double LEAST_GAUSSIAN = 2;
  private static final long MURMUR = 0xc6a4a7935bd1e995L;
  private static final int MURMUR_SHIFT = 47;

  private PgbenchFunctions() {}

  static Functions functions() {
    return Functions.of(
        List.of(
            Function.drawing("random(low, high)", 2, 2, call -> drawn(call, (_, _) -> 0, true)),
            Function.drawing(
                "random_gaussian(low, high, parameter)",
                3,
                3,
                call -> drawn(call, PgbenchFunctions::gaussian, false)),
            Function.drawing(
                "random_exponential(low, high, parameter)",
                3,
                3,
                call -> drawn(call, PgbenchFunctions::exponential, false)),
            Function.drawing(
                "random_zipfian(low, high, parameter)", 3, 3, PgbenchFunctions::zipfian),
            Function.pure("hash(value, seed)", 1, 2, call -> hash(call, PgbenchFunctions::murmur2)),
            Function.pure(
                "hash_murmur2(value, seed)", 1, 2, call -> hash(call, PgbenchFunctions::murmur2)),
            Function.pure("hash_fnv1a(value, seed)", 1, 2, call -> hash(call, Mixed::fnv1a)),
            Function.pure("permute(value, size, seed)", 2, 3, PgbenchFunctions::permuted),
            Function.drawing("debug(a)", 1, 1, PgbenchFunctions::debug)));
  }

  /// Draws from 0 to less than 1.
  @FunctionalInterface
  private interface Shape {
    double draw(double parameter, RandomGenerator random);
  }

  private static Expression drawn(Call call, Shape shape, boolean uniform) {
    return frame -> {
      long low = call.at(0).whole(frame);
      long high = call.at(1).whole(frame);
      if (uniform || low >= high) {
        return frame.left(Draws.uniform(low, high, frame.random()));
      }
      double part = shape.draw(call.at(2).decimal(frame), frame.random());
      return frame.left(low + (long) ((high - low + 1.0) * part));
    };
  }

  /// A bell over the whole range, whose ends are `parameter` standard deviations from the middle.
  private static double gaussian(double parameter, RandomGenerator random) {
    if (parameter < LEAST_GAUSSIAN) {
      throw new ArithmeticException("random_gaussian's parameter must be at least 2");
    }
    double deviation;
    do {
      deviation = random.nextGaussian();
    } while (deviation < -parameter || deviation >= parameter);
    return (deviation + parameter) / (2 * parameter);
  }

  private static double exponential(double parameter, RandomGenerator random) {
    if (parameter <= 0) {
      throw new ArithmeticException("random_exponential's parameter must be positive");
    }
    double cut = Math.exp(-parameter);
    return -Math.log(cut + (1 - cut) * (1 - random.nextDouble())) / parameter;
  }

  /// L. Devroye: Non-Uniform Random Variate Generation (1986), pages 550 and 551, cut to the range.
  private static Expression zipfian(Call call) {
    return frame -> {
      long low = call.at(0).whole(frame);
      long count = call.at(1).whole(frame) - low + 1;
      double s = call.at(2).decimal(frame);
      if (s < 1.001 || s > 1_000 || count < 1) {
        throw new ArithmeticException(
            "random_zipfian's parameter must be from 1.001 to 1000, and its range not empty");
      }
      return frame.left(count == 1 ? low : low - 1 + rank(count, s, frame.random()));
    };
  }

  private static long rank(long count, double s, RandomGenerator random) {
    double b = Math.pow(2, s - 1);
    while (true) {
      double x = Math.floor(Math.pow(1 - random.nextDouble(), -1 / (s - 1)));
      double t = Math.pow(1 + 1 / x, s - 1);
      if (random.nextDouble() * x * (t - 1) / (b - 1) <= t / b && x <= count) {
        return (long) x;
      }
    }
  }

  private static Expression hash(Call call, LongBinaryOperator hash) {
    Expression seed = seed(call, 1);
    return frame -> {
      byte kind = call.at(0).eval(frame);
      return kind == ValueKind.NULL
          ? kind
          : frame.left(hash.applyAsLong(Expression.wholeOf(kind, frame), seed.whole(frame)));
    };
  }

  /// A missing seed is the variable `default_seed`, or 0.
  private static Expression seed(Call call, int at) {
    return call.size() > at
        ? call.at(at)
        : call.scope().find("default_seed").map(Operators::value).orElse(Expression.of(0));
  }

  private static Expression permuted(Call call) {
    Expression seed = seed(call, 2);
    int state = call.scope().keep(_ -> new PseudoPermutation());
    return frame -> {
      long value = call.at(0).whole(frame);
      long size = call.at(1).whole(frame);
      if (size <= 0) {
        throw new ArithmeticException("permute's size must be greater than zero");
      }
      PseudoPermutation permutation = frame.state(state);
      return frame.left(permutation.of(value, size, seed.whole(frame)));
    };
  }

  /// Prints to the worker's standard error, and so to the agent's log.
  private static Expression debug(Call call) {
    return frame -> {
      byte kind = call.at(0).eval(frame);
      System.err.println("debug: " + PlainText.line(Expression.textOf(kind, frame)));
      return kind;
    };
  }

  /// A. Appleby: MurmurHash2 for 64-bit platforms, of eight bytes.
  private static long murmur2(long value, long seed) {
    long word = value * MURMUR;
    word = (word ^ (word >>> MURMUR_SHIFT)) * MURMUR;
    long hash = (seed ^ (MURMUR << 3)) ^ word;
    hash *= MURMUR;
    hash = (hash ^ (hash >>> MURMUR_SHIFT)) * MURMUR;
    return hash ^ (hash >>> MURMUR_SHIFT);
  }

  /// The permutation that pgbench's `permute` gives: the same numbers as PostgreSQL 15, whose
  /// generator is D. Blackman's and S. Vigna's xoroshiro128**, seeded by SplitMix64.
  ///
  /// Six rounds, each of which multiplies, mixes and turns the lower and the upper part of the
  /// range, both a power of two, and shifts all of it. For one thread.
  private static final class PseudoPermutation {
    private static final int ROUNDS = 6;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private long low;
    private long high;

    /// The place of a number among 0 to size - 1.
    ///
    /// @param size above 0
    long of(long number, long size, long seed) {
      if (size == 1) {
        return 0;
      }
      low = mixed(seed + GOLDEN);
      high = mixed(seed + GOLDEN + GOLDEN);
      int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(size);
      long mask = (1L << bits) - 1;
      long at = Long.remainderUnsigned(number, size);
      for (int i = 0; i < ROUNDS; i++) {
        at = stirred(at, mask, bits);
        at = size - 1 - stirred(size - 1 - at, mask, bits);
        at = Long.remainderUnsigned(at + below(size), size);
      }
      return at;
    }

    private static long mixed(long state) {
      long value = (state ^ (state >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
      value = (value ^ (value >>> 27)) * 0x94D0_49BB_1331_11EBL;
      return value ^ (value >>> 31);
    }

    /// Draws in any case, and leaves what lies beyond the mask as it is.
    private long stirred(long at, long mask, int bits) {
      long factor = (next() & mask) | 1;
      long other = next() & mask;
      if (at > mask) {
        return at;
      }
      long product = ((at * factor) ^ other) & mask;
      return ((product << 1) & mask) | (product >>> (bits - 1));
    }

    /// A number below the size: drawn until one fits.
    private long below(long size) {
      int unused = Long.numberOfLeadingZeros(size - 1);
      long drawn;
      do {
        drawn = next() >>> unused;
      } while (drawn >= size);
      return drawn;
    }

    private long next() {
      long first = low;
      long both = high ^ first;
      low = Long.rotateLeft(first, 24) ^ both ^ (both << 16);
      high = Long.rotateLeft(both, 37);
      return Long.rotateLeft(first * 5, 7) * 9;
    }
  }
}
