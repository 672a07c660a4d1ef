package dev.broadside.core.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.figures.FigureSum;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// When a threshold over spans is judged, broken and a reason to stop, to the second.
class ThresholdTrackTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Figure LEVEL = Figure.worst("level", "m", "Level");

  private ThresholdSeries series = new ThresholdSeries(List.of(), List.of(), SECOND);
  private int next;

  private static ThresholdSeries asked(String text) {
    List<Threshold> all = ((Parsed.Value<List<Threshold>>) ThresholdText.readAll(text)).value();
    ThresholdSeries asked = new ThresholdSeries(all, List.of(), SECOND);
    asked.declare(List.of(LEVEL));
    return asked;
  }

  private void ask(String text) {
    series = asked(text);
    next = 0;
  }

  /// A second for each level; below 0 where nobody knows it.
  private void levels(double... levels) {
    for (double level : levels) {
      span(1, level);
    }
  }

  /// So many seconds as one.
  private void span(int seconds, double level) {
    Map<String, FigureSum> figures = Map.of();
    if (level >= 0) {
      FigureSum sum = new FigureSum(LEVEL);
      sum.add(next, new FigureValue.Reading(level));
      figures = Map.of(LEVEL.id(), sum);
    }
    series.add(interval(next, seconds, figures));
    next += seconds;
  }

  private static ThresholdSeries.Interval interval(
      int index, int seconds, Map<String, FigureSum> figures) {
    return new ThresholdSeries.Interval(
        index, seconds, 1_000.0 * index, seconds, 1, Tally.NONE, figures, Distribution.EMPTY);
  }

  private ThresholdDocument only() {
    assertEquals(1, series.documents(Unfinished.NONE).size());
    return series.documents(Unfinished.NONE).getFirst();
  }

  private boolean aborts() {
    return series.abort(() -> Unfinished.NONE).isPresent();
  }

  // Windows.

  @Test
  void aWindowIsJudgedFromItsLastSecondOn() {
    ask("level < 5 for 3s");
    levels(9, 9);
    assertEquals(Verdict.NOT_JUDGED, only().verdict());
    levels(9);
    assertEquals(Verdict.BROKEN, only().verdict());
    assertEquals(OptionalDouble.of(0), only().atMillis());
  }

  @Test
  void aWindowHoldsAsManySecondsAsItIsLong() {
    ask("level < 5 for 3s");
    levels(0, 0, 0, 9, 9, 9, 0, 0, 0);
    assertEquals(OptionalDouble.of(9), only().value());
    assertEquals(OptionalDouble.of(3_000), only().atMillis());
    assertEquals(
        "level was 9 m in the 3s from 3s on, the worst; it must be < 5 m", only().sentence());
  }

  @Test
  void ofEquallyBadWindowsTheFirstIsNamed() {
    ask("level < 5 for 2s");
    levels(0, 8, 8, 0, 8, 8, 0);
    assertEquals(OptionalDouble.of(1_000), only().atMillis());
    ask("level > 5 for 2s");
    levels(9, 2, 2, 9, 2, 2, 9);
    assertEquals(OptionalDouble.of(1_000), only().atMillis());
    assertEquals(OptionalDouble.of(2), only().value());
  }

  @Test
  void aWindowWithoutAValueIsNoneAndHoldsNothingUp() {
    ask("level < 5 for 2s abort");
    levels(-1, -1, -1);
    assertEquals("level had no value in no 2s on end", only().sentence());
    levels(1, 1);
    assertEquals(Verdict.HOLDS, only().verdict());
    assertEquals(OptionalDouble.of(1), only().value());
    assertFalse(aborts());
  }

  @Test
  void aWindowOfMoreThanSixtySecondsMovesBySteps() {
    ask("level < 5 for 2m");
    IntStream.range(0, 120).forEach(_ -> levels(1));
    assertEquals(Verdict.HOLDS, only().verdict());
    levels(200);
    assertEquals(OptionalDouble.of(1), only().value(), "a step of two seconds is not over");
    levels(200);
    // The two seconds are a sixtieth of the window that ends with them.
    assertEquals(1 + 199 / 60.0, only().value().orElseThrow(), 0.001);
    assertEquals(OptionalDouble.of(2_000), only().atMillis());
  }

  @Test
  void aWindowBeginsAnewBehindAGap() {
    ask("level < 5 for 3s abort after 2s");
    levels(9, 9, 9, 9);
    next += 1;
    levels(9, 9);
    assertFalse(aborts(), "the grace begins anew, too");
    levels(9, 9, 9);
    assertTrue(aborts());
  }

  // Stopping.

  @Test
  void aRunIsStoppedTheMomentItsGraceIsOver() {
    ask("level < 5 for 1s abort after 3s");
    levels(9, 9, 9);
    assertFalse(aborts());
    levels(9);
    assertTrue(aborts());
    assertEquals(series.abort(() -> Unfinished.NONE), Optional.of(only().sentence()));
  }

  /// Intervals that were rolled up end later than they begin.
  @Test
  void graceIsCountedFromTheEndsOfIntervals() {
    ask("level < 5 for 1s abort after 9s");
    span(1, 9);
    span(9, 9);
    assertFalse(aborts(), "what was rolled up ends no run");
    span(1, 9);
    assertTrue(aborts());
    ask("level < 5 for 1s abort after 9s");
    span(9, 9);
    span(1, 9);
    assertFalse(aborts());
  }

  @Test
  void whatHoldsForASecondHasItsGraceAnew() {
    ask("level < 5 for 1s abort after 3s");
    levels(9, 9, 9, 1, 9, 9, 9);
    assertFalse(aborts());
    levels(9);
    assertTrue(aborts());
    levels(1, 1, 1);
    assertTrue(aborts(), "what is to be stopped stays so");
  }

  @Test
  void whatNobodyKnowsForASecondIsNotOnTheWayToAStop() {
    ask("level < 5 for 1s abort after 3s");
    levels(9, 9, 9, -1, 9, 9, 9);
    assertFalse(aborts());
  }

  @Test
  void withoutAStopNothingIsStopped() {
    ask("level < 5 for 1s, level < 5, level < 5 in 1 of 2 intervals");
    levels(9, 9, 9, 9);
    assertFalse(aborts());
    assertEquals(
        List.of(Verdict.BROKEN, Verdict.BROKEN, Verdict.BROKEN),
        series.documents(Unfinished.NONE).stream().map(ThresholdDocument::verdict).toList());
  }

  @Test
  void ofAWholeRunTheFigureSoFarIsLookedAt() {
    ask("level < 5 abort after 2s");
    levels(9, 1, 1, 9, 9);
    // 9, 5, 3.7, 5, 5.8: broken for the first two seconds and from the fourth on.
    assertFalse(aborts());
    levels(9);
    assertTrue(aborts());
    assertEquals(OptionalDouble.empty(), only().atMillis());
  }

  // Some of so many intervals.

  @Test
  void asManyOfTheLastIntervalsMustHoldAsIsAsked() {
    ask("level < 5 in 2 of 3 intervals");
    levels(9, 1);
    assertEquals(Verdict.NOT_JUDGED, only().verdict());
    assertEquals("level had values in less than 3 intervals on end", only().sentence());
    levels(2);
    assertEquals(Verdict.HOLDS, only().verdict());
    assertEquals(OptionalDouble.of(2), only().value());
    levels(8, 7);
    assertEquals(Verdict.BROKEN, only().verdict());
    assertEquals(OptionalDouble.of(7), only().value());
    assertEquals(OptionalDouble.of(2_000), only().atMillis());
    assertEquals(
        "level was at most 7 m in 2 of the 3 intervals from 2s on, the worst; it must be < 5 m in 2"
            + " of 3",
        only().sentence());
  }

  @Test
  void ofFiguresThatAreToBeHighTheLeastIsTold() {
    ask("level >= 5 in 2 of 3 intervals");
    levels(4, 5, 6);
    assertEquals(Verdict.HOLDS, only().verdict());
    levels(3, 2);
    assertEquals(
        "level was at least 3 m in 2 of the 3 intervals from 2s on, the worst; it must be >= 5 m in"
            + " 2 of 3",
        only().sentence());
  }

  @Test
  void anIntervalWithoutAValueIsLeftOut() {
    ask("level < 5 in 2 of 3 intervals");
    levels(1, -1, 9, -1, 9);
    assertEquals(Verdict.BROKEN, only().verdict());
    assertEquals(OptionalDouble.of(0), only().atMillis());
  }

  @Test
  void intervalsThatWereRolledUpCountOnceAndThatIsSaid() {
    ask("level < 5 in 2 of 3 intervals");
    span(10, 1);
    levels(9);
    assertEquals(
        "level had values in less than 3 intervals on end; older intervals have been rolled up, and"
            + " count as one together",
        only().sentence());
    levels(9);
    assertEquals(
        "level was at most 9 m in 2 of the 3 intervals from 0s on, the worst; it must be < 5 m in"
            + " 2 of 3; older intervals have been rolled up, and count as one together",
        only().sentence());
  }

  @Test
  void ofSomeIntervalsARunIsStoppedAfterItsGraceLikeAnyOther() {
    ask("level < 5 in 2 of 3 intervals abort after 2s");
    levels(1, 9, 9, 9);
    assertFalse(aborts());
    levels(9);
    assertTrue(aborts());
  }

  // What is told.

  @Test
  void anUnknownFigureIsToldWithThirtyThatThereAre() {
    ThresholdSeries many = asked("nothing < 5");
    many.declare(IntStream.range(0, 30).mapToObj(i -> level("x" + (10 + i))).toList());
    String some = many.documents(Unfinished.NONE).getFirst().sentence();
    assertTrue(
        some.startsWith("the run has no figure nothing; beside the usual ones it has level,"));
    assertTrue(some.endsWith(", x38 and 1 more"), some);
    ThresholdSeries few =
        new ThresholdSeries(
            ((Parsed.Value<List<Threshold>>) ThresholdText.readAll("nothing < 5")).value(),
            List.of(),
            SECOND);
    assertEquals(
        "the run has no figure nothing", few.documents(Unfinished.NONE).getFirst().sentence());
    few.declare(IntStream.range(0, 30).mapToObj(i -> level("x" + (10 + i))).toList());
    assertTrue(few.documents(Unfinished.NONE).getFirst().sentence().endsWith(", x39"));
  }

  private static Figure level(String id) {
    return Figure.worst(id, "m", "Level");
  }

  @Test
  void whatIsMeasuredIsToldToAThousandth() {
    ask("level < 5");
    levels(1.00049, 1.00049);
    assertEquals(OptionalDouble.of(1), only().value());
    assertEquals("level was 1 m; it must be < 5 m", only().sentence());
  }

  @Test
  void arrivalsThatNeverBeganCountForTheWholeRun() {
    ask("dropped < 10%");
    OutcomeCounts begun = TestCounts.of(80, 80, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
    series.add(
        new ThresholdSeries.Interval(
            0,
            1,
            0,
            1,
            1,
            new Tally(TransactionStats.counted(begun), List.<OperationStats>of()),
            Map.of(),
            Distribution.EMPTY));
    assertEquals(Verdict.HOLDS, only().verdict());
    Unfinished twenty = new Unfinished(20, Distribution.EMPTY, 20, 0, "");
    ThresholdDocument told = series.documents(twenty).getFirst();
    assertEquals(Verdict.BROKEN, told.verdict());
    assertEquals(OptionalDouble.of(20), told.value());
  }

  /// Of operations and of figures that keep each value it is known only where nothing else ends.
  @ParameterizedTest
  @CsvSource({"true, 50, 27.273, 60", "false, 1, 0, 2"})
  void whatWasLeftBehindTheMeasuredPhasesCountsWhereNothingElseEndsThere(
      boolean all, double median, double errors, double order) {
    Figure kind = Figure.duration("transaction.order", "Order");
    List<Threshold> asked =
        ((Parsed.Value<List<Threshold>>)
                ThresholdText.readAll("p50(select) > 0, errors(select) >= 0, p50(order) > 0"))
            .value();
    series = new ThresholdSeries(asked, List.of("select"), SECOND);
    series.declare(List.of(kind));
    series.add(
        new ThresholdSeries.Interval(
            0, 1, 0, 1, 1, selects(10, 1, 0, 0), values(kind, 10, 2), Distribution.EMPTY));
    series.behind(selects(30, 50, 10, 5), values(kind, 30, 60), all);
    assertEquals(
        List.of(median, errors, order),
        series.documents(Unfinished.NONE).stream().map(one -> one.value().orElseThrow()).toList());
  }

  private static Distribution latencies(int count, long millis) {
    return new Distribution(
        new int[] {LatencyLayout.slot(1_000 * millis)},
        new long[] {count},
        1_000_000 * millis * count,
        1_000_000 * millis,
        0);
  }

  private static Tally selects(int ok, long millis, int failed, int unanswered) {
    return new Tally(
        TransactionStats.NONE,
        List.of(new OperationStats(ok, failed, ok, 0, 0, unanswered, latencies(ok, millis))));
  }

  private static Map<String, FigureSum> values(Figure figure, int count, long millis) {
    FigureSum sum = new FigureSum(figure);
    sum.add(0, new FigureValue.Values(latencies(count, millis)));
    return Map.of(figure.id(), sum);
  }

  /// Its last seconds had nothing that ended, and so no value: what was worst before stands.
  @Test
  void aWindowWithoutAValueAtTheEndLeavesTheWorstAsItWas() {
    ask("level < 5 for 2s");
    levels(9, 9, -1, -1);
    assertEquals(OptionalDouble.of(9), only().value());
    assertEquals(OptionalDouble.of(0), only().atMillis());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "level < 5 for 3s abort after 2s",
        "level < 5 in 2 of 5 intervals abort after 4s",
        "level < 5 abort after 3s"
      })
  void whatWasRolledUpEndsNoRun(String text) {
    ask(text);
    for (int i = 0; i < 9; i++) {
      span(10, 9);
    }
    assertTrue(series.abort(() -> Unfinished.NONE).isEmpty());
    for (int i = 0; i < 9; i++) {
      span(1, 9);
    }
    assertTrue(series.abort(() -> Unfinished.NONE).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "<, 4, HOLDS", "<, 5, BROKEN", "<=, 5, HOLDS", "<=, 6, BROKEN",
    ">, 6, HOLDS", ">, 5, BROKEN", ">=, 5, HOLDS", ">=, 4, BROKEN"
  })
  void aSignMeansWhatItSaysAtTheLimitItself(String sign, double level, Verdict verdict) {
    ask("level " + sign + " 5");
    levels(level);
    assertEquals(verdict, only().verdict());
    ask("level " + sign + " 5 in 1 of 2 intervals");
    levels(level, level);
    assertEquals(verdict, only().verdict());
  }

  @Test
  void aVerdictReadsAsWords() {
    assertEquals("NOT JUDGED", Verdict.NOT_JUDGED.words());
  }
}
