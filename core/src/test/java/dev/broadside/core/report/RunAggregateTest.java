package dev.broadside.core.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.drift.DriftPlan;
import dev.broadside.core.figures.FigureDocument;
import dev.broadside.core.figures.Measure;
import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Specs;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.PhaseKind;
import dev.broadside.core.load.RunAxis;
import dev.broadside.core.param.Parsed;
import dev.broadside.core.report.RunDocument.Status;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.ErrorSample;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.HostUse;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.Observed;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.Told;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.threshold.Criteria;
import dev.broadside.core.threshold.Threshold;
import dev.broadside.core.threshold.ThresholdDocument;
import dev.broadside.core.threshold.ThresholdText;
import dev.broadside.core.threshold.ThresholdVerdicts;
import dev.broadside.core.verdict.AuditDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.verdict.RecordSpan;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Records add up to the same run whatever happened to them on the way, and what is missing is
/// said.
@Timeout(value = 1, unit = TimeUnit.DAYS)
final class RunAggregateTest {
  private static final RunAxis AXIS =
      RunAxis.of(
          List.of(
              Specs.phase(PhaseKind.WARM_UP, Duration.ofSeconds(5)),
              Specs.phase(PhaseKind.MEASURE, Duration.ofSeconds(20))),
          Duration.ofSeconds(1));

  /// A run that is added up, and the intervals that it closed.
  private static final class Sum {
    private final List<IntervalDocument> closed = new ArrayList<>();
    private final RunAggregate aggregate;

    Sum(RunAxis axis, Set<String> agents) {
      aggregate =
          new RunAggregate(axis, List.of("op"), agents, Set.of(), Criteria.NONE, closed::add);
    }

    Sum(List<IntervalRecord> records) {
      this(AXIS, Set.of("a", "b"));
      records.forEach(aggregate::add);
    }

    AuditDocument audit() {
      return aggregate.audit(Verification.NONE);
    }

    List<Integer> indexes() {
      return closed.stream().map(IntervalDocument::index).toList();
    }
  }

  private static List<IntervalRecord> both() {
    Random random = new Random(3);
    List<IntervalRecord> records =
        new ArrayList<>(Runs.worker(AXIS, "a", 1, 0, AXIS.intervals(), random));
    records.addAll(Runs.worker(AXIS, "b", 1, 0, AXIS.intervals(), random));
    return records;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyOrderAndAnyRepetitionGivesTheSameRun(long seed) {
    Sum ordered = new Sum(both());
    List<IntervalRecord> mixed = both();
    mixed.addAll(both().subList(10, 30));
    Collections.shuffle(mixed, new Random(seed));
    Sum shuffled = new Sum(mixed);

    assertEquals(ordered.closed, shuffled.closed);
    assertEquals(ordered.aggregate.summary(), shuffled.aggregate.summary());
    assertEquals(ordered.aggregate.summaryOf("a"), shuffled.aggregate.summaryOf("a"));
    assertEquals(ordered.aggregate.totals().operations(), shuffled.aggregate.totals().operations());
    assertEquals(ordered.audit().sentence(), shuffled.audit().sentence());
    assertEquals(20, shuffled.audit().duplicates());
    assertEquals(0, ordered.audit().duplicates());
  }

  @Test
  void statementsOfAgentsAddUpToThoseOfTheRun() {
    RunAggregate aggregate = new Sum(both()).aggregate;
    StatsDocument a = aggregate.summaryOf("a");
    StatsDocument b = aggregate.summaryOf("b");

    assertTrue(a.statements() > 0 && b.statements() > 0);
    assertEquals(aggregate.summary().statements(), a.statements() + b.statements());
    assertEquals(
        aggregate.summary().of(Measure.STATEMENTS),
        a.of(Measure.STATEMENTS) + b.of(Measure.STATEMENTS),
        0.002);
  }

  /// What becomes of 500 records of two agents in `-Dorders=N` orders, of which a fifth comes
  /// twice.
  @Test
  void ofFiveHundredRecordsEveryOrderGivesTheSameBytes() {
    RunAxis axis =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofSeconds(250))),
            Duration.ofSeconds(1));
    Random random = new Random(5);
    List<IntervalRecord> records =
        new ArrayList<>(Runs.worker(axis, "a", 1, 0, axis.intervals(), random));
    records.addAll(Runs.worker(axis, "b", 1, 0, axis.intervals(), random));
    assertEquals(500, records.size());
    List<IntervalRecord> mixed = new ArrayList<>(records);
    mixed.addAll(records.subList(100, 200));
    byte[] expected = bytes(axis, records);

    for (int order = 0; order < Integer.getInteger("orders", 100); order++) {
      Collections.shuffle(mixed, random);
      assertArrayEquals(expected, bytes(axis, mixed), "order " + order);
    }
  }

  private static byte[] bytes(RunAxis axis, List<IntervalRecord> records) {
    Sum sum = new Sum(axis, Set.of("a", "b"));
    records.forEach(sum.aggregate::add);
    return Json.mapper()
        .writeValueAsBytes(
            List.of(
                sum.aggregate.summary(),
                sum.aggregate.summaryOf("a"),
                sum.aggregate.totals().operations(),
                sum.audit().sentence()));
  }

  @Test
  void workerThatTakesUpTheLoadOfAnotherIsMarkedWhereNobodyWasAtWork() {
    Random random = new Random(3);
    List<IntervalRecord> records =
        new ArrayList<>(Runs.worker(AXIS, "a", 1, 0, AXIS.intervals(), random));
    records.addAll(Runs.worker(AXIS, "b", 1, 0, 7, random));
    records.addAll(Runs.worker(AXIS, "b", 2, 9, AXIS.intervals(), random));
    Collections.shuffle(records, random);

    assertEquals(
        List.of(
            new Mark(
                0, Mark.Kind.AGENT, 7_000, OptionalDouble.of(9_000), "b", "no worker was at work"),
            Mark.at(Mark.Kind.AGENT, 9_000, "b", "another worker took the load up")),
        new Sum(records).aggregate.marks(List.of()));
    assertEquals(List.of(), new Sum(both()).aggregate.marks(List.of()));
  }

  @Test
  void failuresOnAnAgentThatOnlyWatchesAreToldAndCountNothing() {
    ErrorSample refused =
        new ErrorSample(ErrorClass.OTHER, 0, "", "monitor lag", "it is away", 1, 2_000, 2_000);
    RecordKey key = new RecordKey("run", "db", 1, RecordKey.WATCH, 0);
    Sum sum = new Sum(both());
    AuditDocument before = sum.audit();
    int known = sum.aggregate.totals().errors().size();

    sum.aggregate.add(RecordBuilder.of(key, AXIS, 0).errors(List.of(refused)).build());

    assertTrue(sum.aggregate.totals().errors().contains(refused));
    assertEquals(known + 1, sum.aggregate.totals().errors().size());
    assertEquals(before.verdict(), sum.audit().verdict());
  }

  @Test
  void ofTablesOfStatementsTheNewestIsKept() {
    List<IntervalRecord> records = Runs.worker(AXIS, "a", 1, 0, AXIS.intervals(), new Random(3));
    List<RecordSpan> spans =
        records.stream()
            .map(record ->
                RecordSpan.of(
                    RecordBuilder.like(record)
                        .told(new Told(List.of(), List.of(table(record.index()))))
                        .build()))
            .toList();
    RecordSpan together = RecordSpan.together(spans.subList(5, 8)).orElseThrow();
    assertEquals(List.of(table(7)), together.record().told().observed());
    Sum sum = new Sum(AXIS, Set.of("a"));
    sum.aggregate.add(together);
    spans.subList(0, 5).forEach(sum.aggregate::add);
    assertEquals(List.of(table(7)), sum.aggregate.observed());
  }

  private static Observed table(int second) {
    return new Observed(
        1_000L * second,
        new Observation.StatementTable(List.of(), second, 1_000.0 * second, List.of(), ""));
  }

  @Test
  void whatChangedOnTheTargetIsMarkedAndKeptWhenRecordsAreRolledUp() {
    Random random = new Random(3);
    List<IntervalRecord> records = Runs.worker(AXIS, "a", 1, 0, AXIS.intervals(), random);
    Observed seen = new Observed(-20, new Observation.Seen(Subject.PLAN, "read", "index scan"));
    Observed changed =
        new Observed(
            6_300, new Observation.Changed(Subject.PLAN, "read", "index scan", "full scan"));
    Observed waits = new Observed(5_300, new Observation.LockWaits("stock", 3));
    List<RecordSpan> spans = new ArrayList<>();
    for (IntervalRecord record : records) {
      List<Observed> observed =
          record.index() == 6
              ? List.of(waits, changed, waits)
              : record.index() == 0 ? List.of(seen) : List.of();
      spans.add(
          RecordSpan.of(RecordBuilder.like(record).told(new Told(List.of(), observed)).build()));
    }
    Sum sum = new Sum(AXIS, Set.of("a"));
    RecordSpan rolledUp = RecordSpan.together(spans.subList(5, 8)).orElseThrow();
    assertEquals(
        List.of(new Observed(5_300, new Observation.LockWaits("stock", 6)), changed),
        rolledUp.record().told().observed());
    sum.aggregate.add(rolledUp);
    spans.subList(0, 5).forEach(sum.aggregate::add);

    assertEquals(List.of(seen, changed), sum.aggregate.observed());
    assertEquals(
        List.of(Mark.at(Mark.Kind.TARGET, 6_300, "", "the plan of read changed")),
        sum.aggregate.marks(List.of()).stream()
            .filter(mark -> mark.kind() == Mark.Kind.TARGET)
            .toList());
  }

  @Test
  void theSlowestOfTheMeasuredTimeStayWhenRecordsAreRolledUp() {
    Random random = new Random(3);
    List<RecordSpan> spans = new ArrayList<>();
    List<Observed> expected = new ArrayList<>();
    for (IntervalRecord record : Runs.worker(AXIS, "a", 1, 0, AXIS.intervals(), random)) {
      List<Observed> observed =
          IntStream.range(0, 3).mapToObj(i -> slow(record.index(), 1_000 - i)).toList();
      if (AXIS.measured(record.index())) {
        expected.addAll(observed);
      }
      spans.add(
          RecordSpan.of(RecordBuilder.like(record).told(new Told(List.of(), observed)).build()));
    }
    Sum sum = new Sum(AXIS, Set.of("a"));
    sum.aggregate.add(RecordSpan.together(spans.subList(5, 8)).orElseThrow());
    spans.subList(0, 5).forEach(sum.aggregate::add);
    spans.subList(8, spans.size()).forEach(sum.aggregate::add);

    assertEquals(Observed.slowest(expected, 50), Observed.slowest(sum.aggregate.observed(), 1_000));
    assertEquals(
        List.of(),
        sum.aggregate.marks(List.of()).stream()
            .filter(mark -> mark.kind() == Mark.Kind.TARGET)
            .toList());
  }

  private static Observed slow(int interval, long micros) {
    return new Observed(
        interval * 1_000L,
        new Observation.Slow(
            new Observation.Slow.Spent("read", micros, List.of("read")),
            interval * 10_000L + micros,
            0,
            Observation.Slow.Outcome.OK,
            1,
            0,
            "7"));
  }

  @Test
  void wholeRunIsBalancedAndItsSumsAreThoseOfItsRecords() {
    Sum sum = new Sum(both());
    OutcomeCounts all =
        both().stream()
            .map(record -> record.tally().transactions().counts())
            .reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
    long measuredOk =
        both().stream()
            .filter(record -> AXIS.measured(record.index()))
            .mapToLong(record -> record.tally().transactions().counts().ok())
            .sum();

    assertEquals(Verdict.BALANCED, sum.audit().verdict());
    assertEquals(List.of(), sum.audit().findings());
    assertEquals(all.begun(), sum.audit().begun());
    assertEquals(
        new Totals(all.ok(), all.failed(), all.uncertain(), all.rolledBack()),
        sum.aggregate.totals().transactions());
    assertEquals(measuredOk, sum.aggregate.summary().transactions());
    assertEquals(measuredOk / 20.0, sum.aggregate.summary().throughput(), 0.001);
    assertTrue(sum.aggregate.complete());
    assertEquals(IntStream.range(0, 25).boxed().toList(), sum.indexes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mean < 30s | completed | false | 0.1  | false | HOLDS | mean was
          mean < 30s | cancelled | false | 0.1  | true  | NOT_JUDGED | the run did not come to its p
          mean < 30s | completed | true  | 0.1  | true  | NOT_JUDGED | the audit is INCOMPLETE
          mean < 30s | completed | false | 0.95 | false | NOT_JUDGED | the load generator was the li
          mean < 30s | completed | false | 0.95 | true  | HOLDS | mean was
          throughput > 1/s | completed | false | 0.95 | false | HOLDS | throughput was
          throughput > 1/s | completed | true  | 0.95 | false | NOT_JUDGED | the audit is INCOMPLETE
          """)
  void whatHoldsOfARunThatCannotBeBelievedIsNotJudged(
      String text,
      String state,
      boolean gap,
      double cpu,
      boolean judgeLimited,
      ThresholdDocument.Verdict verdict,
      String why) {
    List<Threshold> asked =
        ((Parsed.Value<List<Threshold>>) ThresholdText.readAll(text + ",max < 1us")).value();
    RunAggregate sum =
        new RunAggregate(
            AXIS,
            List.of("op"),
            Set.of("a", "b"),
            Set.of(),
            new Criteria(DriftPlan.NONE, asked, judgeLimited),
            _ -> {});
    GeneratorSample busy = GeneratorSample.UNKNOWN.with(GeneratorFigure.PROCESS_CPU, cpu);
    both().stream()
        .filter(record -> !gap || record.key().seq() != 7)
        .map(record -> RecordBuilder.like(record).generator(busy).build())
        .forEach(sum::add);
    sum.closeAll();
    RunDocument.JobSummary job =
        new RunDocument.JobSummary(
            "r",
            "",
            new RunDocument.JobSummary.Code("noop", "", ""),
            new Status(state, "", "2026-01-02T03:04:05Z", "2026-01-02T03:04:36Z"),
            new RunDocument.JobSummary.Load("", "", 2, 8, ""));

    ThresholdVerdicts verdicts = sum.thresholds(job, sum.audit(Verification.NONE)).orElseThrow();

    assertEquals(verdict, verdicts.each().getFirst().verdict());
    assertTrue(verdicts.each().getFirst().sentence().startsWith(why), verdicts.toString());
    assertEquals(ThresholdDocument.Verdict.BROKEN, verdicts.verdict(), "what is broken stays so");
  }

  @Test
  void whatIsDroppedAtThePlannedEndIsInTheSummaryAndNothingElseOfTheDrainIs() {
    List<IntervalRecord> records =
        new ArrayList<>(Runs.worker(AXIS, "a", 1, 0, AXIS.intervals() + 1, new Random(3)));
    StatsDocument before = new Sum(records).aggregate.summary();
    IntervalRecord last = Runs.notLast(records.removeLast());
    records.add(last);
    records.add(Runs.dropping(AXIS, last, 60_000));
    Sum sum = new Sum(AXIS, Set.of("a"));
    records.forEach(sum.aggregate::add);

    assertEquals(60_000, sum.aggregate.summary().dropped());
    assertEquals(Map.of(DropReason.NO_FREE_THREAD, 60_000L), sum.aggregate.summary().droppedBy());
    assertEquals(60_000, sum.aggregate.summaryOf("a").dropped());
    assertEquals(before.begun(), sum.aggregate.summary().begun());
    assertEquals(before.latencyMillis(), sum.aggregate.summary().latencyMillis());
    assertEquals(60_000, sum.closed.getLast().stats().dropped());
    assertEquals(Verdict.BALANCED, sum.audit().verdict());
  }

  @Test
  void missingRecordMakesItIncompleteAndIsNamed() {
    List<IntervalRecord> records = both();
    records.remove(7);
    Sum sum = new Sum(records);

    assertEquals(Verdict.INCOMPLETE, sum.audit().verdict());
    assertEquals(List.of("a, worker 1: records from 7 to 7 are missing"), sum.audit().findings());
    assertFalse(sum.aggregate.complete("a"));
    assertTrue(sum.aggregate.complete("b"));
  }

  @Test
  void missingClosingRecordMakesItIncomplete() {
    List<IntervalRecord> records = both();
    records.removeLast();
    Sum sum = new Sum(records);

    assertEquals(
        List.of("b, worker 1: the closing record is missing after record 23"),
        sum.audit().findings());
  }

  @Test
  void whatDoesNotAddUpIsNotToldAsIfItDid() {
    IntervalRecord whole = Runs.worker(AXIS, "a", 1, 0, 1, new Random(3)).getFirst();
    OutcomeCounts counts = whole.tally().transactions().counts();
    String sums = " ok %,d + failed %,d".formatted(counts.ok(), counts.failed());
    OutcomeCounts underWay = TestCounts.of(2, 0, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
    IntervalRecord more =
        RecordBuilder.like(whole)
            .tally(
                new Tally(
                    TransactionStats.counted(counts.plus(underWay)), whole.tally().operations()))
            .cumulative(counts.plus(underWay))
            .last(false)
            .build();
    String balanced = new Sum(List.of(whole)).audit().sentence();
    String unbalanced = new Sum(List.of(more)).audit().sentence();
    assertTrue(balanced.contains("begun %,d =".formatted(counts.begun()) + sums), balanced);
    assertTrue(unbalanced.contains("begun %,d ≠".formatted(counts.begun() + 2) + sums), unbalanced);
  }

  @Test
  void whatDiedWithAWorkerIsNamedAndWhatItCountedIsNot() {
    IntervalRecord before =
        Runs.worker(AXIS, "a", 1, 0, 2, new Random(3)).stream()
            .map(Runs::notLast)
            .toList()
            .getFirst();
    OutcomeCounts counts =
        TestCounts.of(
            100,
            90,
            Map.of(ErrorClass.DEADLOCK, 3L),
            7,
            2,
            5,
            Map.of(DropReason.NO_FREE_THREAD, 4L),
            0,
            0,
            Map.of());
    OperationCounts operations = new OperationCounts(95, 2, 80, 6, 5, 1);
    Sum sum = new Sum(AXIS, Set.of("a"));
    sum.aggregate.add(before);
    sum.aggregate.add(Runs.leftBehind(AXIS, before, counts, List.of(operations), 6));

    assertEquals(
        List.of(
            "a, worker 1: the latencies of 94 transactions and the latencies of 95 operations and"
                + " the messages of 6 failures are missing: its worker died before it had sealed"
                + " them"),
        sum.audit().findings());
    assertEquals(Verdict.INCOMPLETE, sum.audit().verdict());
    assertTrue(sum.aggregate.complete(), "every count is there");
    long ok = before.tally().transactions().counts().ok();
    assertEquals(List.of(new Totals(ok + 85, 2 + 4, 7, 5)), sum.aggregate.totals().operations());
  }

  @Test
  void whatWasAddedToFiguresIsSummedUnlessAWorkerDied() {
    Sum sum = new Sum(AXIS, Set.of("a"));
    List<IntervalRecord> records = Runs.worker(AXIS, "a", 1, 0, 3, new Random(3));
    for (int i = 0; i < records.size(); i++) {
      List<FigureValue> values = List.of(new FigureValue.Amount(5), FigureValue.UNKNOWN);
      List<Figure> declared =
          List.of(Figure.sum("sold", "", "Sold"), Figure.last("left", "", "Left"));
      IntervalRecord record = records.get(i);
      sum.aggregate.add(
          record.withFigures(
              new FigureRow(i == 0 ? declared : List.of(), values, List.of(5L * i + 5, 0L))));
    }
    assertEquals(List.of(5L * records.size(), 0L), sum.aggregate.totals().figures());
    Sum died = new Sum(AXIS, Set.of("a"));
    IntervalRecord before = Runs.notLast(records.getFirst());
    died.aggregate.add(before.withFigures(new FigureRow(List.of(), List.of(), List.of())));
    died.aggregate.add(
        Runs.leftBehind(
            AXIS, before, before.total().transactions(), before.total().operations(), 0));
    assertEquals(List.of(), died.aggregate.totals().figures());
  }

  @Test
  void iterationsThatWereUnderWayWhenTheirWorkerDiedAreUncertainAndMissNothing() {
    IntervalRecord before = Runs.notLast(Runs.worker(AXIS, "a", 1, 0, 1, new Random(3)).getFirst());
    OutcomeCounts counts = TestCounts.of(2, 0, Map.of(), 2, 0, 0, Map.of(), 0, 0, Map.of());
    Sum sum = new Sum(AXIS, Set.of("a"));
    sum.aggregate.add(before);
    sum.aggregate.add(Runs.leftBehind(AXIS, before, counts, List.of(OperationCounts.NONE), 2));

    assertEquals(List.of(), sum.audit().findings());
  }

  /// Arrivals come at their rate, whether or not there is anybody to begin them.
  @Test
  void openLoadWhoseWorkerDiedMissesTheArrivalsThatNobodyBegan() {
    RunAxis open =
        RunAxis.of(
            List.of(new Phase(PhaseKind.MEASURE, Duration.ofSeconds(20), SpecBuilder.open(4, 100))),
            Duration.ofSeconds(1));
    Random random = new Random(3);
    IntervalRecord before = Runs.notLast(Runs.worker(open, "a", 1, 0, 1, random).getFirst());
    OutcomeCounts none = OutcomeCounts.NONE;
    Sum sum = new Sum(open, Set.of("a", "b"));
    Runs.worker(open, "b", 1, 0, open.intervals(), random).forEach(sum.aggregate::add);
    sum.aggregate.add(before);
    sum.aggregate.add(Runs.leftBehind(open, before, none, List.of(OperationCounts.NONE), 0));

    assertEquals(Verdict.INCOMPLETE, sum.audit().verdict());
    assertEquals(
        List.of(
            "a, worker 1: the arrivals that were due and never begun are not counted: its worker"
                + " died before the end"),
        sum.audit().findings());
    assertTrue(sum.aggregate.complete(), "every count of what was begun is there");
    assertEquals("52.5 %", sum.aggregate.delivery().percent());
    assertEquals("a", sum.aggregate.delivery().shortfalls().getFirst().agent());
  }

  @Test
  void aWorkerThatLeftNoClosingRecordLeavesTheCountsUnknownThoughAnotherTookOver() {
    Random random = new Random(5);
    List<IntervalRecord> records = new ArrayList<>();
    records.addAll(Runs.worker(AXIS, "a", 1, 0, 10, random));
    records.add(Runs.notLast(records.removeLast()));
    records.addAll(Runs.worker(AXIS, "a", 2, 10, AXIS.intervals(), random));
    Sum sum = new Sum(AXIS, Set.of("a"));
    records.forEach(sum.aggregate::add);

    assertFalse(sum.aggregate.complete());
    assertEquals(Verdict.INCOMPLETE, sum.audit().verdict());
  }

  @Test
  void operationsThatDoNotAddUpAreAConflict() {
    List<IntervalRecord> records = both();
    IntervalRecord forged = records.get(4);
    records.set(4, Runs.claimingOperations(forged, List.of(new OperationCounts(1, 0, 1, 0, 0, 0))));

    assertEquals(Verdict.CONFLICT, new Sum(records).audit().verdict());
  }

  @Test
  void agentWithoutAnyRecordIsNamed() {
    Sum sum = new Sum(both().subList(0, 25));
    assertEquals(List.of("b: no record has come"), sum.audit().findings());
  }

  @Test
  void countsThatDoNotAddUpAreAConflict() {
    List<IntervalRecord> records = both();
    records.set(4, Runs.claiming(records.get(4), records.get(5).total().transactions()));

    assertEquals(Verdict.CONFLICT, new Sum(records).audit().verdict());
  }

  @Test
  void forgedRecordIsAConflict() {
    Sum sum = new Sum(both());
    sum.aggregate.conflict("a: record 3 came again with other bytes");
    assertEquals(Verdict.CONFLICT, sum.audit().verdict());
  }

  @Test
  void conflictsAreToldUpToABound() {
    Sum sum = new Sum(both());
    IntStream.range(0, 5_000).forEach(i -> sum.aggregate.conflict("record " + i));
    assertEquals(1_000, sum.audit().findings().size());
    assertEquals("record 0", sum.audit().findings().getFirst());
  }

  /// Such a record can only be forged.
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, -1})
  void recordThatNoSumCanHoldIsLeftOutWhole(long count) {
    List<IntervalRecord> records = both();
    IntervalRecord newest = records.removeLast();
    Sum sum = new Sum(records);
    StatsDocument before = sum.aggregate.summary();
    OutcomeCounts counts = TestCounts.of(1, 1, Map.of(), 0, 0, 0, Map.of(), count, 0, Map.of());
    IntervalRecord forged =
        newest.withTally(new Tally(TransactionStats.counted(counts), List.of()));

    assertThrows(ArithmeticException.class, () -> sum.aggregate.add(forged));

    assertEquals(before, sum.aggregate.summary());
    assertTrue(sum.aggregate.add(newest));
    assertEquals(Verdict.BALANCED, sum.audit().verdict());
  }

  @Test
  void brokenTargetIsAConflictAndEvidenceIsNot() {
    Sum sum = new Sum(both());
    var broken = new Verification.Check("orders", false, false, "99 and not 100");
    var evidence = new Verification.Check("commits", false, true, "about 99");

    assertEquals(
        Verdict.CONFLICT,
        sum.aggregate.audit(Verification.of(List.of(broken, evidence))).verdict());
    assertEquals(
        Verdict.BALANCED, sum.aggregate.audit(Verification.of(List.of(evidence))).verdict());
  }

  @Test
  void secondWorkerOfAnAgentTakesOver() {
    Random random = new Random(5);
    List<IntervalRecord> records = new ArrayList<>();
    records.addAll(Runs.worker(AXIS, "a", 1, 0, 10, random));
    records.addAll(Runs.worker(AXIS, "a", 2, 10, AXIS.intervals(), random));
    records.addAll(Runs.worker(AXIS, "b", 1, 0, AXIS.intervals(), random));
    Sum sum = new Sum(records);

    assertEquals(Verdict.BALANCED, sum.audit().verdict());
    assertEquals(IntStream.range(0, 25).boxed().toList(), sum.indexes());
  }

  @Test
  void recordsOfTheSameTimeOfOneAgentAreAConflict() {
    Random random = new Random(5);
    List<IntervalRecord> records = new ArrayList<>(Runs.worker(AXIS, "b", 1, 0, 25, random));
    records.addAll(Runs.worker(AXIS, "a", 1, 0, 10, random));
    records.addAll(Runs.worker(AXIS, "a", 2, 9, AXIS.intervals(), random));
    Collections.shuffle(records, random);

    assertEquals(Verdict.CONFLICT, new Sum(records).audit().verdict());
    assertEquals(
        List.of(
            "a, worker 2: its records begin at 9s, where those of another worker of the agent go on"
                + " until 10s"),
        new Sum(records).audit().findings());
  }

  @Test
  void aRecordThatBeginsBeforeTheOneBeforeItEndsIsAConflict() {
    List<IntervalRecord> records = both();
    IntervalRecord second = records.get(1);
    records.set(
        1, RecordBuilder.like(second).span(second.startNanos() - 1, second.lengthNanos()).build());
    Collections.shuffle(records, new Random(1));

    AuditDocument audit = new Sum(records).audit();

    assertEquals(Verdict.CONFLICT, audit.verdict());
    assertEquals(
        List.of("a, worker 1: record 1 begins before the one before it ends"), audit.findings());
  }

  private static List<IntervalRecord> steady(String agent, long worker, int from, int until) {
    return Runs.worker(AXIS, agent, worker, from, until, new Random(7));
  }

  private static final class Judged {
    private final RunAggregate aggregate;

    Judged(String thresholds) {
      List<Threshold> all =
          switch (ThresholdText.readAll(thresholds)) {
            case Parsed.Value<List<Threshold>>(List<Threshold> value) -> value;
            case Parsed.Wrong<List<Threshold>> wrong -> throw new AssertionError(wrong.toString());
          };
      aggregate =
          new RunAggregate(
              AXIS,
              List.of("op"),
              Set.of("a", "b"),
              Set.of(),
              new Criteria(
                  new DriftPlan(0, 1_000_000_000L, 1, true, List.of(), List.of()), all, false),
              _ -> {});
    }

    ThresholdDocument.Verdict verdict() {
      return aggregate.thresholds().orElseThrow().verdict();
    }
  }

  /// What both agents bring in the worst interval.
  private static double least(List<IntervalRecord> a, List<IntervalRecord> b) {
    return IntStream.range(0, a.size())
        .filter(i -> AXIS.measured(a.get(i).index()))
        .mapToLong(i -> ok(a.get(i)) + ok(b.get(i)))
        .min()
        .orElseThrow();
  }

  private static long ok(IntervalRecord record) {
    return record.tally().transactions().counts().ok();
  }

  @Test
  void anIntervalIsJudgedWhenTheRecordsOfAllAgentsHaveCome() {
    List<IntervalRecord> a = steady("a", 1, 0, AXIS.intervals());
    List<IntervalRecord> b = steady("b", 1, 0, AXIS.intervals());
    String least = "throughput >= " + least(a, b) + "/s for 1s abort after 2s";
    Judged judged = new Judged(least);
    a.subList(0, 8).forEach(judged.aggregate::add);
    b.subList(0, 8).forEach(judged.aggregate::add);
    assertEquals(ThresholdDocument.Verdict.HOLDS, judged.verdict());

    judged.aggregate.reachable(Set.of("a"));
    a.subList(8, 25).forEach(judged.aggregate::add);
    assertEquals(ThresholdDocument.Verdict.HOLDS, judged.verdict());
    assertTrue(judged.aggregate.broken().isEmpty());

    b.subList(8, 25).forEach(judged.aggregate::add);
    assertEquals(ThresholdDocument.Verdict.HOLDS, judged.verdict());
    assertEquals(
        new BigDecimal(least(a, b)).doubleValue(),
        judged.aggregate.thresholds().orElseThrow().each().getFirst().value().orElseThrow());

    Judged harder = new Judged(least.replace(">=", ">"));
    harder.aggregate.reachable(Set.of("a"));
    a.forEach(harder.aggregate::add);
    assertEquals(ThresholdDocument.Verdict.NOT_JUDGED, harder.verdict());
    b.forEach(harder.aggregate::add);
    assertEquals(ThresholdDocument.Verdict.BROKEN, harder.verdict());
  }

  @Test
  void anIntervalWhoseRecordsNeverComeIsNeverJudged() {
    Judged judged = new Judged("throughput >= 100000/s, errors < 50% for 2s");
    judged.aggregate.ordered();
    steady("a", 1, 0, AXIS.intervals()).forEach(judged.aggregate::add);
    judged.aggregate.closeAll();

    assertEquals(
        List.of(ThresholdDocument.Verdict.NOT_JUDGED, ThresholdDocument.Verdict.NOT_JUDGED),
        judged.aggregate.thresholds().orElseThrow().each().stream()
            .map(ThresholdDocument::verdict)
            .toList());
  }

  /// A worker that is told to stop lets its threads end, and its last interval is a short one.
  @Test
  void whatAStopCausesBreaksNoThreshold() {
    List<IntervalRecord> a = steady("a", 1, 0, 12);
    List<IntervalRecord> b = steady("b", 1, 0, 12);
    Judged judged =
        new Judged("throughput >= " + least(a.subList(0, 10), b.subList(0, 10)) + "/s for 1s");
    for (List<IntervalRecord> stopped : List.of(a, b)) {
      stopped.set(10, stopping(stopped.get(10), stopped.get(9), 1_000_000_000L));
      stopped.set(11, stopping(stopped.get(11), stopped.get(10), 300_000_000L));
    }
    a.forEach(judged.aggregate::add);
    b.forEach(judged.aggregate::add);
    judged.aggregate.closeAll();

    assertEquals(ThresholdDocument.Verdict.HOLDS, judged.verdict());
  }

  private static IntervalRecord stopping(
      IntervalRecord record, IntervalRecord before, long lengthNanos) {
    return RecordBuilder.like(record)
        .span(record.startNanos(), lengthNanos)
        .phase(AXIS.phaseOf(AXIS.intervals()))
        .tally(Tally.NONE)
        .cumulative(before.total().transactions())
        .cumulativeOperations(before.total().operations())
        .build();
  }

  @Test
  void theIntervalsInWhichAWorkerDiedAndAnotherBeganAreNotJudged() {
    List<IntervalRecord> a = steady("a", 1, 0, AXIS.intervals());
    List<IntervalRecord> b = steady("b", 1, 0, 12);
    List<IntervalRecord> later = steady("b", 2, 14, AXIS.intervals());
    b.set(11, RecordBuilder.like(b.get(11)).span(11_000_000_000L, 400_000_000).build());
    later.set(0, RecordBuilder.like(later.getFirst()).span(14_700_000_000L, 300_000_000).build());
    Judged judged = new Judged("throughput >= " + 100_000 + "/s for 10s");
    Stream.of(a, b, later)
        .flatMap(List::stream)
        .sorted(Comparator.comparingInt(IntervalRecord::index))
        .forEach(judged.aggregate::add);

    assertEquals(ThresholdDocument.Verdict.BROKEN, judged.verdict());
    assertEquals(
        15_000,
        judged.aggregate.thresholds().orElseThrow().each().getFirst().atMillis().orElseThrow());
  }

  @Test
  void intervalsWaitForAllAgentsButNotForThoseOutOfReach() {
    Sum sum = new Sum(AXIS, Set.of("a", "b"));
    both().subList(0, 3).forEach(sum.aggregate::add);
    assertEquals(List.of(), sum.indexes());

    sum.aggregate.reachable(Set.of("a"));

    assertEquals(List.of(0, 1, 2), sum.indexes());
    assertEquals(List.of("b"), sum.closed.getFirst().missing());
  }

  @Test
  void recordForAClosedIntervalStillCounts() {
    Sum sum = new Sum(AXIS, Set.of("a", "b"));
    sum.aggregate.reachable(Set.of("a"));
    both().forEach(sum.aggregate::add);

    assertEquals(Verdict.BALANCED, sum.audit().verdict());
    assertEquals(new Sum(both()).aggregate.summary(), sum.aggregate.summary());
  }

  @Test
  void gapIsAGapInTheNumbers() {
    List<IntervalRecord> records = both();
    records.removeIf(record -> record.index() == 6);
    Sum sum = new Sum(records);
    sum.aggregate.closeAll();

    assertFalse(sum.indexes().contains(6));
    assertEquals(24, sum.indexes().size());
  }

  @Test
  void patienceIsBoundedHoweverLongTheRun() {
    RunAxis week =
        RunAxis.of(
            List.of(Specs.phase(PhaseKind.MEASURE, Duration.ofDays(7))), Duration.ofSeconds(1));
    Sum sum = new Sum(week, Set.of("a", "b"));
    List<IntervalRecord> records = Runs.worker(week, "a", 1, 0, 1_000, new Random(1));

    records.subList(0, 999).forEach(sum.aggregate::add);

    assertEquals(999 - OpenIntervals.PATIENCE, sum.closed.size());
  }

  @Test
  void aHostWithTwoAgentsCountsOnceAndEachWorkerCounts() {
    HostUse use = new HostUse(50, 20, 30, 100, 400, 10, 4);
    Sum sum = new Sum(both().stream().map(r -> Runs.on(r, use)).toList());
    long ok = sum.aggregate.summary().transactions();

    HostDocument one = sum.aggregate.host(Set.of("a"));
    HostDocument two = sum.aggregate.host(Set.of("a", "b"));

    assertEquals(List.of(0.5, 0.2, 0.3), List.of(one.user(), one.system(), one.idle()));
    assertEquals(20 * 400.0 / ok, one.contextSwitchesPerTransaction(), 1e-3);
    assertEquals(40 * 400.0 / ok, two.contextSwitchesPerTransaction(), 1e-3);
    assertEquals(40 * 4.0 / ok, one.involuntarySwitchesPerTransaction(), 1e-3);
    assertEquals(HostDocument.UNKNOWN, new Sum(both()).aggregate.host(Set.of("a")));
  }

  /// The watch of a host is away for the second half of the run, and its database served as before.
  @Test
  void averagesAreThoseOfTheTimeThatIsKnown() {
    Figure switches = Figure.sum("host.switches@b", "", "switches").alsoPerTransaction();
    HostUse use = new HostUse(50, 20, 30, 100, 400, 10, 4);
    List<IntervalRecord> records = new ArrayList<>(steady("a", 1, 0, AXIS.intervals()));
    List<IntervalRecord> watched = new ArrayList<>();
    for (int index = 5; index < 15; index++) {
      watched.add(
          RecordBuilder.of(new RecordKey("run", "b", 1, "watch", index - 5), AXIS, index)
              .figures(
                  new FigureRow(
                      index == 5 ? List.of(switches) : List.of(),
                      List.of(new FigureValue.Amount(600)),
                      List.of()))
              .generator(GeneratorSample.UNKNOWN.with(use))
              .build());
    }
    long ok =
        records.stream().filter(r -> r.index() >= 5 && r.index() < 15).mapToLong(r -> ok(r)).sum();
    Sum sum = new Sum(AXIS, Set.of("a"));
    sum.aggregate.ordered();
    records.addAll(watched);
    records.sort(Comparator.comparingInt(IntervalRecord::index));
    records.forEach(sum.aggregate::add);
    sum.aggregate.closeAll();

    FigureDocument figure = sum.aggregate.figures().getFirst();
    assertEquals(6_000, figure.total().orElseThrow());
    assertEquals(600, figure.perSecond().orElseThrow());
    assertEquals(6_000.0 / ok, figure.perTransaction().orElseThrow(), 0.001);
    assertEquals(4_000.0 / ok, sum.aggregate.hostOf("b").contextSwitchesPerTransaction(), 0.001);
  }
}
