package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.drift.DriftPlan;
import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.load.LoadModel;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.LatencyLayout;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.threshold.Threshold;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdDocument.Verdict;
import dev.broadside.core.threshold.ThresholdText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What is due and does not end counts with its age: no latency threshold holds over a database
/// that does not answer.
class UnfinishedLoadTest {
  private static final LoadModel OPEN = SpecBuilder.open(8, 20);
  private static final LoadModel CLOSED = SpecBuilder.closed(8);

  private RunAxis axis = axis(1, OPEN);
  private RunAggregate sums =
      new RunAggregate(axis, List.of("nap"), Set.of("a"), Set.of(), Criteria.NONE, _ -> {});
  private OutcomeCounts cumulative = OutcomeCounts.NONE;
  private int next;

  private static RunAxis axis(int seconds, LoadModel load) {
    return RunAxis.of(
        List.of(new Phase(PhaseKind.MEASURE, Duration.ofSeconds(12), load)),
        Duration.ofSeconds(seconds));
  }

  private void ask(RunAxis of, String thresholds) {
    axis = of;
    List<Threshold> all =
        ((Parsed.Value<List<Threshold>>) ThresholdText.readAll(thresholds)).value();
    sums =
        new RunAggregate(
            axis,
            List.of("nap"),
            Set.of("a"),
            Set.of(),
            new Criteria(DriftPlan.NONE, all, false),
            _ -> {});
  }

  private static Distribution all(long count, long millis) {
    return count == 0
        ? Distribution.EMPTY
        : new Distribution(
            new int[] {LatencyLayout.slot(millis * 1_000)},
            new long[] {count},
            count * millis * 1_000_000,
            millis * 1_000_000,
            0);
  }

  /// An interval in which so many were due, began and ended well within 200 ms.
  private void interval(long due, long begun, long ok) {
    add(counts(begun, ok, 0, Map.of()).withDue(due), all(ok, 200), Distribution.EMPTY, 0, false);
  }

  private static OutcomeCounts counts(
      long begun, long ok, long uncertain, Map<DropReason, Long> dropped) {
    return TestCounts.of(begun, ok, Map.of(), uncertain, 0, 0, dropped, 0, 0, Map.of());
  }

  private void add(
      OutcomeCounts counts, Distribution latency, Distribution carried, long lost, boolean last) {
    Distribution none = Distribution.EMPTY;
    cumulative = cumulative.plus(counts);
    IntervalRecord record =
        RecordBuilder.of(new RecordKey("run", "a", 1, RecordKey.LOAD, next), axis, next)
            .threads(lost > 0 ? 0 : 8)
            .tally(
                new Tally(
                    new TransactionStats(counts, latency, none, none, none, none, carried),
                    List.of()))
            .cumulative(cumulative)
            .inFlight(lost)
            .last(last)
            .build();
    next++;
    assertTrue(sums.add(record));
  }

  /// What nap.yaml does at 20 a second on 8 threads before and while the database is silent, from
  /// second 7 to the planned end.
  private void silentFromSecondSeven() {
    for (int second = 0; second < 7; second++) {
      interval(20, 20, 20);
    }
    interval(20, 8, 0);
    for (int second = 8; second < 12; second++) {
      interval(20, 0, 0);
    }
  }

  /// The database answers just after the planned end.
  private void answersBehindTheEnd() {
    OutcomeCounts late =
        new OutcomeCounts(
            0,
            8,
            Map.of(),
            0,
            0,
            0,
            Map.of(DropReason.NO_FREE_THREAD, 92L),
            0,
            0,
            Map.of(),
            0,
            8,
            0);
    add(late, all(8, 5_200), all(8, 5_200), 0, true);
  }

  /// It does not, and the worker is killed; its agent makes the closing record.
  private void neverAnswers(long dropped) {
    interval(0, 0, 0);
    Map<DropReason, Long> given =
        dropped > 0 ? Map.of(DropReason.NO_FREE_THREAD, dropped) : Map.of();
    OutcomeCounts counts =
        new OutcomeCounts(0, 0, Map.of(), 8, 0, 0, given, 0, 0, Map.of(), 0, 8, 8);
    add(counts, Distribution.EMPTY, Distribution.EMPTY, 8, true);
  }

  private List<ThresholdDocument> verdicts() {
    sums.closeAll();
    return sums.thresholds().orElseThrow().each();
  }

  @Test
  void whatEndsBehindTheEndCountsWithItsTrueLatencyAndWhatNeverBeganWithItsAge() {
    ask(axis, "p99 < 800ms, errors < 1%, p50 < 800ms");
    silentFromSecondSeven();
    answersBehindTheEnd();

    List<ThresholdDocument> each = verdicts();
    assertEquals(
        List.of(Verdict.BROKEN, Verdict.HOLDS, Verdict.HOLDS),
        each.stream().map(ThresholdDocument::verdict).toList());
    assertEquals(
        "p99 was at least 5,200.0 ms; it must be < 800 ms: the database did not answer for the last"
            + " 5 s: 92 of 240 arrivals were never begun",
        each.getFirst().sentence());
    assertEquals(92, sums.summary().dropped());
    assertEquals(240, sums.summary().due());
    assertEquals(140, sums.summary().transactions(), "what ended behind the end did not end in it");
  }

  @Test
  void aSilenceThatOutlastsTheGraceBreaksPercentilesAndErrors() {
    ask(axis, "p99 < 800ms, errors < 1%, p50 < 800ms, p99(nap) < 800ms, p75 < 3s");
    silentFromSecondSeven();
    neverAnswers(92);

    List<ThresholdDocument> each = verdicts();
    assertEquals(
        List.of(
            Verdict.BROKEN, Verdict.BROKEN, Verdict.HOLDS, Verdict.NOT_JUDGED, Verdict.NOT_JUDGED),
        each.stream().map(ThresholdDocument::verdict).toList());
    assertEquals(92, sums.summary().dropped());
    assertTrue(each.getFirst().found().atLeast());
    assertTrue(
        each.getLast()
            .sentence()
            .endsWith(
                "the database did not answer for the last 5 s: 92 of 240 arrivals were never begun,"
                    + " 8 transactions never ended"),
        each.getLast().sentence());
  }

  /// Eight of all are fewer than the hundredth part of many, and more than that of few.
  @Test
  void ofAClosedLoadAPercentileIsJudgedWhereThoseThatNeverEndedLieInItsTail() {
    ask(axis(1, CLOSED), "p99 < 800ms, p99.9 < 800ms, max < 10s");
    for (int second = 0; second < 7; second++) {
      interval(200, 200, second == 6 ? 192 : 200);
    }
    for (int second = 7; second < 12; second++) {
      interval(0, 0, 0);
    }
    neverAnswers(0);

    assertEquals(
        List.of(Verdict.HOLDS, Verdict.BROKEN, Verdict.NOT_JUDGED),
        verdicts().stream().map(ThresholdDocument::verdict).toList());
  }

  @Test
  void whereIntervalsAreTooLongToTellAgesAPercentileIsNotJudged() {
    ask(axis(12, OPEN), "p99 < 800ms");
    interval(240, 148, 140);
    neverAnswers(92);

    ThresholdDocument only = verdicts().getFirst();
    assertEquals(Verdict.NOT_JUDGED, only.verdict());
    assertTrue(
        only.sentence().endsWith("92 of 240 arrivals were never begun, 8 transactions never ended"),
        only.sentence());
  }

  @Test
  void aSpanInWhichNothingEndsIsNoGoodOne() {
    ask(axis, "p99 < 800ms for 3s, p99 < 800ms in 9 of 10 intervals");
    silentFromSecondSeven();
    answersBehindTheEnd();

    assertEquals(
        List.of(Verdict.BROKEN, Verdict.BROKEN),
        verdicts().stream().map(ThresholdDocument::verdict).toList());
  }

  @Test
  void aRunIsAbortedWhileTheDatabaseIsSilent() {
    ask(axis, "p99 < 800ms abort after 2s");
    for (int second = 0; second < 7; second++) {
      interval(20, 20, 20);
    }
    interval(20, 8, 0);
    interval(20, 0, 0);
    assertFalse(sums.broken().isPresent());
    interval(20, 0, 0);
    interval(20, 0, 0);
    interval(20, 0, 0);

    String why = sums.broken().orElseThrow();
    assertTrue(why.contains("the database did not answer for the last"), why);
  }
}
