package dev.broadside.core.threshold;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Thresholds over intervals of a second of which it is known what they hold.
class ThresholdSeriesTest {
  private static final Figure LATE = Figure.count("late", "orders", "Late orders");
  private static final Figure IDLE = Figure.mean("host.idle@db", "%", "idle");
  private static final Figure ORDER = Figure.duration("transaction.order", "Order");

  private final List<Threshold> none = List.of();
  private ThresholdSeries series = new ThresholdSeries(none, List.of(), 1);
  private int next;
  private Distribution overdue = Distribution.EMPTY;
  private Unfinished unfinished = Unfinished.NONE;

  private void ask(String text) {
    List<Threshold> all = ((Parsed.Value<List<Threshold>>) ThresholdText.readAll(text)).value();
    series = new ThresholdSeries(all, List.of("select", "update"), 1_000_000_000L);
    series.declare(List.of(LATE, IDLE, ORDER));
    next = 0;
  }

  private static Distribution values(long count, double millis) {
    int slot = LatencyLayout.slot(Math.round(millis * 1_000));
    return count == 0
        ? Distribution.EMPTY
        : new Distribution(
            new int[] {slot},
            new long[] {count},
            Math.round(count * millis * 1e6),
            Math.round(millis * 1e6),
            0);
  }

  /// So many seconds, each with so many transactions that took so long, and so many that failed.
  private void seconds(int count, long ok, double millis, long failed) {
    for (int i = 0; i < count; i++) {
      OutcomeCounts counts =
          TestCounts.of(
              ok + failed,
              ok,
              Map.of(ErrorClass.DEADLOCK, failed),
              0,
              0,
              0,
              Map.of(),
              0,
              0,
              Map.of());
      Distribution none = Distribution.EMPTY;
      Tally tally =
          new Tally(
              new TransactionStats(counts, values(ok, millis), none, none, none, none, none),
              List.of(
                  new OperationStats(2 * ok, failed, ok, 0, 0, 0, values(2 * ok, millis / 2)),
                  OperationStats.NONE));
      series.add(
          new ThresholdSeries.Interval(
              next, 1, 1_000.0 * next, 1, 8, tally, figures(ok, millis), overdue));
      next++;
    }
  }

  private Map<String, FigureSum> figures(long ok, double millis) {
    return Map.of(
        LATE.id(), sum(LATE, new FigureValue.Amount(ok / 10)),
        IDLE.id(), sum(IDLE, new FigureValue.Reading(millis)),
        ORDER.id(), sum(ORDER, new FigureValue.Values(values(ok, 3 * millis))));
  }

  private FigureSum sum(Figure figure, FigureValue value) {
    FigureSum sum = new FigureSum(figure);
    assertTrue(sum.add(next, value));
    return sum;
  }

  private Verdict verdict() {
    return ThresholdVerdicts.of(series.documents(unfinished)).orElseThrow().verdict();
  }

  private ThresholdDocument only() {
    assertEquals(1, series.documents(unfinished).size());
    return series.documents(unfinished).getFirst();
  }

  @Test
  void eachFigureIsThatOfAllThatWasMeasured() {
    ask(
        "throughput >= 0, p99 >= 0, mean >= 0, max >= 0, errors >= 0, connections >= 0,"
            + " in_flight >= 0, throughput(select) >= 0, errors(select) >= 0, p50(select) >= 0,"
            + " late >= 0, host.idle@db >= 0, p50(order) >= 0, transaction.order >= 0");
    seconds(30, 100, 4, 0);
    seconds(10, 60, 4, 20);
    assertEquals(
        List.of(90.0, 4.0, 4.0, 4.0, 5.263, 8.0, 0.36, 180.0, 2.703, 2.0, 9.0, 4.0, 12.0, 12.0),
        series.documents(unfinished).stream().map(one -> one.value().orElseThrow()).toList());
    assertEquals(Verdict.HOLDS, verdict());
  }

  @Test
  void aWindowFindsWhatTheWholeHides() {
    ask("p90 < 20ms, p90 < 20ms for 10s, throughput > 70/s for 5s");
    seconds(40, 100, 5, 0);
    seconds(3, 100, 50, 0);
    seconds(40, 100, 5, 0);
    assertEquals(
        List.of(Verdict.HOLDS, Verdict.BROKEN, Verdict.HOLDS),
        series.documents(unfinished).stream().map(ThresholdDocument::verdict).toList());
    ThresholdDocument broken = series.documents(unfinished).get(1);
    assertEquals(OptionalDouble.of(50), broken.value());
    assertEquals(
        "p90 was 50.00 ms in the 10s from 32s on, the worst; it must be < 20 ms",
        broken.sentence());
    assertEquals(100, series.documents(unfinished).get(2).value().orElseThrow());
  }

  @Test
  void aWindowIsWholeAndWithoutGaps() {
    ask("p99 < 20ms for 10s");
    seconds(9, 100, 50, 0);
    next += 5;
    seconds(9, 100, 50, 0);
    assertEquals(Verdict.NOT_JUDGED, only().verdict());
    assertEquals("p99 had no value in no 10s on end", only().sentence());
    seconds(1, 100, 50, 0);
    assertEquals(Verdict.BROKEN, only().verdict());
    assertEquals(OptionalDouble.of(14_000), only().atMillis());
  }

  /// More intervals than a window has steps: each step is several of them.
  @Test
  void aLongWindowMovesInSteps() {
    ask("p90 < 20ms for 5m");
    seconds(600, 100, 5, 0);
    seconds(40, 100, 50, 0);
    seconds(300, 100, 5, 0);
    assertEquals(Verdict.BROKEN, only().verdict());
    assertEquals(340_000, only().atMillis().orElseThrow(), 20_000);
  }

  @Test
  void aRunIsStoppedOnceItsGraceIsOver() {
    ask("errors < 1% for 5s abort after 10s");
    seconds(20, 100, 5, 0);
    seconds(10, 50, 5, 50);
    assertEquals(Optional.empty(), series.abort(() -> unfinished));
    seconds(1, 50, 5, 50);
    assertEquals(
        Optional.of("errors was 50 % in the 5s from 20s on, the worst; it must be < 1 %"),
        series.abort(() -> unfinished));
  }

  @Test
  void whatRecoversInTimeIsNotStoppedAndWhatHasNoGraceIs() {
    ask("throughput > 80/s abort after 5s");
    seconds(3, 50, 5, 0);
    seconds(30, 200, 5, 0);
    assertEquals(Optional.empty(), series.abort(() -> unfinished));
    assertEquals(Verdict.HOLDS, verdict());
    ask("max < 20ms abort");
    seconds(1, 10, 5, 0);
    assertEquals(Optional.empty(), series.abort(() -> unfinished));
    seconds(1, 10, 50, 0);
    assertTrue(series.abort(() -> unfinished).isPresent());
  }

  @Test
  void whatNobodyKnowsIsNotJudged() {
    ask("host.cpu@nowhere < 5, p99(update) < 5ms, late < 5ms, host.idle@db > 90ms");
    seconds(10, 100, 5, 0);
    assertEquals(
        List.of(
            "the run has no figure host.cpu@nowhere; beside the usual ones it has host.idle@db,"
                + " late, transaction.order",
            "p99(update) had no value in what was measured",
            "late is in orders/s",
            "host.idle@db is in %"),
        series.documents(unfinished).stream().map(ThresholdDocument::sentence).toList());
    assertEquals(Verdict.NOT_JUDGED, verdict());
    assertEquals(
        "the audit is INCOMPLETE",
        new ThresholdDocument(
                new ThresholdDocument.Asked("p99 < 5ms", "p99", "<", 5, "ms"),
                Verdict.HOLDS,
                new ThresholdDocument.Found(OptionalDouble.of(1), false, OptionalDouble.empty()),
                "")
            .doubted("the audit is INCOMPLETE")
            .sentence());
  }

  /// A limited generator asks for less and is late itself: what it can only have made worse holds
  /// without it, too.
  @ParameterizedTest
  @CsvSource({
    "throughput >= 50/s, 0, HOLDS",
    "throughput(select) >= 50/s for 3s, 0, HOLDS",
    "goodput > 50/s in 3 of 4 intervals, 0, HOLDS",
    "attempts >= 50/s, 0, HOLDS",
    "throughput < 500/s, 0, NOT_JUDGED",
    "errors < 1%, 0, HOLDS",
    "errors < 1%, 1, NOT_JUDGED",
    "errors > 0%, 1, NOT_JUDGED",
    "retries < 1%, 0, HOLDS",
    "dropped < 1%, 0, HOLDS",
    "p99 < 20ms, 0, NOT_JUDGED",
    "max < 20ms, 0, NOT_JUDGED",
    "mean > 1ms, 0, NOT_JUDGED",
    "in_flight < 20, 0, NOT_JUDGED",
    "connections >= 8, 0, HOLDS",
    "late < 500/s, 0, NOT_JUDGED",
    "host.idle@db > 1%, 0, NOT_JUDGED",
    "p99 < 1ms, 0, BROKEN",
  })
  void aLimitedGeneratorSpoilsOnlyWhatItCanHaveMadeHold(
      String text, int failedOfMillion, Verdict verdict) {
    ask(text);
    seconds(10, failedOfMillion > 0 ? 100_000 : 100, 5, 0);
    seconds(failedOfMillion, 100, 5, 1);
    String why = "the load generator was the limit in 3 of 10 intervals";

    ThresholdDocument one = series.limited(false, why, Unfinished.NONE).getFirst();
    ThresholdDocument judged = series.limited(true, why, Unfinished.NONE).getFirst();

    assertEquals(verdict, one.verdict());
    assertEquals(verdict == Verdict.BROKEN ? Verdict.BROKEN : Verdict.HOLDS, judged.verdict());
    assertEquals(verdict == Verdict.NOT_JUDGED ? why : judged.sentence(), one.sentence());
    assertTrue(
        verdict == Verdict.BROKEN
            || judged
                .sentence()
                .endsWith(
                    verdict == Verdict.HOLDS
                        ? "; that " + why + " cannot have made it hold"
                        : "; judged although " + why),
        judged.sentence());
  }

  /// One bad second in ten is forgiven, two are not; what is shown is what was kept to.
  @Test
  void someOfSoManyIntervalsOnEndMustHold() {
    ask("p99 < 20ms in 9 of 10 intervals");
    seconds(9, 100, 5, 0);
    assertEquals(Verdict.NOT_JUDGED, series.documents(unfinished).getFirst().verdict());
    seconds(1, 100, 50, 0);
    seconds(9, 100, 5, 0);
    assertEquals(Verdict.HOLDS, series.documents(unfinished).getFirst().verdict());
    seconds(2, 100, 50, 0);
    seconds(10, 100, 5, 0);
    ThresholdDocument broken = series.documents(unfinished).getFirst();
    assertEquals(Verdict.BROKEN, broken.verdict());
    assertTrue(
        broken.sentence().contains(" in 9 of the 10 intervals from 11s on, the worst; it must be"),
        broken.sentence());
  }

  @Test
  void ofIntervalsOnEndNoneIsAcrossAGapAndARunEndsWhereTooFewHold() {
    ask("throughput > 50/s in 2 of 3 intervals abort");
    seconds(2, 10, 5, 0);
    next += 5;
    seconds(2, 100, 5, 0);
    assertTrue(series.abort(() -> unfinished).isEmpty());
    seconds(2, 10, 5, 0);
    assertTrue(
        series
            .abort(() -> unfinished)
            .orElseThrow()
            .contains("in 2 of the 3 intervals from 8s on"));
  }
}
