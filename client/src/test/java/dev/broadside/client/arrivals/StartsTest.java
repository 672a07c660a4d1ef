package dev.broadside.client.arrivals;

import static dev.broadside.core.recorder.ThreadRecorder.AT_ONCE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.load.Think;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartsTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final Think NONE = new Think.None();

  private final JumpingTime time = new JumpingTime();

  private ThreadClock clock(Course course) {
    return new ThreadClock(course, time, 0, 0, course.stages().endNanos());
  }

  private Starts closed(Stages stages, int thread) {
    return new Starts.Closed(thread, new ReplayableRandom(1, 1), clock(Course.of(stages, 1)));
  }

  private Starts closed(Think think) {
    return closed(Runs.alone(Runs.seconds(100, Runs.closed(1, think))), 0);
  }

  private Starts open(Course course, int thread) {
    return new Starts.Open(thread, clock(course));
  }

  private Starts open(double perSecond) {
    return open(Runs.course(Runs.seconds(100, Runs.constant(1, perSecond))), 0);
  }

  /// How many iterations of no length fit into the run.
  private int count(Starts starts) {
    int count = 0;
    while (starts.await(time.nanos())) {
      count++;
    }
    return count;
  }

  @Test
  void withoutThinkingTheNextStartIsNowAndNobodySleeps() {
    Starts starts = closed(NONE);
    time.pass(5);

    assertTrue(starts.await(5));
    assertEquals(AT_ONCE, starts.dueNanos());
    assertEquals(5, time.nanos());
  }

  @Test
  void aFixedThinkTimeSpacesStartsEvenly() {
    assertEquals(99, count(closed(new Think.Fixed(Duration.ofSeconds(1)))));
  }

  @Test
  void anExponentialThinkTimeHasItsMean() {
    int count = count(closed(new Think.Exponential(Duration.ofMillis(1))));

    assertEquals(100_000, count, 1_500);
  }

  @Test
  void aUniformThinkTimeHasTheMeanOfItsBounds() {
    int count = count(closed(new Think.Uniform(Duration.ofMillis(1), Duration.ofMillis(3))));

    assertEquals(50_000, count, 500);
  }

  @Test
  void aPauseComesBesideTheThinkTimeAndOnce() {
    Starts starts = closed(new Think.Fixed(Duration.ofSeconds(1)));
    assertTrue(starts.await(time.nanos()));
    starts.pause(5 * SECOND);
    assertTrue(starts.await(time.nanos()));
    assertEquals(7 * SECOND, time.nanos());
    assertTrue(starts.await(time.nanos()));
    assertEquals(8 * SECOND, time.nanos());
  }

  @Test
  void aPauseBeyondThePlannedEndEndsTheRun() {
    Starts starts = closed(NONE);
    assertTrue(starts.await(time.nanos()));
    starts.pause(100 * SECOND);
    assertFalse(starts.await(time.nanos()));
  }

  @Test
  void aRateIsNotPutOffByAPause() {
    Starts starts = open(1);
    starts.pause(50 * SECOND);
    assertEquals(100, count(starts));
  }

  @Test
  void nothingBeginsAfterThePlannedEnd() {
    time.pass(100 * SECOND);

    assertFalse(closed(NONE).await(time.nanos()));
    assertFalse(open(1).await(time.nanos()));
  }

  @Test
  void eachArrivalIsClaimedOnceAndInOrderByWhoeverIsFree() {
    Course course = Runs.course(Runs.seconds(100, Runs.constant(2, 10)));
    Starts one = open(course, 0);
    Starts other = open(course, 1);

    List<Long> intended = new ArrayList<>();
    for (Starts next : List.of(one, one, other, one, other)) {
      assertTrue(next.await(time.nanos()));
      intended.add(next.intendedNanos() / MILLI);
      assertEquals(time.nanos(), next.readyNanos());
    }

    assertEquals(List.of(0L, 100L, 200L, 300L, 400L), intended);
    assertEquals(400 * MILLI, other.dueNanos());
    assertEquals(1_000, 5 + count(one) + count(other));
  }

  @Test
  void anArrivalThatIsDueBeginsAtOnceAndKeepsItsIntendedStart() {
    Starts starts = open(1);
    starts.await(0);
    time.pass(10 * SECOND + 1);

    assertTrue(starts.await(time.nanos()));

    assertEquals(SECOND, starts.intendedNanos());
    assertEquals(10 * SECOND + 1, starts.readyNanos());
    assertEquals(AT_ONCE, starts.dueNanos());
    assertEquals(10 * SECOND + 1, time.nanos());
  }

  @Test
  void threadsOfARampUpJoinOneAfterTheOther() {
    Stages stages =
        Runs.alone(Runs.rampUp(4, Runs.closed(4, NONE)), Runs.seconds(4, Runs.closed(4, NONE)));

    for (int thread = 0; thread < 4; thread++) {
      Starts starts = closed(stages, thread);
      assertTrue(starts.await(0));
      assertEquals(thread * SECOND, starts.intendedNanos());
      assertEquals(thread + 1, stages.threadsBefore(thread * SECOND + 1));
    }
  }

  @Test
  void aThreadThatAPhaseHasNoWorkForSleepsUntilOneThatHas() {
    Stages stages =
        Runs.alone(
            Runs.seconds(4, Runs.closed(2, NONE)),
            Runs.seconds(4, Runs.closed(1, NONE)),
            Runs.seconds(4, Runs.closed(3, NONE)));
    Starts second = closed(stages, 1);
    time.pass(5 * SECOND);

    assertTrue(second.await(time.nanos()));
    assertEquals(8 * SECOND, time.nanos());
    assertEquals(2, second.stage().number());

    time.pass(4 * SECOND);
    assertFalse(second.await(time.nanos()));
    assertEquals(List.of(2, 1, 3), List.of(at(stages, 1), at(stages, 5), at(stages, 12)));
  }

  private static int at(Stages stages, long seconds) {
    return stages.threadsBefore(seconds * SECOND);
  }

  @Test
  void whatWaitsAtTheEndOfAPhaseIsServedInTheNextByThoseWhoWorkThere() {
    Course course =
        Runs.course(Runs.seconds(1, Runs.constant(2, 10)), Runs.seconds(1, Runs.constant(1, 5)));
    Starts one = open(course, 0);
    Starts other = open(course, 1);
    time.pass(1_200 * MILLI);

    assertFalse(other.await(time.nanos()));
    for (int n = 0; n < 10; n++) {
      assertTrue(one.await(time.nanos()));
      assertEquals(n * 100 * MILLI, one.intendedNanos());
      assertEquals(1, one.stage().number());
    }
    assertTrue(one.await(time.nanos()));
    assertEquals(SECOND, one.intendedNanos());
    assertEquals(4, count(one));
  }

  @Test
  void aThreadThatTheNextPhaseHasNoWorkForClaimsNothingOfIt() {
    Course course =
        Runs.course(Runs.seconds(1, Runs.constant(2, 1)), Runs.seconds(9, Runs.constant(1, 1)));
    Starts surplus = open(course, 1);

    assertTrue(surplus.await(0));
    assertFalse(surplus.await(time.nanos()));
    assertEquals(9, count(open(course, 0)));
  }
}
