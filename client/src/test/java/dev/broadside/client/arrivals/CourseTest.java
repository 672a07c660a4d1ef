package dev.broadside.client.arrivals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.load.Phase;
import dev.broadside.core.load.Think;
import dev.broadside.core.pace.Curve;
import dev.broadside.core.pace.Portion;
import dev.broadside.core.pace.Rate;
import dev.broadside.core.pace.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a change of the load leaves of what was planned, and what it puts in its place.
class CourseTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;
  private static final Think NONE = new Think.None();

  private final JumpingTime time = new JumpingTime();

  private static LoadChange rate(double atSeconds, double perSecond) {
    return LoadChanges.at(atSeconds, LoadChanges.rate(perSecond));
  }

  private static LoadChange pause(double atSeconds, boolean paused) {
    return LoadChanges.at(atSeconds, LoadChanges.paused(paused));
  }

  /// What an agent makes of changes that it hears of one by one, each in time.
  private static Course told(Portion share, List<LoadChange> changes, Phase... phases) {
    Course course = Course.of(Runs.changed(share, List.of(), phases), 1);
    for (int i = 1; i <= changes.size(); i++) {
      Course then = Course.of(Runs.changed(share, changes.subList(0, i), phases), 1);
      course = course.until(changes.get(i - 1).atNanos(), then);
    }
    return course;
  }

  private static List<Long> all(Course course) {
    List<Long> due = new ArrayList<>();
    for (ShareArrivals.Queue queue : course.arrivals().queues()) {
      for (long next = queue.claim(); next != Curve.NEVER; next = queue.claim()) {
        due.add(next);
      }
    }
    return due;
  }

  /// All agents' arrivals, of which no two are at the same instant.
  private static List<Long> together(int agents, List<LoadChange> changes, Phase... phases) {
    TreeSet<Long> together = new TreeSet<>();
    int sum = 0;
    for (int agent = 0; agent < agents; agent++) {
      List<Long> own = all(told(new Portion(agent, agents), changes, phases));
      together.addAll(own);
      sum += own.size();
    }
    assertEquals(sum, together.size());
    return List.copyOf(together);
  }

  private static long count(List<Long> due, double from, double until) {
    return due.stream().filter(at -> at >= from * SECOND && at < until * SECOND).count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void sharesAreExactBeforeAndAfterEachChange(int agents) {
    List<LoadChange> changes = List.of(rate(2.5, 500), rate(4.25, 30), rate(4.75, 70));

    List<Long> due =
        together(
            agents,
            changes,
            Runs.seconds(4, Runs.constant(1, 100)),
            Runs.seconds(6, Runs.constant(1, 200)));

    assertEquals(250, count(due, 0, 2.5));
    assertEquals(875, count(due, 2.5, 4.25), 1);
    assertEquals(15, count(due, 4.25, 4.75));
    assertEquals(Math.ceil(70 * 5.25), count(due, 4.75, 10));
    assertEquals(
        all(Course.of(Runs.changed(new Portion(0, 1), changes, steps()), 1)),
        together(agents, changes, steps()));
  }

  private static Phase[] steps() {
    return new Phase[] {
      Runs.seconds(4, Runs.constant(1, 100)), Runs.seconds(6, Runs.constant(1, 200))
    };
  }

  private static LoadChange sharing(double atSeconds, boolean lent, Integer... present) {
    return LoadChanges.at(atSeconds, LoadControl.of(new Sharing(List.of(present), lent)));
  }

  @Test
  void lostSharesAreTakenOverToTheArrivalAndGivenBack() {
    List<LoadChange> changes =
        List.of(sharing(2.5, true, 0, 2), sharing(5, false, 0, 2), sharing(6, true, 0, 1, 2));
    List<Long> whole = all(Course.of(Runs.changed(new Portion(0, 1), List.of(), steps()), 1));

    List<Long> due = together(3, changes, steps());
    List<Long> lost = all(told(new Portion(1, 3), changes, steps()));

    assertTrue(whole.containsAll(due));
    assertEquals(count(whole, 0, 5), count(due, 0, 5));
    assertEquals(200.0 * 2 / 3, count(due, 5, 6), 1);
    assertEquals(count(whole, 6, 10), count(due, 6, 10));
    assertEquals(0, count(lost, 2.5, 6));
    assertEquals(100 * 2.5 / 3, count(lost, 0, 2.5), 1);
    // Whoever has not heard of it yet goes on with its own.
    List<Long> late = all(told(new Portion(2, 3), List.of(), steps()));
    List<Long> other = all(told(new Portion(0, 3), changes.subList(0, 1), steps()));
    assertTrue(late.stream().noneMatch(other::contains));
  }

  @Test
  void noSecondHasMoreThanItsRateAroundAChange() {
    List<Long> due =
        together(3, List.of(rate(3.3, 250)), Runs.seconds(10, Runs.constant(1, 1_000)));

    for (long from = 0; from < 9 * SECOND; from += 50 * MILLI) {
      long count = count(due, from / 1e9, from / 1e9 + 1);
      assertTrue(count <= (from < 3.3 * SECOND ? 1_000 : 250) * 1.02, count + " from " + from);
    }
  }

  @Test
  void aPauseHasNoArrivalsAndNobodyCatchesUp() {
    List<Long> due =
        together(
            2, List.of(pause(2, true), pause(5, false)), Runs.seconds(10, Runs.constant(1, 100)));

    assertEquals(200, count(due, 0, 2));
    assertEquals(0, count(due, 2, 5));
    assertEquals(500, count(due, 5, 10));
    assertEquals(100, count(due, 5, 6));
  }

  @Test
  void afterAPauseARateGoesOnWhereItsPhaseIsByThen() {
    Rate ramp = new Rate.Ramp(0, 100, Duration.ofSeconds(10));
    Phase phase =
        Runs.seconds(
            10,
            new dev.broadside.core.load.LoadModel.Open(
                1, ramp, dev.broadside.core.pace.Arrivals.CONSTANT));

    List<Long> due = together(2, List.of(pause(4, true), pause(8, false)), phase);

    assertEquals(80, count(due, 0, 4), 1);
    assertEquals(0, count(due, 4, 8));
    assertEquals(180, count(due, 8, 10), 1);
  }

  @Test
  void poissonArrivalsAreTheSameForWhoeverWorksThemOutAgain() {
    Phase phase = Runs.seconds(10, Runs.poisson(1, 100));
    List<LoadChange> changes = List.of(rate(3, 400), rate(6, 50));

    List<Long> told = all(told(new Portion(0, 2), changes, phase));

    assertEquals(told, all(Course.of(Runs.changed(new Portion(0, 2), changes, phase), 1)));
    assertEquals(600, count(told, 3, 6), 80);
    assertEquals(100, count(told, 6, 10), 35);
  }

  @Test
  void whoHearsLateDoesWhatWasPlannedUntilThenAndOwesNothing() {
    Phase[] phases = steps();
    Course late = Course.of(Runs.changed(new Portion(0, 2), List.of(), phases), 1);
    Course nominal = Course.of(Runs.changed(new Portion(0, 2), List.of(rate(3, 20)), phases), 1);

    List<Long> due = all(late.until(5 * SECOND, nominal));

    assertEquals(200 + 100, count(due, 0, 5));
    assertEquals(50, count(due, 5, 10));
    assertEquals(
        all(nominal).stream().filter(at -> at >= 5 * SECOND).toList(),
        due.stream().filter(at -> at >= 5 * SECOND).toList());
  }

  @Test
  void anArrivalThatIsNoneAnyMoreIsNotWaitedFor() {
    Phase phase = Runs.seconds(100, Runs.constant(1, 0.1));
    Course planned = Course.of(Runs.alone(phase), 1);
    ThreadClock clock = new ThreadClock(planned, time, 0, 0, 100 * SECOND);
    Starts starts = new Starts.Open(0, clock);
    assertTrue(starts.await(0));
    time.happens(
        2 * SECOND,
        () ->
            clock.follow(
                planned.until(
                    3 * SECOND,
                    Course.of(Runs.changed(new Portion(0, 1), List.of(rate(3, 1)), phase), 1))));

    assertTrue(starts.await(time.nanos()));

    assertEquals(3 * SECOND, starts.intendedNanos());
    assertEquals(3 * SECOND, time.nanos());
    assertEquals(1, starts.stage().number());
  }

  @Test
  void anArrivalThatLiesBeforeTheChangeIsServed() {
    Phase phase = Runs.seconds(100, Runs.constant(1, 0.1));
    Course planned = Course.of(Runs.alone(phase), 1);
    ThreadClock clock = new ThreadClock(planned, time, 0, 0, 100 * SECOND);
    Starts starts = new Starts.Open(0, clock);
    assertTrue(starts.await(0));
    time.happens(
        2 * SECOND,
        () ->
            clock.follow(
                planned.until(
                    30 * SECOND,
                    Course.of(Runs.changed(new Portion(0, 1), List.of(rate(30, 1)), phase), 1))));

    assertTrue(starts.await(time.nanos()));
    assertEquals(10 * SECOND, starts.intendedNanos());
    assertTrue(starts.await(time.nanos()));
    assertEquals(20 * SECOND, starts.intendedNanos());
    assertTrue(starts.await(time.nanos()));
    assertEquals(30 * SECOND, starts.intendedNanos());
    assertTrue(starts.await(time.nanos()));
    assertEquals(31 * SECOND, starts.intendedNanos());
  }

  @Test
  void threadsOfAClosedLoadRestAndComeBack() {
    Phase phase = Runs.seconds(100, Runs.closed(2, NONE));
    LoadChange one = LoadChanges.at(10, LoadChanges.threads(1));
    LoadChange two = LoadChanges.at(20, LoadChanges.threads(2));
    ThreadClock clock =
        new ThreadClock(told(new Portion(0, 1), List.of(one), phase), time, 0, 0, 100 * SECOND);
    Starts second = new Starts.Closed(1, new ReplayableRandom(1, 1), clock);
    assertTrue(second.await(0));
    assertFalse(second.await(10 * SECOND));
    time.pass(15 * SECOND);
    time.happens(
        16 * SECOND, () -> clock.follow(told(new Portion(0, 1), List.of(one, two), phase)));

    assertTrue(clock.awaitChange());
    assertTrue(second.await(time.nanos()));

    assertEquals(20 * SECOND, time.nanos());
    assertEquals(List.of(2, 1, 2), List.of(at(one, two, 5), at(one, two, 15), at(one, two, 25)));
  }

  @Test
  void ofAnIntervalWithAChangeTheMostThreadsAreTold() {
    Stages stages =
        told(
                new Portion(0, 1),
                List.of(
                    LoadChanges.at(10, LoadChanges.threads(1)),
                    LoadChanges.at(20, LoadChanges.paused(true))),
                Runs.seconds(100, Runs.closed(3, NONE)))
            .stages();

    assertEquals(3, stages.threadsWithin(9 * SECOND, 11 * SECOND));
    assertEquals(1, stages.threadsWithin(10 * SECOND, 11 * SECOND));
    assertEquals(1, stages.threadsWithin(19 * SECOND, 21 * SECOND));
    assertEquals(0, stages.threadsWithin(20 * SECOND, 21 * SECOND));
  }

  @Test
  void threadsOfLostSharesCountForWhoeverHasThem() {
    Phase phase = Runs.seconds(100, Runs.closed(4, NONE));
    Phase later = Runs.seconds(100, Runs.closed(2, NONE));
    List<LoadChange> changes = List.of(sharing(10, true, 0, 2), sharing(150, false, 0, 2));
    List<Stages> stages =
        List.of(0, 1, 2).stream()
            .map(share -> told(new Portion(share, 3), changes, phase, later).stages())
            .toList();

    assertEquals(List.of(4, 4, 4), before(stages, 5));
    assertEquals(List.of(6, 0, 6), before(stages, 15));
    assertEquals(List.of(3, 0, 3), before(stages, 110));
    assertEquals(List.of(2, 0, 2), before(stages, 160));
    assertEquals(6, stages.getFirst().threadsWithin(9 * SECOND, 11 * SECOND));
  }

  private static List<Integer> before(List<Stages> all, int seconds) {
    return all.stream().map(stages -> stages.threadsBefore(seconds * SECOND)).toList();
  }

  private static int at(LoadChange one, LoadChange two, int seconds) {
    Phase phase = Runs.seconds(100, Runs.closed(2, NONE));
    return told(new Portion(0, 1), List.of(one, two), phase)
        .stages()
        .threadsBefore(seconds * SECOND);
  }

  @Test
  void aThinkTimeHoldsFromItsChangeOn() {
    Phase phase = Runs.seconds(100, Runs.closed(1, NONE));
    LoadControl slow = LoadChanges.think(new Think.Fixed(Duration.ofSeconds(5)));
    ThreadClock clock =
        new ThreadClock(
            told(new Portion(0, 1), List.of(LoadChanges.at(10, slow)), phase),
            time,
            0,
            0,
            100 * SECOND);
    Starts starts = new Starts.Closed(0, new ReplayableRandom(1, 1), clock);

    assertTrue(starts.await(9 * SECOND));
    assertEquals(9 * SECOND, starts.intendedNanos());
    assertTrue(starts.await(10 * SECOND));
    assertEquals(15 * SECOND, starts.intendedNanos());
  }

  @Test
  void nothingIsLeftOverWhenAWorkerTakesUpAChangedLoad() {
    Course course =
        told(new Portion(0, 1), List.of(rate(5, 20)), Runs.seconds(10, Runs.constant(1, 10)));

    assertEquals(50 + 20 + 1 - 60, course.arrivals().skip(6 * SECOND, 60));
    assertEquals(79, LongStream.of(all(course).stream().mapToLong(at -> at).toArray()).count());
  }
}
