package dev.broadside.core.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.compare.FigureDifference.Verdict;
import dev.broadside.core.compare.Side.BlockLength;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.LatencyLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is said of runs so plain that it can be worked out by hand.
class SideTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Percentiles NONE = new Percentiles(List.of());

  private final RandomGenerator random = new SplittableRandom(1);

  /// All of one latency.
  private static Distribution latency(int count, long micros) {
    return count == 0
        ? Distribution.EMPTY
        : new Distribution(
            new int[] {LatencyLayout.slot(micros)},
            new long[] {count},
            1_000 * micros * count,
            1_000 * micros,
            0);
  }

  private static Unit unit(double seconds, int ok, long micros) {
    return new Unit(seconds, ok, latency(ok, micros));
  }

  /// A run in intervals of a second, whose transactions take a millisecond each.
  private static Sample run(int seconds, IntUnaryOperator okOfSecond) {
    Sample sample = new Sample();
    for (int i = 0; i < seconds; i++) {
      sample.addSums(i, 1, i * SECOND, SECOND, okOfSecond.applyAsInt(i), 1);
    }
    return sample;
  }

  private Side.Estimate throughput(Sample... runs) {
    return Side.known(Side.of(List.of(runs)).estimates(random), ComparedFigure.THROUGHPUT);
  }

  @Test
  void throughputIsWhatEndedWellOverTheTimeAndIsToldInSteps() {
    List<Unit> units = List.of(unit(2, 100, 1_000), unit(3, 50, 4_000));
    ComparedFigure.Value value =
        ComparedFigure.THROUGHPUT.of(units, new int[] {2, 1}, NONE).orElseThrow();
    assertEquals(250 / 7.0, value.value(), 1e-12);
    assertEquals(1 / 250.0, value.resolution(), 1e-12);
    assertEquals(
        Optional.empty(),
        ComparedFigure.THROUGHPUT.of(List.of(unit(1, 0, 1)), new int[] {1}, NONE));
  }

  @Test
  void meanIsTheSumOfLatenciesOverTheirNumber() {
    List<Unit> units = List.of(unit(2, 100, 1_000), unit(3, 50, 4_000));
    ComparedFigure.Value value =
        ComparedFigure.MEAN.of(units, new int[] {2, 1}, NONE).orElseThrow();
    assertEquals((200 * 1.0 + 50 * 4.0) / 250, value.value(), 1e-12);
    assertEquals(0, value.resolution());
    assertEquals(
        Optional.empty(), ComparedFigure.MEAN.of(List.of(unit(1, 0, 1)), new int[] {1}, NONE));
  }

  @Test
  void aPercentileNeedsTenValuesBeyondIt() {
    ComparedFigure median = ComparedFigure.ALL.get(2);
    assertEquals("p50", median.id());
    assertEquals(Optional.empty(), percentile(median, 19));
    ComparedFigure.Value value = percentile(median, 20).orElseThrow();
    // Of 8,192 to 8,199 microseconds, which one slot holds.
    assertEquals(8.196, value.value(), 1e-9);
    assertEquals(8 / 8_196.0, value.resolution(), 1e-9);
  }

  private static Optional<ComparedFigure.Value> percentile(ComparedFigure figure, int count) {
    List<Unit> units = List.of(unit(1, count, 8_195));
    Percentiles percentiles = new Percentiles(List.of(units.getFirst().latency()));
    return figure.of(units, new int[] {1}, percentiles);
  }

  @Test
  void whatAUnitBearsOnAFigureIsItsOwnPartOfIt() {
    Distribution two = latency(30, 1_000).plus(latency(10, 3_000));
    Unit unit = new Unit(4, 40, two);
    assertEquals(10, ComparedFigure.THROUGHPUT.influence(unit, 7));
    assertEquals(1.5, ComparedFigure.MEAN.influence(unit, 7));
    ComparedFigure p90 = ComparedFigure.ALL.get(3);
    assertEquals(0.25, p90.influence(unit, 2.0), 1e-12, "the part beyond the whole's figure");
    assertEquals(1, p90.influence(unit, 0.5), 1e-12);
    assertEquals(0, p90.influence(unit, 3.002), 1e-12);
    assertEquals(0, p90.influence(unit(1, 0, 1), 1));
  }

  /// Of independent seconds: the standard error of a mean, squared, over the mean's square.
  @Test
  void varianceOfARunIsThatOfTheMeanOfItsIntervals() {
    assertEquals(1, varianceOverTruth(1), 0.15);
  }

  /// Every five seconds are alike, so there are but a fifth as many independent ones.
  @Test
  void whatHangsTogetherInTimeCountsOnce() {
    assertEquals(1, varianceOverTruth(5), 0.25);
  }

  /// On average over 10 runs of 300 s.
  private double varianceOverTruth(int alike) {
    double deviation = Math.sqrt(200 * 201 / 3.0);
    double truth = deviation * deviation / (300.0 / alike) / 1e6;
    double sum = 0;
    for (int i = 0; i < 10; i++) {
      int[] ok = IntStream.generate(() -> 1_000 + random.nextInt(-200, 201)).limit(300).toArray();
      sum += throughput(run(300, second -> ok[second / alike])).variance() / truth;
    }
    return sum / 10;
  }

  /// As Lahiri has it: one and a half for each block, without one.
  @Test
  void degreesOfFreedomAreThoseOfTheBlocks() {
    assertEquals(14, BlockLength.of(IntStream.range(0, 40).mapToDouble(i -> i % 2).toArray()));
    assertEquals(3, throughput(run(40, i -> 900 + 200 * (i % 2))).free());
    assertEquals(59, throughput(run(40, _ -> 900)).free());
  }

  @Test
  void whatIsCountedIsKnownToOneOfIt() {
    Side.Estimate estimate = throughput(steady(5), steady(5));
    assertEquals(1 / (200.0 * 200) / 12, estimate.variance(), 1e-15);
    assertEquals(1, estimate.free());
  }

  @Test
  void aRunOfFewerThanTwentyIntervalsHasNoInterval() {
    assertTrue(Double.isNaN(throughput(run(19, i -> 100 + i)).variance()));
    assertEquals(0, throughput(run(19, i -> 100 + i)).free());
    assertTrue(throughput(run(20, i -> 100 + i)).variance() > 0);
  }

  /// One of two runs has none, so some resamples have not.
  @Test
  void ofAFigureThatSomeResamplesDoNotHaveNothingIsKnown() {
    assertTrue(Double.isNaN(throughput(run(30, _ -> 0), run(30, _ -> 10)).variance()));
  }

  /// The variance of repeats is that of their mean: with the sample's own, over their number.
  @Test
  void intervalOfRepeatsIsThatOfWelch() {
    double[] a = {1_000, 1_010, 985, 1_020, 995};
    double[] b = {1_100, 1_078, 1_122, 1_090, 1_085};
    FigureDifference difference = between(a, b, 1);
    double va = variance(a);
    double vb = variance(b);
    double error = Math.sqrt(va + vb);
    int free = (int) ((va + vb) * (va + vb) / (va * va / 4 + vb * vb / 4));
    // The mean is compared as well, so the chance is halved.
    double reach = StudentT.bound(1 - 0.05 / 2, free) * error;
    double ratio = Math.log(1_095.0 / 1_002);
    assertEquals(100 * Math.expm1(ratio), difference.percent(), 1e-3);
    assertEquals(100 * (ratio - reach), 100 * log(difference.low()), 0.3);
    assertEquals(100 * (ratio + reach), 100 * log(difference.high()), 0.3);
    double smallest = reach + StudentT.bound(0.8, free) * error;
    assertEquals(100 * smallest, 100 * log(difference.smallest()), 0.6);
    assertEquals(Verdict.BETTER, difference.verdict());
    assertEquals(1_002, difference.a());
    assertEquals(1_095, difference.b());
    assertEquals(Verdict.WORSE, between(b, a, 1).verdict());
    assertEquals(Verdict.NO_DIFFERENCE_SHOWN, between(b, b, 1).verdict());
  }

  private static double log(Optional<Double> percent) {
    return Math.log1p(percent.orElseThrow() / 100);
  }

  private static double variance(double[] all) {
    double mean = Arrays.stream(all).average().orElseThrow();
    double squares = Arrays.stream(all).map(one -> Math.pow(one - mean, 2)).sum();
    return squares / (all.length - 1) / all.length / (mean * mean);
  }

  private FigureDifference between(double[] a, double[] b, int together) {
    return FigureDifference.between(runs(a), runs(b), together, random).getFirst();
  }

  /// One run for each throughput, of ten seconds that are alike.
  private static List<Sample> runs(double[] throughput) {
    List<Sample> runs = new ArrayList<>();
    for (double one : throughput) {
      runs.add(run(10, _ -> (int) one));
    }
    return runs;
  }

  @Test
  void whereNothingVariesTheDifferenceItselfIsCertain() {
    List<Sample> a = List.of(steady(5), steady(5));
    List<Sample> b = List.of(steady(6), steady(6));
    FigureDifference mean = FigureDifference.between(a, b, 1, random).get(1);
    assertEquals("mean", mean.figure());
    assertEquals(Verdict.WORSE, mean.verdict());
    assertEquals(20, mean.percent(), 1e-3);
    assertEquals(20, mean.low().orElseThrow(), 1e-3);
    assertEquals(20, mean.high().orElseThrow(), 1e-3);
    assertEquals(Verdict.BETTER, FigureDifference.between(b, a, 1, random).get(1).verdict());
    assertEquals(
        Verdict.NO_DIFFERENCE_SHOWN, FigureDifference.between(a, a, 1, random).get(1).verdict());
  }

  private static Sample steady(double meanMillis) {
    Sample sample = new Sample();
    sample.addSums(0, 1, 0, SECOND, 100, meanMillis);
    return sample;
  }

  @Test
  void ofSumsThroughputAndMeanAreComparedAndNoPercentile() {
    List<Sample> a = List.of(steady(5));
    List<Sample> b = List.of(steady(4));
    List<FigureDifference> differences = FigureDifference.between(a, b, 1, random);
    assertEquals(
        List.of("throughput", "mean"), differences.stream().map(FigureDifference::figure).toList());
    assertEquals(-20, differences.getLast().percent(), 1e-3);
    assertEquals(5, differences.getLast().a());
    assertEquals(Verdict.NOT_KNOWN, differences.getLast().verdict());
  }

  @Test
  void whatIsToldWithoutAnIntervalIsNotJudged() {
    FigureDifference told = FigureDifference.told("p95", 4, 5);
    assertEquals(25, told.percent());
    assertEquals(Verdict.NOT_KNOWN, told.verdict());
    assertEquals(Optional.empty(), told.smallest());
  }

  /// Values of the tables in Abramowitz and Stegun, 26.10, for 0.5, 0.8, 0.98 and 0.999.
  @Test
  void studentsTIsThatOfTheTablesAtEveryProbability() {
    double[][] table = {
      {1.000, 3.078, 31.821, 636.619},
      {0.816, 1.886, 6.965, 31.598},
      {0.765, 1.638, 4.541, 12.924},
      {0.741, 1.533, 3.747, 8.610},
      {0.700, 1.372, 2.764, 4.587},
      {0.679, 1.296, 2.390, 3.460}
    };
    int[] free = {1, 2, 3, 4, 10, 60};
    double[] probabilities = {0.5, 0.8, 0.98, 0.999};
    for (int row = 0; row < free.length; row++) {
      for (int column = 0; column < probabilities.length; column++) {
        double bound = StudentT.bound(probabilities[column], free[row]);
        assertEquals(table[row][column], bound, 1e-3 * bound, free[row] + " degrees");
      }
    }
    assertEquals(0, StudentT.within(0, 7));
    assertEquals(StudentT.bound(0.9, 1_000), StudentT.bound(0.9, 1_000_000));
  }
}
