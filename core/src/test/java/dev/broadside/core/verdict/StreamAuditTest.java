package dev.broadside.core.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.RecordBuilder;
import dev.broadside.core.stat.Distribution;
import dev.broadside.core.stat.FigureRow;
import dev.broadside.core.stat.FigureValue;
import dev.broadside.core.stat.GeneratorFigure;
import dev.broadside.core.stat.GeneratorSample;
import dev.broadside.core.stat.OperationCounts;
import dev.broadside.core.stat.OperationStats;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.stat.RandomTallies;
import dev.broadside.core.stat.RecordKey;
import dev.broadside.core.stat.Tally;
import dev.broadside.core.stat.TestCounts;
import dev.broadside.core.stat.TransactionStats;
import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Figure;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What the audit of one worker's records finds, and what it does not make up.
class StreamAuditTest {
  private static final long SECOND = 1_000_000_000L;
  private static final GeneratorSample WATCHED =
      GeneratorSample.UNKNOWN.with(GeneratorFigure.PROCESS_CPU, 0.1);

  /// In each record two transactions end well with three operations, and one fails.
  private static final OutcomeCounts EACH = counts(3, 2, 1, 0, 0);

  private static final OperationCounts THREE = new OperationCounts(3, 0, 3, 0, 0, 0);

  private final StreamAudit audit = new StreamAudit("agent", 0);

  private static OutcomeCounts counts(
      long begun, long ok, long failed, long uncertain, long retried) {
    Map<ErrorClass, Long> failedBy = failed == 0 ? Map.of() : Map.of(ErrorClass.TIMEOUT, failed);
    return TestCounts.of(begun, ok, failedBy, uncertain, retried, 0, Map.of(), 0, 0, Map.of());
  }

  private static Distribution latencies(long count) {
    return RandomTallies.distribution(LongStream.range(0, count).map(_ -> 5_000).toArray());
  }

  private static Tally tally(OutcomeCounts counts, OperationCounts... operations) {
    return tally(counts, latencies(counts.ok()), latencies(counts.failed()), operations);
  }

  private static Tally tally(
      OutcomeCounts counts, Distribution ok, Distribution failed, OperationCounts... operations) {
    Distribution none = Distribution.EMPTY;
    return new Tally(
        new TransactionStats(counts, ok, none, none, none, failed, none),
        Arrays.stream(operations).map(one -> OperationStats.of(one, latencies(one.ok()))).toList());
  }

  private static OutcomeCounts times(long times) {
    return counts(3 * times, 2 * times, times, 0, 0);
  }

  private static RecordBuilder record(int seq) {
    return RecordBuilder.of(new RecordKey("run", "agent", 1, RecordKey.LOAD, seq), seq)
        .generator(WATCHED)
        .tally(tally(EACH, THREE))
        .cumulative(times(seq + 1))
        .cumulativeOperations(
            List.of(new OperationCounts(3 * (seq + 1), 0, 3 * (seq + 1), 0, 0, 0)));
  }

  private boolean add(RecordBuilder record) {
    return audit.add(RecordSpan.of(record.build()));
  }

  /// A closing record that was made from the counters of a dead worker.
  private static RecordBuilder afterDeath(int seq) {
    return record(seq).generator(GeneratorSample.UNKNOWN).threads(0).last(true);
  }

  @Test
  void recordsInAnyOrderAndMoreThanOnceAreTakenOnce() {
    List<Integer> order = Arrays.asList(0, 1, 2, 3, 4);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(order, new java.util.Random(i));
      StreamAudit shuffled = new StreamAudit("agent", 0);
      for (int seq : order) {
        RecordSpan span = RecordSpan.of(record(seq).last(seq == 4).build());
        assertTrue(shuffled.add(span));
        assertFalse(shuffled.add(span));
      }
      assertEquals(List.of(), shuffled.missing());
      assertEquals(List.of(), shuffled.contradictions());
      assertTrue(shuffled.complete());
      assertEquals(0, shuffled.fromNanos());
      assertEquals(5 * SECOND, shuffled.untilNanos());
    }
  }

  @Test
  void aLivingWorkerMayCountWhatHasNoLatency() {
    Tally untimed = tally(counts(2, 2, 0, 0, 0), Distribution.EMPTY, Distribution.EMPTY);
    assertTrue(
        add(
            record(0)
                .tally(untimed)
                .cumulative(counts(2, 2, 0, 0, 0))
                .cumulativeOperations(List.of())
                .last(true)));
    assertEquals(List.of(), audit.missing());
    assertEquals(List.of(), audit.contradictions());
  }

  @Test
  void recordsThatWereRolledUpAreKnownByEachOfTheirNumbers() {
    RecordSpan two =
        RecordSpan.together(
                List.of(RecordSpan.of(record(2).build()), RecordSpan.of(record(3).build())))
            .orElseThrow();
    assertTrue(audit.add(two));
    assertFalse(add(record(2)));
    assertFalse(add(record(3)));
    assertTrue(add(record(4).last(true)));
    assertEquals(List.of("agent: records from 0 to 1 are missing"), audit.missing());
    assertTrue(add(record(0)));
    assertTrue(add(record(1)));
    assertFalse(add(record(3)));
    assertEquals(List.of(), audit.missing());
    assertEquals(List.of(), audit.contradictions());
    assertTrue(audit.complete());
  }

  @Test
  void whatIsMissingIsNamedByItsNumbers() {
    add(record(0));
    assertEquals(List.of("agent: the closing record is missing after record 0"), audit.missing());
    assertFalse(audit.complete());
    add(record(5).last(true));
    assertEquals(List.of("agent: records from 1 to 4 are missing"), audit.missing());
    assertFalse(audit.complete());
    assertFalse(audit.complete());
  }

  @Test
  void aClosingRecordThatNoOthersPrecedeIsNoWhole() {
    add(record(3).last(true));
    assertEquals(List.of("agent: records from 0 to 2 are missing"), audit.missing());
    assertFalse(audit.complete());
  }

  @Test
  void totalsThatDoNotAddUpContradictFromTheFirstRecordOnThatStatesThem() {
    add(record(0));
    assertEquals(List.of(), audit.contradictions());
    add(record(1).cumulative(times(3)));
    add(record(2).cumulative(times(4)));
    assertEquals(
        List.of("agent: the counts up to record 1 do not add up to the total it states"),
        audit.contradictions());
  }

  @Test
  void totalsOfARolledUpSpanAreNamedByItsLastNumber() {
    RecordSpan two =
        RecordSpan.together(
                List.of(
                    RecordSpan.of(record(0).build()),
                    RecordSpan.of(record(1).cumulative(times(9)).build())))
            .orElseThrow();
    audit.add(two);
    assertEquals(
        List.of("agent: the counts up to record 1 do not add up to the total it states"),
        audit.contradictions());
  }

  @Test
  void recordsOfAWorkerThatCameLateBeginWhereItDid() {
    assertEquals("agent", audit.who());
    add(record(0).span(7 * SECOND, SECOND));
    add(record(1).span(8 * SECOND, SECOND).last(true));
    assertEquals(7 * SECOND, audit.fromNanos());
    assertEquals(9 * SECOND, audit.untilNanos());
  }

  @Test
  void recordsThatOverlapInTimeContradict() {
    add(record(0).span(0, SECOND));
    add(record(1).span(SECOND, SECOND));
    assertEquals(List.of(), audit.contradictions());
    add(record(2).span(2 * SECOND - 1, SECOND));
    assertEquals(
        List.of("agent: record 2 begins before the one before it ends"), audit.contradictions());
  }

  @Test
  void totalsOfOperationsAndOfFiguresAreHeldAgainstTheirSums() {
    add(record(0).cumulativeOperations(List.of(new OperationCounts(4, 0, 4, 0, 0, 0))));
    assertEquals(1, audit.contradictions().size());
    StreamAudit other = new StreamAudit("agent", 0);
    FigureRow row =
        new FigureRow(
            List.of(Figure.count("count", "rows", "Count")),
            List.of(new FigureValue.Amount(5)),
            List.of(5L));
    other.add(RecordSpan.of(record(0).figures(row).build()));
    assertEquals(List.of(), other.contradictions());
    FigureRow wrong = new FigureRow(List.of(), List.of(new FigureValue.Amount(5)), List.of(9L));
    other.add(RecordSpan.of(record(1).figures(wrong).build()));
    assertEquals(1, other.contradictions().size());
  }

  @Test
  void whatBegunAndDidNotEndContradictsOnceAllHasCome() {
    OutcomeCounts open = counts(4, 2, 1, 0, 0);
    add(record(0).tally(tally(open, THREE)).cumulative(open));
    assertEquals(List.of(), audit.contradictions(), "it may end in a later record");
    add(
        record(1)
            .tally(tally(OutcomeCounts.NONE))
            .cumulative(open)
            .cumulativeOperations(List.of(THREE))
            .last(true));
    assertEquals(List.of("agent: begun 4 but ended 3"), audit.contradictions());
  }

  @Test
  void moreOperationsThatTookEffectThanEndedWellContradictOnceAllHasCome() {
    OperationCounts early = new OperationCounts(1, 0, 2, 0, 0, 0);
    add(record(0).tally(tally(EACH, early)).cumulativeOperations(List.of(early)));
    assertEquals(List.of(), audit.contradictions());
    add(
        record(1)
            .tally(tally(EACH, OperationCounts.NONE))
            .cumulativeOperations(List.of(early))
            .last(true));
    assertEquals(
        List.of("agent: more operations took effect or stayed uncertain than ended well"),
        audit.contradictions());
  }

  @Test
  void moreLatenciesThanTransactionsContradict() {
    add(record(0).tally(tally(EACH, latencies(4), latencies(1), THREE)));
    assertEquals(List.of("agent: 2 more latencies than transactions"), audit.contradictions());
    StreamAudit failed = new StreamAudit("agent", 0);
    failed.add(
        RecordSpan.of(record(0).tally(tally(EACH, latencies(2), latencies(4), THREE)).build()));
    assertEquals(List.of("agent: 3 more latencies than transactions"), failed.contradictions());
  }

  @Test
  void latenciesThatDiedWithTheirWorkerAreCounted() {
    add(record(0).tally(tally(EACH, latencies(1), latencies(1), THREE)).last(true));
    assertEquals(
        List.of(
            "agent: the latencies of 1 transaction are missing: its worker died before it had"
                + " sealed them"),
        audit.missing());
    StreamAudit failed = new StreamAudit("agent", 0);
    Tally without = tally(EACH, latencies(2), latencies(0), THREE);
    failed.add(RecordSpan.of(record(0).tally(without).last(true).build()));
    assertEquals(audit.missing(), failed.missing(), "one that failed is one, too");
    StreamAudit both = new StreamAudit("agent", 0);
    Tally untimed =
        new Tally(TransactionStats.counted(EACH), List.of(OperationStats.of(THREE, latencies(1))));
    both.add(RecordSpan.of(record(0).tally(untimed).last(true).build()));
    assertEquals(
        List.of(
            "agent: the latencies of 3 transactions and the latencies of 2 operations are missing:"
                + " its worker died before it had sealed them"),
        both.missing());
    assertTrue(both.complete(), "its counts are all there");
  }

  @Test
  void whatWasUnderWayWhenAWorkerDiedHasNoLatencyToLose() {
    OutcomeCounts open = counts(5, 2, 1, 2, 0);
    Tally timed = tally(open, latencies(2), latencies(1), THREE);
    add(record(0).tally(timed).cumulative(open).inFlight(2).last(true));
    assertEquals(List.of(), audit.missing());
    assertEquals(List.of(), audit.contradictions());
  }

  @Test
  void messagesAreLostOfWhatADeadWorkerHadNotSealed() {
    OutcomeCounts badly = counts(9, 2, 1, 6, 10);
    Tally timed = tally(badly, latencies(2), latencies(5), THREE);
    add(afterDeath(0).tally(timed).cumulative(badly).inFlight(2));
    assertEquals(
        List.of(
            "agent: the messages of 15 failures are missing: its worker died before it had sealed"
                + " them"),
        audit.missing());
  }

  @Test
  void aWorkerThatSealedItsLastRecordItselfLostNoMessage() {
    add(record(0).last(true).threads(0));
    assertEquals(List.of(), audit.missing());
    StreamAudit unwatched = new StreamAudit("agent", 0);
    unwatched.add(RecordSpan.of(record(0).last(true).generator(GeneratorSample.UNKNOWN).build()));
    assertEquals(List.of(), unwatched.missing(), "it had threads at work");
    StreamAudit goesOn = new StreamAudit("agent", 0);
    goesOn.add(RecordSpan.of(afterDeath(0).last(false).build()));
    goesOn.add(RecordSpan.of(record(1).last(true).build()));
    assertEquals(List.of(), goesOn.missing());
  }

  private static List<String> arrivals(RecordBuilder closing, long openUntilNanos) {
    StreamAudit open = new StreamAudit("agent", openUntilNanos);
    open.add(RecordSpan.of(closing.build()));
    return open.missingArrivals();
  }

  @Test
  void arrivalsThatADeadWorkerDidNotBeginAreUnknownWhileTheyWereDue() {
    assertEquals(
        List.of(
            "agent: the arrivals that were due and never begun are not counted: its worker died"
                + " before the end"),
        arrivals(afterDeath(5), 6 * SECOND));
    assertEquals(List.of(), arrivals(afterDeath(5), 5 * SECOND), "nothing was due any more");
    assertEquals(List.of(), arrivals(afterDeath(5), 0), "a closed load has no arrivals");
    assertEquals(
        1,
        arrivals(record(5).last(true).cumulative(times(6).withDue(19)), 5 * SECOND).size(),
        "one was due and waited");
    assertEquals(List.of(), arrivals(record(5).last(true), 6 * SECOND), "it tells them itself");
    assertEquals(List.of(), arrivals(record(5).last(true).threads(0), 6 * SECOND));
    assertEquals(
        List.of(), arrivals(record(5).last(true).generator(GeneratorSample.UNKNOWN), 6 * SECOND));
  }
}
