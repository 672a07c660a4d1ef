package dev.broadside.jobs.draw;

import java.util.random.RandomGenerator;

/// Draws the key of a row: a whole number from 0 to size - 1. Holds no state and allocates nothing,
/// so that all threads may share one.
public sealed interface KeyDistribution {

  /// The next key, from 0 to size - 1.
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

  /// The mean of twelve uniform draws over all keys: a bell around the middle, with a standard
  /// deviation of a twelfth of the size.
  ///
  /// @param size how many keys there are
  record Gaussian(long size) implements KeyDistribution {
    private static final int DRAWS = 12;

    public Gaussian {
      checkSize(size);
    }

    @Override
    public long next(RandomGenerator random) {
      double sum = 0;
      for (int i = 0; i < DRAWS; i++) {
        sum += random.nextDouble();
      }
      return (long) (sum / DRAWS * size);
    }
  }

  /// Key k with a probability in proportion to (k + 1)^-exponent: the first key is the hottest.
  ///
  /// W. Hoermann, G. Derflinger: Rejection-inversion to generate variates from monotone discrete
  /// distributions, ACM Transactions on Modeling and Computer Simulation 6 (1996), 169-184. The hat
  /// over the rank x is x^-exponent, its integral H is inverted for a uniform draw, and the rank
  /// next to the result is kept where the draw falls below the step that belongs to this rank; less
  /// than one draw in four is refused, whatever the size.
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

  private static void checkSize(long size) {
    if (size < 1) {
      throw new IllegalArgumentException("there are no keys among " + size);
    }
  }
}
