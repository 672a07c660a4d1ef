package dev.broadside.client.worker;

import static dev.broadside.core.stat.ThreadRecorder.AT_ONCE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.job.LoadModel;
import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.job.Think;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StartsTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final JumpingTime time = new JumpingTime();
  private final RunClock clock = new RunClock(time, 0, 100 * SECOND);

  private Starts closed(Think think) {
    return new ClosedStarts(think, new ReplayableRandom(1, 1), clock);
  }

  /// A thread of two that share a rate.
  private Starts open(double perSecond, int thread) {
    return Starts.of(
        new LoadModel.ConstantRate(2, perSecond),
        thread,
        new ShareSlice(0, 1, 0, 2, 2),
        new ReplayableRandom(1, 1),
        clock);
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
    Starts starts = closed(new Think.None());
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
  void nothingBeginsAfterThePlannedEnd() {
    time.pass(100 * SECOND);

    assertFalse(closed(new Think.None()).await(time.nanos()));
    assertFalse(open(1, 0).await(time.nanos()));
  }

  @Test
  void threadsOfAnOpenLoadTakeTurnsAndAddUpToTheRate() {
    Starts first = open(10, 0);
    assertTrue(first.await(0));
    assertEquals(0, first.intendedNanos());
    assertTrue(first.await(0));
    assertEquals(200 * MILLI, first.intendedNanos());
    assertEquals(200 * MILLI, first.dueNanos());

    Starts second = open(10, 1);
    assertTrue(second.await(time.nanos()));
    assertEquals(100 * MILLI, second.intendedNanos());
    assertEquals(AT_ONCE, second.dueNanos());

    assertEquals(1_000, 2 + count(first) + 1 + count(second));
  }

  @Test
  void aThreadThatIsLateStartsAtOnceAndKeepsItsIntendedStart() {
    Starts starts = open(2, 0);
    starts.await(0);
    time.pass(10 * SECOND + 1);

    assertTrue(starts.await(time.nanos()));

    assertEquals(SECOND, starts.intendedNanos());
    assertEquals(AT_ONCE, starts.dueNanos());
    assertEquals(10 * SECOND + 1, time.nanos());
  }

  @Test
  void arrivalsThatCouldNotStartAreDroppedAndCounted() {
    Starts starts = open(2, 0);
    starts.await(0);
    time.pass(150 * SECOND);

    assertFalse(starts.await(time.nanos()));
    assertEquals(99, starts.dropped(time.nanos()));
  }

  @Test
  void aStoppedRunDropsOnlyWhatWasDueByThen() {
    Starts starts = open(2, 0);
    starts.await(0);
    time.pass(10 * SECOND);
    clock.stop();

    assertFalse(starts.await(time.nanos()));
    assertEquals(10, starts.dropped(time.nanos()));
  }

  @Test
  void aRunThatKeptUpDropsNothing() {
    Starts starts = open(100, 1);
    count(starts);

    assertEquals(0, starts.dropped(time.nanos()));
  }
}
