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
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is said of pairs of runs whose true difference is known. `-Dpairs=200` looks at as many as
/// docs/studies.md tells of.
@Timeout(value = 1, unit = TimeUnit.DAYS)
final class FigureDifferenceTest {
  private static final int PAIRS = Integer.getInteger("pairs", 4);
  private static final int SECONDS = Integer.getInteger("seconds", 600);

  private final RandomGenerator random = new SplittableRandom(Long.getLong("seed", 12));

  private static Stream<FigureDifference> shown(List<FigureDifference> differences) {
    return differences.stream()
        .filter(one -> one.verdict() == Verdict.BETTER || one.verdict() == Verdict.WORSE);
  }

  private List<FigureDifference> between(NoisyLoad a, NoisyLoad b, int runs) {
    return FigureDifference.between(runs(a, runs), runs(b, runs), 1, random);
  }

  private List<Sample> runs(NoisyLoad load, int count) {
    return IntStream.range(0, count).mapToObj(_ -> load.run(SECONDS, random)).toList();
  }

  @Test
  void ofIdenticalPairsAtMostOneInTwentyShowsAnyDifference() {
    long shown =
        IntStream.range(0, PAIRS)
            .filter(_ -> shown(between(NoisyLoad.USUAL, NoisyLoad.USUAL, 1)).findAny().isPresent())
            .count();
    tell("identical pairs with any difference: %d of %d".formatted(shown, PAIRS));
    assertTrue(shown <= 0.05 * PAIRS, shown + " of " + PAIRS);
  }

  /// Only where somebody wants the figures.
  private static void tell(String sentence) {
    if (PAIRS >= 100) {
      System.out.println(sentence);
    }
  }

  @Test
  void aDifferenceOfThreePercentIsFoundInNineOfTenPairs() {
    int throughput = 0;
    int median = 0;
    double smallest = 0;
    for (int i = 0; i < PAIRS; i++) {
      List<FigureDifference> differences =
          between(NoisyLoad.USUAL, NoisyLoad.USUAL.slower(0.03), 1);
      List<String> worse =
          shown(differences)
              .filter(one -> one.verdict() == Verdict.WORSE)
              .map(FigureDifference::figure)
              .toList();
      throughput += worse.contains("throughput") ? 1 : 0;
      median += worse.contains("p50") ? 1 : 0;
      smallest += differences.getFirst().smallest().orElseThrow() / PAIRS;
    }
    tell(
        "3 %% found in throughput: %d, in p50: %d of %d; smallest told on average %.2f %%"
            .formatted(throughput, median, PAIRS, smallest));
    // Of few pairs one more may be missed by chance.
    double least = 0.9 * PAIRS - (PAIRS < 100 ? 1 : 0);
    assertTrue(throughput >= least, throughput + " of " + PAIRS);
    assertTrue(median >= least, median + " of " + PAIRS);
  }

  @Test
  void repeatsTellWhatDiffersFromRunToRunAndOneRunOfEachDoesNot() {
    NoisyLoad moody = new NoisyLoad(300, 4_000, 0.05);
    int single = 0;
    int repeated = 0;
    for (int i = 0; i < 3; i++) {
      single += shown(between(moody, moody, 1)).findAny().isPresent() ? 1 : 0;
      repeated += shown(between(moody, moody, 4)).findAny().isPresent() ? 1 : 0;
    }
    assertTrue(single >= 2, single + " of 3");
    assertEquals(0, repeated);
  }

  @Test
  void percentilesOfAResampleAreThoseOfItsDistributionsAddedUp() {
    List<Distribution> units = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      units.add(NoisyLoad.stats(random.nextInt(200), 200 * (1 + i % 7), random).latency());
    }
    Percentiles percentiles = new Percentiles(units);
    for (int round = 0; round < 50; round++) {
      int[] times = IntStream.generate(() -> random.nextInt(3)).limit(units.size()).toArray();
      Distribution sum = Distribution.EMPTY;
      for (int i = 0; i < times.length; i++) {
        for (int n = 0; n < times[i]; n++) {
          sum = sum.plus(units.get(i));
        }
      }
      assertEquals(sum.count(), percentiles.total(times));
      for (double percent : new double[] {0.1, 50, 90, 95, 99, 99.9, 100}) {
        Percentiles.Place place = percentiles.place(times, sum.count(), percent);
        double upTo = LatencyLayout.highestMicros(place.slot()) / 1e3;
        assertEquals(sum.percentileMillis(percent), Math.min(upTo, sum.maxMillis()));
        assertTrue(place.part() > 0 && place.part() <= 1, place.toString());
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameIntervals() {
    List<Sample> a = runs(NoisyLoad.USUAL, 1);
    List<Sample> b = runs(NoisyLoad.USUAL, 1);
    assertEquals(
        FigureDifference.between(a, b, 1, new SplittableRandom(1)),
        FigureDifference.between(a, b, 1, new SplittableRandom(1)));
  }

  @Test
  void ofTooFewIntervalsOnlyTheFiguresAreTold() {
    Sample brief = NoisyLoad.USUAL.run(10, random);
    FigureDifference first =
        FigureDifference.between(List.of(brief), List.of(brief), 1, random).getFirst();
    assertEquals(Verdict.NOT_KNOWN, first.verdict());
    assertEquals(Optional.empty(), first.low());
    assertEquals(0.0, first.percent());
  }

  @Test
  void moreComparedTogetherMakesEachIntervalWider() {
    List<Sample> a = runs(NoisyLoad.USUAL, 1);
    List<Sample> b = runs(NoisyLoad.USUAL, 1);
    double alone = width(FigureDifference.between(a, b, 1, new SplittableRandom(1)).getFirst());
    double ofTen = width(FigureDifference.between(a, b, 10, new SplittableRandom(1)).getFirst());
    assertTrue(ofTen > 1.1 * alone, ofTen + " and " + alone);
  }

  private static double width(FigureDifference one) {
    return one.high().orElseThrow() - one.low().orElseThrow();
  }

  @Test
  void intervalsThatWereJoinedAreStillAllThere() {
    NoisyLoad load = new NoisyLoad(20, 4_000, 0);
    Sample long_ = load.run(3 * Sample.MOST, new SplittableRandom(3));
    assertTrue(long_.units().size() <= Sample.MOST && long_.units().size() > Sample.MOST / 2);
    assertEquals(3.0 * Sample.MOST, long_.whole().seconds());
    Sample twice = new Sample();
    for (int agent = 0; agent < 2; agent++) {
      twice.add(0, 60, 0, 60_000_000_000L, NoisyLoad.stats(100, 500, random));
    }
    assertEquals(60, twice.whole().seconds());
    assertEquals(200, twice.whole().ok());
  }

  /// Such as the closing record of a worker that had sealed nothing for a while, whichever agent's
  /// comes first.
  @Test
  void aRecordThatGoesOnBeyondItsIntervalHidesNoneOfThoseBehindIt() {
    Sample sample = new Sample();
    sample.add(0, 1, 0, 62_000_000_000L, NoisyLoad.stats(70, 500, random));
    for (int i = 0; i < 120; i++) {
      long start = i * 1_000_000_000L;
      sample.add(i, 1, start, 1_000_000_000L, NoisyLoad.stats(50, 500, random));
    }

    assertEquals(120, sample.units().size());
    assertEquals(120, sample.whole().seconds(), 1e-9);
    assertEquals(120 * 50 + 70, sample.whole().ok());
  }

  @Test
  void aPercentileIsWhatTheRunsOwnResultSays() {
    Sample run = new NoisyLoad(300, 4_000, 0).run(60, random);
    Distribution all = run.whole().latency();

    List<FigureDifference> compared =
        FigureDifference.between(List.of(run), List.of(run), 1, new SplittableRandom(1));

    assertEquals(
        List.of(50.0, 90.0, 95.0, 99.0, 99.9).stream().map(all::percentileMillis).toList(),
        compared.stream()
            .filter(one -> one.figure().startsWith("p"))
            .map(FigureDifference::a)
            .toList());
  }

  @Test
  void blocksAreAsLongAsTheSeriesRemembers() {
    int forgetful = length(0);
    int mindful = length(0.9);
    assertTrue(forgetful <= 4, "" + forgetful);
    assertTrue(mindful >= 15 && mindful <= 100, "" + mindful);
    assertEquals(1, BlockLength.of(new double[50]));
  }

  private int length(double memory) {
    double[] series = new double[1_000];
    for (int i = 1; i < series.length; i++) {
      series[i] = memory * series[i - 1] + random.nextGaussian();
    }
    return BlockLength.of(series);
  }

  /// Values of the tables in Abramowitz and Stegun, 26.10.
  @Test
  void studentsTIsThatOfTheTables() {
    double[] bounds =
        IntStream.of(1, 2, 5, 30, 1_000).mapToDouble(n -> StudentT.bound(0.95, n)).toArray();
    double[] table = {12.706, 4.303, 2.571, 2.042, 1.962};
    assertEquals(table.length, bounds.length);
    Arrays.setAll(table, i -> Math.abs(table[i] - bounds[i]));
    assertTrue(Arrays.stream(table).max().orElseThrow() < 1e-3, Arrays.toString(bounds));
  }
}
