package dev.broadside.kit.draw;

import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.ParameterValues;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Draws the key of a row: a whole number from 0 to size - 1. Holds no state and allocates nothing,
/// so that all threads may share one.
public sealed interface KeyDistribution {

  /// Lets the user of a job class choose; read by [#of].
  Parameter.Choice PARAMETER =
      Parameter.choice("key-distribution", "How keys are drawn")
          .option("uniform", "All equally often")
          .option("zipfian", "A few very often, many rarely: exponent 0.8, the first key hottest")
          .option("hot-window", "75 % of the draws within 1 % of the keys, in the middle")
          .option("gaussian", "A bell around the middle key")
          .preset("uniform");

  /// What the user chose by [#PARAMETER].
  ///
  /// @param size how many keys there are
  static KeyDistribution of(ParameterValues values, long size) {
    return switch (values.get(PARAMETER)) {
      case "zipfian" -> new Zipfian(size, 0.8);
      case "hot-window" -> new HotWindow(size);
      case "gaussian" -> new Gaussian(size);
      default -> new Uniform(size);
    };
  }

  long next(RandomGenerator random);

  /// Every key equally often.
  ///
  /// @param size how many keys there are
  record Uniform(long size) implements KeyDistribution {
    public Uniform {
      checkSize(size);
    }

    @Override
    public long next(RandomGenerator random) {
      return (long) (random.nextDouble() * size);
    }
  }

  /// Three quarters of the draws hit a window of 1 % of the keys in the middle, the rest any key;
  /// within each, every key equally often.
  ///
  /// @param size how many keys there are
  record HotWindow(long size) implements KeyDistribution {
    private static final double HOT_SHARE = 0.75;
    private static final int WINDOW_PARTS = 100;

    public HotWindow {
      checkSize(size);
    }

    @Override
    public long next(RandomGenerator random) {
      if (random.nextDouble() >= HOT_SHARE) {
        return (long) (random.nextDouble() * size);
      }
      return firstHot() + (long) (random.nextDouble() * window());
    }

    long window() {
      return Math.max(1, size / WINDOW_PARTS);
    }

    long firstHot() {
      return (size - window()) / 2;
    }
  }

  /// The mean of some uniform draws over all keys: a bell around the middle, with a standard
  /// deviation of a twelfth of the size for twelve draws.
  ///
  /// @param size how many keys there are
  /// @param draws how many draws the mean is of
  record Gaussian(long size, int draws) implements KeyDistribution {
    private static final int TWELVE = 12;

    public Gaussian {
      checkSize(size);
      checkDraws(draws);
    }

    public Gaussian(long size) {
      this(size, TWELVE);
    }

    @Override
    public long next(RandomGenerator random) {
      return (long) (mean(random, draws) * size);
    }
  }

  /// What sysbench 1.0 calls `special`: most draws hit a part of a small window in the middle, the
  /// rest make a bell around it.
  ///
  /// One number u decides which, and u itself, not a new draw, says where in the window. So only
  /// the window's upper part is hot, as much of it as `hotPercent` says: of 10,000 keys with 1 %
  /// and 75 %, these are the 77 keys 4,974 to 5,050. This is how sysbench does it (sb_rand.c of
  /// 1.0.20), and figures compare with its own only if it is done so.
  ///
  /// @param size how many keys there are
  /// @param draws how many draws the bell is the mean of
  /// @param windowPercent how much of the keys the window is, from 1 to 100
  /// @param hotPercent how many of the draws hit it, from 0 to 100
  record Special(long size, int draws, int windowPercent, int hotPercent)
      implements KeyDistribution {
    public Special {
      checkSize(size);
      checkDraws(draws);
      checkPercent(windowPercent);
      checkPercent(hotPercent);
    }

    @Override
    public long next(RandomGenerator random) {
      double span = size - 1;
      double u = random.nextDouble();
      if (span > 0 && u < (100 - hotPercent) / 100.0) {
        return (long) (mean(random, draws) * span);
      }
      return (long)
          (u * (span * windowPercent / 100.0 + 1) + span / 2 - span * windowPercent / 200.0);
    }
  }

  /// The 20/80 rule and its like: a share h of the keys, the lowest ones, gets a share 1 - h of the
  /// draws, and so on within them.
  final class Pareto implements KeyDistribution {
    private final long size;
    private final double power;

    /// @param size how many keys there are
    /// @param h between 0 and 1
    public Pareto(long size, double h) {
      checkSize(size);
      if (!(h > 0 && h < 1)) {
        throw new IllegalArgumentException("the share " + h + " is not between 0 and 1");
      }
      this.size = size;
      this.power = Math.log(h) / Math.log(1 - h);
    }

    @Override
    public long next(RandomGenerator random) {
      return Math.min(size - 1, (long) (size * Math.pow(random.nextDouble(), power)));
    }
  }

  /// Key k with a probability in proportion to (k + 1)^-exponent: the first key is the hottest.
  ///
  /// W. Hoermann, G. Derflinger: Rejection-inversion to generate variates from monotone discrete
  /// distributions, ACM Transactions on Modeling and Computer Simulation 6 (1996), 169-184. The hat
  /// over the rank x is x^-exponent, its integral H is inverted for a uniform draw, and the rank
  /// next to the result is kept where the draw falls below the step that belongs to this rank; less
  /// than one draw in four is refused at any size.
  final class Zipfian implements KeyDistribution {
    private final long size;
    private final double exponent;
    private final double areaOfFirst;
    private final double areaOfAll;
    private final double sureDistance;

    public Zipfian(long size, double exponent) {
      checkSize(size);
      if (exponent <= 0) {
        throw new IllegalArgumentException("the exponent " + exponent + " is not positive");
      }
      this.size = size;
      this.exponent = exponent;
      this.areaOfFirst = area(1.5) - 1;
      this.areaOfAll = area(size + 0.5);
      this.sureDistance = 2 - areaInverse(area(2.5) - hat(2));
    }

    @Override
    public long next(RandomGenerator random) {
      while (true) {
        double u = areaOfAll + random.nextDouble() * (areaOfFirst - areaOfAll);
        double x = areaInverse(u);
        long rank = Math.clamp(Math.round(x), 1, size);
        if (rank - x <= sureDistance || u >= area(rank + 0.5) - hat(rank)) {
          return rank - 1;
        }
      }
    }

    private double hat(double x) {
      return Math.pow(x, -exponent);
    }

    /// H(x), the integral of the hat from 1 to x; written by expm1, it holds for the exponent 1
    /// too.
    private double area(double x) {
      double log = Math.log(x);
      double t = (1 - exponent) * log;
      return Math.abs(t) < 1e-8 ? log * (1 + t / 2) : log * Math.expm1(t) / t;
    }

    private double areaInverse(double area) {
      double t = Math.max(-1, (1 - exponent) * area);
      double log = Math.abs(t) < 1e-8 ? area * (1 - t / 2) : area * Math.log1p(t) / t;
      return Math.exp(log);
    }
  }

  /// What YCSB draws where it says zipfian: the first key is the hottest, and one draw makes a key.
  /// Only the first two have exactly their share, which is in proportion to (k + 1)^-exponent; a
  /// curve stands for the others. The number of keys may grow.
  ///
  /// J. Gray et al.: Quickly generating billion-record synthetic databases, SIGMOD 1994. The sum of
  /// all shares, which they add up, is that of the Euler-Maclaurin formula.
  final class QuickZipfian implements KeyDistribution {
    /// The formula is good to 1e-13 beyond so many.
    private static final int ADDED = 64;

    private final LongSupplier size;
    private final double exponent;
    private final double constant;

    /// @param size how many keys there are at present, 1 or more; asked at each draw
    /// @param exponent between 0 and 1
    public QuickZipfian(LongSupplier size, double exponent) {
      if (!(exponent > 0 && exponent < 1)) {
        throw new IllegalArgumentException("the exponent " + exponent + " is not between 0 and 1");
      }
      this.size = size;
      this.exponent = exponent;
      this.constant = added(ADDED) - grown(ADDED);
    }

    /// @param size how many keys there are
    public QuickZipfian(long size, double exponent) {
      this(() -> size, exponent);
      checkSize(size);
    }

    @Override
    public long next(RandomGenerator random) {
      long keys = size.getAsLong();
      double all = sum(keys);
      double ofTwo = 1 + Math.pow(0.5, exponent);
      double u = random.nextDouble();
      if (u * all < ofTwo) {
        return u * all < 1 ? 0 : 1;
      }
      double eta = (1 - Math.pow(2.0 / keys, 1 - exponent)) / (1 - ofTwo / all);
      long key = (long) (keys * Math.pow(eta * u - eta + 1, 1 / (1 - exponent)));
      return Math.min(key, keys - 1);
    }

    /// The sum of k^-exponent for k from 1 to a number.
    double sum(long last) {
      return last < ADDED ? added(last) : constant + grown(last);
    }

    private double added(long last) {
      double sum = 0;
      for (int k = 1; k <= last; k++) {
        sum += Math.pow(k, -exponent);
      }
      return sum;
    }

    private double grown(double k) {
      double third = exponent * (exponent + 1) * (exponent + 2) / (720 * k * k * k);
      return Math.pow(k, -exponent) * (k / (1 - exponent) + 0.5 - exponent / (12 * k) + third);
    }
  }

  /// YCSB's zipfian requests: the rank among 10,000,000,000 by [QuickZipfian], exponent 0.99, and
  /// its hash modulo the size, so that hot keys lie anywhere.
  ///
  /// @param size how many keys there are
  record ScrambledZipfian(long size) implements KeyDistribution {
    static final QuickZipfian RANKS = new QuickZipfian(10_000_000_000L, 0.99);

    public ScrambledZipfian {
      checkSize(size);
    }

    @Override
    public long next(RandomGenerator random) {
      return Math.floorMod(Math.abs(Mixed.fnv1a(RANKS.next(random), 0)), size);
    }
  }

  /// The newest key is the hottest, as YCSB draws the latest: by [QuickZipfian], exponent 0.99.
  final class Latest implements KeyDistribution {
    private final LongSupplier size;
    private final QuickZipfian ages;

    /// @param size how many keys there are at present, 1 or more; asked at each draw
    public Latest(LongSupplier size) {
      this.size = size;
      this.ages = new QuickZipfian(size, 0.99);
    }

    @Override
    public long next(RandomGenerator random) {
      return Math.max(0, size.getAsLong() - 1 - ages.next(random));
    }
  }

  /// The older a key, the less often, by an exponential law.
  ///
  /// @param size how many keys there are at present, 1 or more; asked at each draw
  /// @param meanAge how many keys newer than a drawn one there are in the mean, if there are many
  record Exponential(LongSupplier size, double meanAge) implements KeyDistribution {
    @Override
    public long next(RandomGenerator random) {
      while (true) {
        long key = size.getAsLong() - 1 - (long) (-meanAge * Math.log(1 - random.nextDouble()));
        if (key >= 0) {
          return key;
        }
      }
    }
  }

  /// The first keys are hot, the others cold; within each, every key equally often.
  ///
  /// @param size how many keys there are
  /// @param hotKeys the share of the keys that is hot, from 0 to 1: at least one key
  /// @param hotDraws the share of the draws that hit them, from 0 to 1
  record HotSet(long size, double hotKeys, double hotDraws) implements KeyDistribution {
    public HotSet {
      checkSize(size);
    }

    @Override
    public long next(RandomGenerator random) {
      long hot = Math.clamp((long) (size * hotKeys), 1, size);
      return hot == size || random.nextDouble() < hotDraws
          ? (long) (random.nextDouble() * hot)
          : hot + (long) (random.nextDouble() * (size - hot));
    }
  }

  private static double mean(RandomGenerator random, int draws) {
    double sum = 0;
    for (int i = 0; i < draws; i++) {
      sum += random.nextDouble();
    }
    return sum / draws;
  }

  private static void checkDraws(int draws) {
    if (draws < 1) {
      throw new IllegalArgumentException("a mean needs at least one draw, not " + draws);
    }
  }

  private static void checkPercent(int percent) {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException(percent + " is not a percentage from 0 to 100");
    }
  }

  private static void checkSize(long size) {
    if (size < 1) {
      throw new IllegalArgumentException(
          "the number of keys is " + size + ": it must be at least 1");
    }
  }
}
