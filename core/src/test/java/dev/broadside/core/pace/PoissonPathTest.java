package dev.broadside.core.pace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.pace.ArrivalSequence.PoissonPath;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// With these seeds the statistics come out as they do, once and for all: no test here can fail by
/// chance later.
class PoissonPathTest {
  private static final int SIZE = 40 * PoissonPath.BLOCK;

  private static double[] path(long seed, long from) {
    PoissonPath path = new PoissonPath(seed);
    return IntStream.range(0, SIZE).mapToDouble(i -> path.at(from + i)).toArray();
  }

  private static double[] gaps(double[] arrivals) {
    return IntStream.range(1, arrivals.length)
        .mapToDouble(i -> arrivals[i] - arrivals[i - 1])
        .toArray();
  }

  /// How far the sorted values lie from the exponential distribution of mean 1, times the square
  /// root of their number; above 1.63 in one case of a hundred (Kolmogorov and Smirnov).
  static double distanceFromExponential(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double farthest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = 1 - Math.exp(-sorted[i]);
      farthest = Math.max(farthest, Math.abs(expected - (double) i / sorted.length));
      farthest = Math.max(farthest, Math.abs(expected - (double) (i + 1) / sorted.length));
    }
    return farthest * Math.sqrt(sorted.length);
  }

  @Test
  void gapsAreExponential() {
    assertTrue(distanceFromExponential(gaps(path(1, 0))) < 1.63);
    assertTrue(distanceFromExponential(gaps(path(2, 1_000_000_000_000L))) < 1.63);
  }

  @Test
  void oneGapSaysNothingOfTheNext() {
    double[] gaps = gaps(path(3, 0));
    double sum = 0;
    for (int i = 1; i < gaps.length; i++) {
      sum += (gaps[i] - 1) * (gaps[i - 1] - 1);
    }

    assertEquals(0, sum / Math.sqrt(gaps.length), 2.58);
  }

  @Test
  void countsOfEqualSpansHaveTheirMeanAsVarianceHoweverLongTheSpanIs() {
    for (double span : new double[] {10, 300, 3_000}) {
      int spans = 400;
      PoissonPath path = new PoissonPath(17);
      long[] counts = new long[spans];
      for (long n = 0; path.at(n) < span * spans; n++) {
        counts[(int) (path.at(n) / span)]++;
      }
      double chiSquare =
          Arrays.stream(counts).mapToDouble(count -> Math.pow(count - span, 2) / span).sum();

      // Of 400 degrees of freedom: 99 % lie between these.
      assertTrue(chiSquare > 331 && chiSquare < 476, "spans of " + span + " give " + chiSquare);
    }
  }

  @Test
  void anArrivalIsThatOneInWhateverOrderTheyAreAskedFor() {
    double[] inOrder = path(5, 0);
    PoissonPath path = new PoissonPath(5);

    for (int n = SIZE - 1; n >= 0; n -= 97) {
      assertEquals(inOrder[n], path.at(n));
    }
  }

  @Test
  void arrivalsFollowOneAnotherAcrossBlocksAndFarOut() {
    PoissonPath path = new PoissonPath(9);
    for (long from : new long[] {0, 1L << 20, 1L << 40}) {
      for (long n = from + 1; n < from + 3 * PoissonPath.BLOCK; n++) {
        assertTrue(path.at(n) >= path.at(n - 1), "arrival " + n);
      }
      assertEquals(from, path.at(from), 5 * Math.sqrt(from + 1.0));
    }
  }
}
