package dev.broadside.core.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.JobDescription;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.Observation.Subject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a record and its parts may hold, and what they tell.
class IntervalRecordTest {
  private static final RecordKey KEY = new RecordKey("run", "agent", 1, RecordKey.LOAD, 0);

  private static RecordBuilder record() {
    return RecordBuilder.of(KEY, 0);
  }

  private static void refused(RecordBuilder record) {
    assertThrows(IllegalArgumentException.class, record::build);
  }

  private static ErrorSample error(String state, String operation, String message) {
    return new ErrorSample(ErrorClass.OTHER, 1, state, operation, message, 1, 0, 0);
  }

  @Test
  void figuresBelowZeroAreRefused() {
    assertEquals(1, record().span(0, 1).phase(0).threads(0).inFlight(0).build().endNanos());
    refused(record().span(-1, 1));
    refused(record().span(0, 0));
    refused(record().phase(-1));
    refused(record().threads(-1));
    refused(record().inFlight(-1));
    refused(RecordBuilder.of(KEY, -1).span(0, 1));
  }

  @Test
  void textsOfFailuresAreBounded() {
    String most = "x".repeat(4 * Failure.MAX_MESSAGE);
    record().errors(List.of(error(most, most, most))).build();
    refused(List.of(error(most + "x", "", "")), List.of());
    refused(List.of(error("", most + "x", "")), List.of());
    refused(List.of(error("", "", most + "x")), List.of());
  }

  @Test
  void kindsOfFailureOperationsAndFiguresAreBounded() {
    ErrorSample one = error("", "", "");
    record().errors(Collections.nCopies(Told.MAX_ERRORS, one)).build();
    refused(Collections.nCopies(Told.MAX_ERRORS + 1, one), List.of());
    Observed shortest = new Observed(1, new Observation.Seen(Subject.PLAN, "", ""));
    assertEquals(Told.MAX_OBSERVED, Told.fitting(Collections.nCopies(1_000, shortest)));
    refused(List.of(), Collections.nCopies(Told.MAX_OBSERVED + 1, shortest));
    String longest = "x".repeat(Observation.LONGEST);
    Observed longer = new Observed(1, new Observation.Seen(Subject.PLAN, "", longest));
    assertEquals(10, Told.fitting(Collections.nCopies(1_000, longer)));
    refused(List.of(), Collections.nCopies(11, longer));
    record().tally(operations(JobDescription.MAX_OPERATIONS)).build();
    refused(record().tally(operations(JobDescription.MAX_OPERATIONS + 1)));
    FigureValue unknown = FigureValue.UNKNOWN;
    List<FigureValue> most = Collections.nCopies(Figure.MOST, unknown);
    List<Figure> declared = Collections.nCopies(Figure.MOST, Figure.count("a", "b", "c"));
    List<Long> totals = Collections.nCopies(Figure.MOST, 1L);
    assertEquals(most, new FigureRow(declared, most, totals).values());
    List<FigureValue> more = Collections.nCopies(Figure.MOST + 1, unknown);
    assertThrows(IllegalArgumentException.class, () -> new FigureRow(List.of(), more, List.of()));
    List<Figure> tooMany = Collections.nCopies(Figure.MOST + 1, Figure.count("a", "b", "c"));
    assertThrows(
        IllegalArgumentException.class, () -> new FigureRow(tooMany, List.of(), List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> new FigureRow(List.of(), List.of(), List.of(1L)));
  }

  private static void refused(List<ErrorSample> errors, List<Observed> observed) {
    assertThrows(IllegalArgumentException.class, () -> new Told(errors, observed));
  }

  private static Tally operations(int count) {
    return new Tally(TransactionStats.NONE, Collections.nCopies(count, OperationStats.NONE));
  }

  @Test
  void weightIsAllThatIsCounted() {
    OutcomeCounts counts = TestCounts.of(5, 4, Map.of(), 1, 0, 0, Map.of(), 0, 0, Map.of());
    Distribution two = RandomTallies.distribution(1_000, 2_000);
    TransactionStats stats = new TransactionStats(counts, two, two, two, two, two, two);
    OperationStats operation = OperationStats.of(new OperationCounts(2, 1, 2, 0, 0, 0), two);
    FigureRow row =
        new FigureRow(
            List.of(), List.of(new FigureValue.Values(two), new FigureValue.Amount(9)), List.of());
    IntervalRecord all =
        record()
            .tally(new Tally(stats, List.of(operation, operation)))
            .inFlight(1)
            .figures(row)
            .build();
    assertEquals(10 + 5 + 6 * 2 + 2 * (5 + 2) + 1 + 2, all.weight());
  }

  @Test
  void anotherTallyOrOtherFiguresLeaveTheRestAsItIs() {
    IntervalRecord one = record().threads(7).last(true).build();
    Tally tally = new RandomTallies(1).tally();
    FigureRow row = new FigureRow(List.of(), List.of(new FigureValue.Amount(9)), List.of());
    assertEquals(
        record().threads(7).last(true).tally(tally).figures(row).build(),
        one.withTally(tally).withFigures(row));
  }

  @Test
  void amountsOfARowAreToldByPosition() {
    FigureRow row =
        new FigureRow(
            List.of(),
            List.of(new FigureValue.Amount(9), FigureValue.UNKNOWN, new FigureValue.Reading(3)),
            List.of());
    assertEquals(List.of(9L, 0L, 0L, 0L), row.amounts(4));
    assertEquals(List.of(), row.amounts(0));
  }

  @Test
  void rowsOfFollowingIntervalsBecomeOneWithTheLastTotals() {
    Figure count = Figure.count("count", "rows", "Count");
    FigureRow first =
        new FigureRow(
            List.of(count),
            List.of(new FigureValue.Amount(1), new FigureValue.Reading(4)),
            List.of(1L));
    FigureRow later =
        new FigureRow(
            List.of(),
            List.of(new FigureValue.Amount(2), new FigureValue.Reading(2), FigureValue.UNKNOWN),
            List.of(3L));
    FigureRow both = first.in(0).before(later.in(1));
    assertEquals(
        List.of(
            new FigureValue.Amount(3),
            new FigureValue.Readings(2, 6, 4, 2, 1),
            FigureValue.UNKNOWN),
        both.values());
    assertEquals(List.of(3L), both.cumulative());
    assertEquals(List.of(count), both.declared());
    FigureRow other =
        new FigureRow(List.of(Figure.count("other", "rows", "Other")), List.of(), List.of());
    assertThrows(IllegalArgumentException.class, () -> first.before(other));
    assertEquals(List.of(count), first.in(0).before(first.in(1)).declared());
  }

  @Test
  void operationsOfATallyAreByIndexAndWhatIsMissingIsNone() {
    OperationStats operation =
        OperationStats.of(
            new OperationCounts(2, 1, 2, 0, 0, 0), RandomTallies.distribution(1_000, 2_000));
    Tally tally = new Tally(TransactionStats.NONE, List.of(operation, operation));
    assertEquals(operation, tally.operation(1));
    assertEquals(OperationStats.NONE, tally.operation(2));
    assertEquals(4, tally.statements());
    assertEquals(
        List.of(operation.counts(), operation.counts()),
        tally.withoutOperationLatencies().operationCounts());
    assertEquals(Distribution.EMPTY, tally.withoutOperationLatencies().operation(0).service());
  }

  @Test
  void latencyIsTheResponseWhereThereIsOne() {
    Distribution service = RandomTallies.distribution(1_000);
    Distribution response = RandomTallies.distribution(2_000);
    Distribution none = Distribution.EMPTY;
    OutcomeCounts counts = OutcomeCounts.NONE;
    TransactionStats open = new TransactionStats(counts, service, none, none, response, none, none);
    assertEquals(response, open.latency());
    assertEquals(
        service, new TransactionStats(counts, service, none, none, none, none, none).latency());
    assertEquals(List.of(service, none, none, response, none, none), open.latencies());
    assertEquals(none, open.withLatencies(_ -> none).latency());
    assertEquals(service, open.withCounts(counts.withUncertain(3)).service());
    assertEquals(3, open.withCounts(counts.withUncertain(3)).counts().uncertain());
  }

  @Test
  void whatHostsDidAddsUpAndAWorkersPartOfItIsItsOwn() {
    HostUse use = new HostUse(1, 2, 3, 7, 5, 6, 8);
    assertEquals(new HostUse(2, 4, 6, 14, 10, 12, 16), use.plus(use));
    assertEquals(new HostUse(0, 0, 0, 0, 0, 6, 8), use.ofWorker());
    assertEquals(new HostUse(1, 2, 3, 7, 5, 6, 9), use.withInvoluntarySwitches(9));
    assertTrue(use.known());
    assertFalse(HostUse.NONE.known());
  }

  @Test
  void aSampleHasWhatIsKnownAndTheWorseOfBoth() {
    GeneratorSample one =
        GeneratorSample.UNKNOWN
            .with(GeneratorFigure.STEAL, 0)
            .with(GeneratorFigure.PROCESS_CPU, 0.5)
            .with(GeneratorFigure.GC_PAUSE, 7)
            .with(GeneratorFigure.HOST_CPU, -1);
    assertEquals(0, one.of(GeneratorFigure.STEAL), "that nothing was stolen is known");
    assertEquals(-1, one.of(GeneratorFigure.HOST_CPU));
    assertEquals(0, one.of(GeneratorFigure.MAX_HICCUP));
    assertEquals(3, one.values().size());
    HostUse use = new HostUse(1, 2, 3, 7, 5, 6, 8);
    GeneratorSample other =
        GeneratorSample.UNKNOWN.with(GeneratorFigure.PROCESS_CPU, 0.25).with(use);
    assertEquals(one.with(use), one.worse(other));
    assertEquals(one.with(use), other.worse(one));
    assertEquals(use.plus(use), one.with(use).worse(other).host());
  }

  @Test
  void aGeneratorsFigureIsShownInPercentOrMilliseconds() {
    GeneratorSample sample =
        GeneratorSample.UNKNOWN
            .with(GeneratorFigure.STEAL, 0.25)
            .with(GeneratorFigure.GC_PAUSE, 2_500_000);
    assertEquals(25, GeneratorFigure.STEAL.shown(sample).orElseThrow());
    assertEquals(2.5, GeneratorFigure.GC_PAUSE.shown(sample).orElseThrow());
    assertTrue(GeneratorFigure.HOST_CPU.shown(sample).isEmpty());
    assertEquals("steal", GeneratorFigure.STEAL.key());
    assertEquals("gcPauseNanos", GeneratorFigure.GC_PAUSE.key());
    assertEquals("generator.steal", GeneratorFigure.STEAL.figure().id());
    assertEquals(GeneratorFigure.STEAL, GeneratorFigure.of("generator.steal").orElseThrow());
    assertTrue(GeneratorFigure.of("steal").isEmpty());
    assertTrue(GeneratorFigure.of("generator.none").isEmpty());
    assertEquals(25, GeneratorFigure.shown("generator.steal", sample));
    assertTrue(Double.isNaN(GeneratorFigure.shown("generator.hostCpu", sample)));
    assertTrue(Double.isNaN(GeneratorFigure.shown("other", sample)));
    assertEquals(List.of(), GeneratorFigure.of(GeneratorSample.UNKNOWN));
    assertEquals(GeneratorFigure.values().length, GeneratorFigure.of(sample).size());
  }
}
