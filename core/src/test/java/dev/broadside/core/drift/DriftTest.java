package dev.broadside.core.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.drift.DriftFinding.Verdict;
import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.Figure;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is said of series of which it is known what they do. How often that is right is counted
/// over many of them: 40 of each kind, or `-Ddrift.series=500`.
@Timeout(value = 1, unit = TimeUnit.DAYS)
class DriftTest {
  private static final int SERIES = Integer.getInteger("drift.series", 40);
  private static final int DAY = 1_440;

  /// What is promised; of few series a share is not known well enough to hold it to that.
  private static final double FOUND = SERIES < 200 ? 0.9 : 0.95;

  /// Of one kind of run how many are found to do something, printed beside what was promised.
  private static double share(
      String what, LongFunction<DriftFinding> judged, Predicate<DriftFinding> found) {
    long count =
        LongStream.range(0, SERIES)
            .parallel()
            .filter(seed -> found.test(judged.apply(0xD41F7 + seed)))
            .count();
    double share = (double) count / SERIES;
    System.out.printf("drift: %-48s %5.1f %% of %d%n", what, 100 * share, SERIES);
    return share;
  }

  private static boolean moves(DriftFinding finding) {
    return finding.verdict() != Verdict.STEADY;
  }

  private static boolean falls(DriftFinding finding) {
    return finding.worse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"p99", "p99<50", "throughput>1234", "my.own@db>1234567.125", "p99<0.0001"})
  void whatIsWatchedReadsBackAsItIsWritten(String text) {
    assertEquals(text, DriftWatch.of(text).orElseThrow().text());
  }

  @Test
  void whatIsStationaryIsNotSaidToDrift() {
    double two = share("2 days, stationary", s -> daily(s, 48).judged(DAY), DriftTest::moves);
    double week = share("7 days, stationary", s -> daily(s, 168).judged(DAY), DriftTest::moves);
    double short12 =
        share("12 hours without days, stationary", s -> plain(s, 12).judged(1), DriftTest::moves);
    double short3 =
        share("3 hours without days, stationary", s -> plain(s, 3).judged(1), DriftTest::moves);
    assertTrue((two + week + short12 + short3) / 4 <= 0.01, "more than 1 % false alarms");
  }

  @Test
  void twoPercentADayAreFoundWithinTwoDays() {
    assertTrue(
        share(
                "2 days, 2 % a day down",
                s -> daily(s, 48).decaying(0.02).judged(DAY), DriftTest::falls)
            >= FOUND);
    assertTrue(
        share(
                "2 days without days, 2 % a day down",
                s -> plain(s, 48).decaying(0.02).judged(1), DriftTest::falls)
            >= FOUND);
    assertTrue(
        share(
                "7 days, 2 % a day down, as a slope",
                s -> daily(s, 168).decaying(0.02).judged(DAY),
                found -> found.verdict() == Verdict.DRIFT && found.steps().isEmpty())
            >= FOUND);
  }

  @Test
  void aStepIsAStepAndNoSlope() {
    assertTrue(
        share(
                "12 hours, one step of 15 % down",
                s -> plain(s, 12).stepping(0.15, 3 + s % 7).judged(1),
                found -> found.verdict() == Verdict.STEP && found.steps().size() == 1)
            >= 0.9);
    assertTrue(
        share(
                "7 days, one step of 15 % down",
                s -> daily(s, 168).stepping(0.15, 30 + s % 100).judged(DAY),
                found -> found.verdict() == Verdict.STEP && found.steps().size() == 1)
            >= 0.9);
  }

  @Test
  void theBoundsOfASlopeHoldIt() {
    double held =
        share(
            "slope within its 95 % bounds",
            s -> plain(s, 48).decaying(0.1).judged(1),
            found ->
                found.slope().perHourLow().orElseThrow() <= -100 / 24.0
                    && found.slope().perHourHigh().orElseThrow() >= -100 / 24.0);
    assertTrue(held >= 0.85, "the bounds are too narrow");
  }

  @Test
  void aStepIsToldWithItsPlaceAndItsHeight() {
    DriftFinding found = plain(7, 24).stepping(0.3, 16).judged(1);

    assertEquals(Verdict.STEP, found.verdict());
    assertEquals(16, found.steps().getFirst().atMillis() / 3_600_000, 0.5);
    assertEquals(-300, found.steps().getFirst().height(), 15);
    assertTrue(found.sentence().startsWith("throughput stepped from "), found.sentence());
  }

  /// A run lost an agent, or somebody changed its load: nobody needs to look for it in the target.
  @Test
  void aStepThatSomethingExplainsIsToldAsThatAndIsNotToTheWorse() {
    DriftCause lost = new DriftCause(16 * 3_600_000 + 60_000, "a2 was lost");
    DriftCause later = new DriftCause(20 * 3_600_000, "ada changed the load");

    DriftFinding explained = plain(7, 24).stepping(0.3, 16).judged(1, List.of(later, lost));
    DriftFinding unexplained = plain(7, 24).stepping(0.3, 16).judged(1, List.of(later));

    assertEquals(Verdict.STEP, explained.verdict());
    assertFalse(explained.worse());
    assertTrue(explained.sentence().endsWith(" min, when a2 was lost"), explained.sentence());
    assertTrue(unexplained.worse());
    assertFalse(unexplained.sentence().contains("when"), unexplained.sentence());
  }

  @Test
  void aSlopeToTheWorseStaysOneWhateverHappened() {
    DriftCause lost = new DriftCause(16 * 3_600_000, "a2 was lost");
    assertTrue(plain(3, 48).decaying(0.1).judged(1, List.of(lost)).worse());
  }

  /// What the heap of a worker does over an hour, told in minutes, or over a minute, in seconds.
  private static Optional<DriftFinding> heap(int intervals, Duration interval, double to) {
    Figure figure = Figure.last("jvm.heapAfterGc", "MiB", "heap after collection");
    DriftPlan plan = new DriftPlan(0, interval.toNanos(), 1, true, List.of(), List.of());
    DriftSeries series = new DriftSeries(plan);
    series.declare(List.of(figure));
    for (int i = 0; i < intervals; i++) {
      FigureSum sum = new FigureSum(figure);
      assertTrue(sum.add(i, new FigureValue.Reading(8 + (to - 8) * i / intervals)));
      OutcomeCounts counts = TestCounts.of(60, 60, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
      series.add(
          i,
          1,
          interval.toSeconds(),
          new Tally(TransactionStats.counted(counts), List.of()),
          Map.of(figure.id(), sum));
    }
    return series.document(List.of()).stream()
        .flatMap(document -> document.figures().stream())
        .filter(one -> one.subject().figure().equals(figure.id()))
        .findFirst();
  }

  @Test
  void aRunOfAMinuteSaysNothingOfDrift() {
    assertEquals(Optional.empty(), heap(60, Duration.ofSeconds(1), 8.7));
    assertEquals(Optional.empty(), heap(60, Duration.ofSeconds(1), 800));
    assertEquals(Optional.empty(), heap(25, Duration.ofMinutes(1), 800));
  }

  @Test
  void aFewMegabytesOfHeapAreNoLeakAndManyAre() {
    assertEquals(Verdict.STEADY, heap(120, Duration.ofMinutes(1), 8.7).orElseThrow().verdict());
    assertEquals(Verdict.STEADY, heap(120, Duration.ofMinutes(1), 23).orElseThrow().verdict());
    DriftFinding leak = heap(120, Duration.ofMinutes(1), 80).orElseThrow();
    assertEquals(Verdict.DRIFT, leak.verdict());
    assertTrue(leak.worse());
  }

  @Test
  void theTimeToALimitIsTold() {
    // From 1,000 it falls by 100 a day: after two days it is at 800, and 700 are a day away.
    DriftFinding found = plain(3, 48).decaying(0.1).judged(1, "throughput>700");
    DriftFinding.Limit limit = found.limit().orElseThrow();

    assertEquals(24, limit.hours().orElseThrow(), 2);
    assertTrue(limit.hoursLow().orElseThrow() <= limit.hours().orElseThrow());
    assertTrue(limit.hoursHigh().orElseThrow() >= limit.hours().orElseThrow());
    assertTrue(found.sentence().contains("and reaches 700 tx/s in "), found.sentence());
    assertEquals(
        OptionalDouble.of(0),
        plain(3, 48).decaying(0.1).judged(1, "throughput>900").limit().orElseThrow().hours());
    assertEquals(
        OptionalDouble.empty(),
        plain(3, 48).judged(1, "throughput>700").limit().orElseThrow().hours());
  }

  @Test
  void nothingIsSaidBeforeACycleIsOver() {
    assertEquals(Verdict.EARLY, daily(5, 20).decaying(0.3).judged(DAY).verdict());
  }

  @Test
  void halfOfWildValuesAndGapsMoveNoSlope() {
    double[] values = new double[200];
    SplittableRandom random = new SplittableRandom(11);
    Arrays.setAll(
        values, i -> i % 5 == 0 ? random.nextDouble(1e6) : i % 7 == 0 ? Double.NaN : 100 + 0.5 * i);

    Trend trend = Trend.of(new Cyclic(values, 1));

    assertEquals(0.5, trend.slope(), 0.02);
    assertTrue(trend.low() <= 0.5 && trend.high() >= 0.5);
    assertTrue(trend.z() > 5);
  }

  @Test
  void whatIsAlwaysTheSameDoesNothing() {
    double[] zeros = new double[100];

    DriftJudgement found =
        DriftJudgement.of(new Cyclic(zeros, 1), new DriftFigure.Least(0, 0.01, Duration.ZERO));

    assertFalse(found.sure());
    assertEquals(0, found.steps().size());
  }

  private static NoisyRun daily(long seed, double hours) {
    return new NoisyRun(seed, hours, true);
  }

  private static NoisyRun plain(long seed, double hours) {
    return new NoisyRun(seed, hours, false);
  }
}
