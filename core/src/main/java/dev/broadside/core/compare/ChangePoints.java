package dev.broadside.core.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/// Where the level of a series changes, by E-divisive means: Matteson and James, *A Nonparametric
/// Approach for Multiple Change Point Analysis of Multivariate Data*, Journal of the American
/// Statistical Association 109 (2014), as MongoDB applies it to benchmarks (Daly et al., *The Use
/// of Change Point Detection to Identify Software Performance Regressions in a Continuous
/// Integration System*, ICPE 2020).
///
/// The series is cut at the place where both sides differ most by their energy distance, then the
/// part whose sides differ most is cut, and so on, as long as a cut is better than those of
/// [#PERMUTATIONS] shuffles of each part's values. A change that only the last value shows does not
/// count until another value confirms it.
public final class ChangePoints {
  static final int PERMUTATIONS = 1_999;

  /// One value is an outlier, not a level.
  private static final int LEAST = 2;

  /// Differences of fewer standard deviations may be chance.
  private static final double CHANCE = 3;

  private final double[] series;
  private final double level;
  private final RandomGenerator random;

  private ChangePoints(double[] series, double level, RandomGenerator random) {
    this.series = series;
    this.level = level;
    this.random = random;
  }

  /// A change.
  ///
  /// @param place of the first value after it
  /// @param chance its significance: how often a shuffled series has a change like it
  public record Found(int place, double chance) {}

  /// The changes of a series, in order.
  ///
  /// @param level how probable a false change may be in a series without any; at least 0.001
  /// @param random seeded by the caller: the same seed gives the same changes
  public static List<Found> of(double[] series, double level, RandomGenerator random) {
    return new ChangePoints(series.clone(), level, random).found();
  }

  private List<Found> found() {
    List<Found> found = new ArrayList<>();
    List<Part> parts = new ArrayList<>(List.of(Part.of(series, 0, series.length)));
    while (true) {
      Part best = parts.stream().max(Comparator.comparingDouble(Part::gain)).orElseThrow();
      double chance = best.cut < 0 ? 1 : chance(parts, best.gain);
      if (chance > level) {
        found.sort(Comparator.comparingInt(Found::place));
        return found.isEmpty() || confirmed(found) ? found : found.subList(0, found.size() - 1);
      }
      found.add(new Found(best.cut, chance));
      parts.remove(best);
      parts.add(Part.of(series, best.from, best.cut));
      parts.add(Part.of(series, best.cut, best.to));
    }
  }

  /// Whether the last change is also there without the last value: the other values after it differ
  /// in the same direction from those before it, by half as much, or by more than chance.
  private boolean confirmed(List<Found> found) {
    int place = found.getLast().place;
    int from = found.size() > 1 ? found.get(found.size() - 2).place : 0;
    double[] before = Arrays.copyOfRange(series, from, place);
    double level = mean(before);
    double height = mean(Arrays.copyOfRange(series, place, series.length)) - level;
    double without = mean(Arrays.copyOfRange(series, place, series.length - 1)) - level;
    double squares = Arrays.stream(before).map(value -> (value - level) * (value - level)).sum();
    double chance = CHANCE * Math.sqrt(squares / before.length);
    return height * without > 0 && Math.abs(without) >= Math.min(Math.abs(height) / 2, chance);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  /// Shuffles the values within the parts, and stops once the gain cannot be significant any more.
  private double chance(List<Part> parts, double gain) {
    double most = level * (PERMUTATIONS + 1);
    int asGood = 1;
    double[] shuffled = series.clone();
    for (int i = 0; i < PERMUTATIONS && asGood <= most; i++) {
      double highest = 0;
      for (Part part : parts) {
        shuffle(shuffled, part.from, part.to);
        highest = Math.max(highest, Part.of(shuffled, part.from, part.to).gain);
      }
      asGood += highest >= gain ? 1 : 0;
    }
    return asGood <= most ? (double) asGood / (PERMUTATIONS + 1) : 1;
  }

  private void shuffle(double[] values, int from, int to) {
    for (int i = to - 1; i > from; i--) {
      int other = random.nextInt(from, i + 1);
      double value = values[i];
      values[i] = values[other];
      values[other] = value;
    }
  }

  /// A part of the series without any known change.
  ///
  /// @param cut the place where both sides differ most; below 0 if the part is too short
  /// @param gain how much they differ there
  private record Part(int from, int to, int cut, double gain) {

    /// Moves one value after another from the right side to the left one.
    static Part of(double[] values, int from, int to) {
      double across = 0;
      double left = 0;
      double right = 0;
      for (int i = from; i < to; i++) {
        right += distances(values, i, from, i);
      }
      Part best = new Part(from, to, -1, 0);
      for (int cut = from + 1; cut <= to - LEAST; cut++) {
        double toLeft = distances(values, cut - 1, from, cut - 1);
        double toRight = distances(values, cut - 1, cut, to);
        across += toRight - toLeft;
        left += toLeft;
        right -= toRight;
        double gain = gain(across, left, right, cut - from, to - cut);
        if (cut - from >= LEAST && gain > best.gain) {
          best = new Part(from, to, cut, gain);
        }
      }
      return best;
    }

    private static double distances(double[] values, int one, int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += Math.abs(values[one] - values[i]);
      }
      return sum;
    }

    /// The energy distance of both sides, times their common weight.
    ///
    /// @param n values on the left, and m on the right
    private static double gain(double across, double left, double right, double n, double m) {
      double within = (n < 2 ? 0 : 2 * left / (n * (n - 1))) + 2 * right / (m * (m - 1));
      return n * m / (n + m) * (2 * across / (n * m) - within);
    }
  }
}
