package dev.broadside.core.stat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Counts of transactions and operations: what they say of each other, and how they add up.
class CountsTest {
  private static final OutcomeCounts SOME =
      TestCounts.of(
          100,
          70,
          Map.of(ErrorClass.DEADLOCK, 7L, ErrorClass.TIMEOUT, 3L),
          5,
          20,
          10,
          Map.of(DropReason.AWAY, 2L, DropReason.STOPPED, 1L),
          1_000,
          2_000,
          Map.of(1, 6L, 3, 4L));
  private static final OperationCounts OPERATIONS = new OperationCounts(50, 3, 30, 7, 5, 2);

  @Test
  void whatEndedWasTriedAndWasGoodIsWorkedOutOfTheOutcomes() {
    assertEquals(10, SOME.failed());
    assertEquals(3, SOME.dropped());
    assertEquals(103, SOME.arrivals());
    assertEquals(85, SOME.ended());
    assertEquals(105, SOME.attempts());
    assertEquals(60, SOME.good());
    assertEquals(1, SOME.givenUp(), "what was due while nobody was there is none of it");
    assertEquals(103, SOME.due());
    assertEquals(0, SOME.waiting());
    assertEquals(15, SOME.unfinished());
    OutcomeCounts late = SOME.withDue(110);
    assertEquals(7, late.waiting());
    assertEquals(22, late.unfinished());
    assertEquals(SOME, late.withDue(103));
    OutcomeCounts more = SOME.withDropped(Map.of(DropReason.AWAY, 5L));
    assertEquals(5, more.dropped());
    assertEquals(0, more.givenUp());
    assertEquals(SOME, more.withDropped(SOME.droppedBy()));
    assertEquals(9, SOME.withUncertain(9).uncertain());
    assertEquals(SOME, SOME.withUncertain(9).withUncertain(5));
  }

  @Test
  void whatIsAddedCanBeTakenAwayAgain() {
    OutcomeCounts twice = SOME.plus(SOME);
    assertEquals(200, twice.begun());
    assertEquals(14, twice.failedBy().get(ErrorClass.DEADLOCK));
    assertEquals(8, twice.okAfterRetries().get(3));
    assertEquals(SOME, twice.minus(SOME));
    assertEquals(OutcomeCounts.NONE, SOME.minus(SOME), "a count of nothing is none");
    assertEquals(SOME, SOME.minus(OutcomeCounts.NONE));
    assertEquals(-7, OutcomeCounts.NONE.minus(SOME).failedBy().get(ErrorClass.DEADLOCK));
  }

  /// A count of 0 that came over the wire stays one: sums are compared byte for byte.
  @Test
  void aCountOfNothingThatIsAddedStays() {
    Map<DropReason, Long> nothing = Map.of(DropReason.AWAY, 0L);
    OutcomeCounts zero = TestCounts.of(0, 0, Map.of(), 0, 0, 0, nothing, 0, 0, Map.of());
    assertEquals(nothing, OutcomeCounts.NONE.plus(zero).droppedBy());
  }

  @Test
  void countsBelowZeroAreImpossible() {
    assertTrue(SOME.possible());
    assertTrue(OutcomeCounts.NONE.possible());
    OutcomeCounts none = OutcomeCounts.NONE;
    assertFalse(none.minus(SOME).possible());
    assertFalse(none.withDropped(Map.of(DropReason.AWAY, -1L)).possible());
    assertFalse(none.withDue(-1).possible());
    assertFalse(none.withUncertain(-1).possible());
    Map<Integer, Long> retries = Map.of(1, -1L);
    assertFalse(TestCounts.of(0, 0, Map.of(), 0, 0, 0, Map.of(), 0, 0, retries).possible());
    assertTrue(OPERATIONS.possible());
    assertTrue(OperationCounts.NONE.possible());
    assertFalse(new OperationCounts(0, 0, 0, 0, 0, -1).possible());
    assertThrows(ArithmeticException.class, () -> none.minus(SOME).weight());
    assertThrows(ArithmeticException.class, () -> new OperationCounts(0, -1, 0, 0, 0, 0).weight());
  }

  @Test
  void weightIsTheSumOfAllCounts() {
    long plain = 100 + 70 + 5 + 20 + 10 + 1_000 + 2_000 + 103;
    assertEquals(plain + 10 + 3 + 10, SOME.weight());
    assertEquals(97, OPERATIONS.weight());
    OutcomeCounts full =
        TestCounts.of(Long.MAX_VALUE, 1, Map.of(), 0, 0, 0, Map.of(), 0, 0, Map.of());
    assertThrows(ArithmeticException.class, full::weight);
    OutcomeCounts failed =
        TestCounts.of(
            Long.MAX_VALUE, 0, Map.of(ErrorClass.TIMEOUT, 1L), 0, 0, 0, Map.of(), 0, 0, Map.of());
    assertThrows(ArithmeticException.class, failed::weight);
  }

  @Test
  void operationsAddUpByIndexAndWhatIsMissingIsNone() {
    OperationCounts twice = OPERATIONS.plus(OPERATIONS);
    assertEquals(new OperationCounts(100, 6, 60, 14, 10, 4), twice);
    assertEquals(OPERATIONS, twice.minus(OPERATIONS));
    assertEquals(8, OPERATIONS.undone());
    List<OperationCounts> one = List.of(OPERATIONS);
    assertEquals(
        List.of(twice, OPERATIONS), OperationCounts.sum(one, List.of(OPERATIONS, OPERATIONS)));
    assertEquals(
        List.of(twice, OPERATIONS), OperationCounts.sum(List.of(OPERATIONS, OPERATIONS), one));
    assertEquals(OperationCounts.NONE, OperationCounts.at(one, 1));
    assertEquals(OPERATIONS, OperationCounts.at(one, 0));
  }

  @Test
  void amountsAddUpByPositionAndStopWhereTheyDoNotFit() {
    assertEquals(List.of(5L, 7L, 9L), FigureRow.sum(List.of(1L, 7L, 9L), List.of(4L)));
    assertEquals(List.of(5L, 7L, 9L), FigureRow.sum(List.of(4L), List.of(1L, 7L, 9L)));
    assertEquals(
        List.of(Distribution.MAX_SUM_NANOS),
        FigureRow.sum(List.of(Distribution.MAX_SUM_NANOS), List.of(1L)));
  }

  private static ErrorSample error(int code, String state, long count, long first, long last) {
    return new ErrorSample(
        ErrorClass.DEADLOCK, code, state, "insert", "first at " + first, count, first, last);
  }

  @Test
  void failuresOfOneKindAreOneWithTheEarlierMessage() {
    ErrorSample late = error(1_213, "40001", 2, 50, 60);
    ErrorSample early = error(1_213, "40001", 3, 10, 55);
    assertEquals(error(1_213, "40001", 5, 10, 60), late.plus(early));
    assertEquals(error(1_213, "40001", 5, 10, 60), early.plus(late));
    assertEquals(
        "first at 10",
        early
            .plus(
                new ErrorSample(
                    ErrorClass.DEADLOCK, 1_213, "40001", "insert", "at the same time", 1, 10, 10))
            .message());
    assertTrue(late.sameKind(early));
    assertFalse(late.sameKind(error(1_205, "40001", 1, 0, 0)));
    assertFalse(late.sameKind(error(1_213, "HY000", 1, 0, 0)));
    assertFalse(
        late.sameKind(new ErrorSample(ErrorClass.TIMEOUT, 1_213, "40001", "insert", "", 1, 0, 0)));
  }

  @Test
  void noMoreKindsOfFailureAreKeptThanAsked() {
    List<ErrorSample> kinds = new ArrayList<>();
    error(1, "", 1, 0, 0).addTo(kinds, 2);
    error(2, "", 1, 0, 0).addTo(kinds, 2);
    error(3, "", 1, 0, 0).addTo(kinds, 2);
    error(2, "", 4, 0, 0).addTo(kinds, 2);
    assertEquals(List.of(error(1, "", 1, 0, 0), error(2, "", 5, 0, 0)), kinds);
  }

  @Test
  void aReasonForADropReadsAsWords() {
    assertEquals("no free thread", DropReason.NO_FREE_THREAD.words());
  }
}
