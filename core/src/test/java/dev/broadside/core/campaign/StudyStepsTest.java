package dev.broadside.core.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Specs;
import dev.broadside.core.scaling.KneePlan;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.study.StudyOrder;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.verdict.Judgement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a study does next, state by state.
class StudyStepsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final MemberState STARTING = new MemberState.Starting(1);
  private static final MemberState GOING = new MemberState.Going(1);
  private static final Study RUNNING = study(SpecBuilder.ladder(List.of(1, 2, 4)));

  private static Study study(StudyPlan plan) {
    return Study.submitted("s", "Scripted", Specs.full(), plan, NOON);
  }

  private static MemberState ended(Outcome outcome, Trial.Verdict... trial) {
    return new MemberState.Ended(1, outcome, Judgement.OK, "", List.of(trial).stream().findFirst());
  }

  private static MemberState completed() {
    return ended(new Outcome.Completed());
  }

  /// A study whose first steps have completed, and the next one of which is in a state.
  private static Study at(int position, MemberState state) {
    Study before = RUNNING;
    for (int i = 0; i < position; i++) {
      before = before.with(before.stepName(i), completed());
    }
    return before.with(before.stepName(position), state);
  }

  private static List<String> states(Study study) {
    return IntStream.range(0, study.points().size())
        .mapToObj(position -> study.of(study.stepName(position)).word())
        .toList();
  }

  @Test
  void aStepIsHandedInOnceTheOneBeforeHasCompleted() {
    assertEquals(STARTING, RUNNING.next().of("t1"));
    assertEquals(List.of("running", "waiting", "waiting"), states(RUNNING.next()));
    assertEquals(at(0, STARTING), at(0, STARTING).next());
    assertEquals(at(0, GOING), at(0, GOING).next());
    assertEquals(Optional.empty(), at(0, GOING).end());
    assertEquals(STARTING, at(0, completed()).next().of("t2"));
    Study all = at(2, completed());
    assertEquals(all, all.next());
    assertEquals(Optional.of(new Outcome.Completed()), all.end());
  }

  @Test
  void aStepThatDidNotCompleteEndsTheStudyAndIsNamed() {
    assertEquals(
        Optional.of(new Outcome.Failed("at 2 threads: no room")),
        at(1, ended(new Outcome.Failed("no room"))).next().end());
    assertEquals(
        Optional.of(new Outcome.Lost("at 4 threads: a1 is gone")),
        at(2, ended(new Outcome.Lost("a1 is gone"))).next().end());
    assertEquals(
        Optional.of(new Outcome.Cancelled("bob")),
        at(0, ended(new Outcome.Cancelled("bob"))).next().end());
  }

  @Test
  void aPausedStudyLetsItsStepGoOnAndBeginsNoOther() {
    Study paused = at(0, GOING).in(new CampaignState.Paused());
    assertEquals(Optional.empty(), paused.next().end());
    Study later = paused.with("t1", completed());
    assertEquals(later, later.next());
    assertEquals(Optional.empty(), later.end());
    assertEquals(STARTING, later.resumed().next().of("t2"));
  }

  @Test
  void aStoppingStudyBeginsNoOtherStepAndEndsWithTheOneThatGoesOn() {
    Study stopping = at(0, GOING).in(new CampaignState.Stopping("ann"));
    assertEquals(Optional.empty(), stopping.next().end());
    Study over = stopping.with("t1", completed());
    assertEquals(over, over.next());
    assertEquals(Optional.of(new Outcome.Cancelled("ann")), over.end());
  }

  @Test
  void aSearchChoosesItsNextStepByWhatTheStepsBeforeHaveMeasured() {
    KneePlan knee = new KneePlan(20, 80, 5);
    Study search = study(new StudyPlan(List.of(), StudyOrder.GIVEN, 1, 0, Optional.of(knee)));
    assertEquals(Optional.empty(), search.end());
    Study first = search.next();
    assertEquals("rate 20", first.points().getFirst().words());
    assertEquals(STARTING, first.of("s1"));
    Study met = first.with("s1", ended(new Outcome.Completed(), Trial.Verdict.MET));
    assertEquals(Optional.empty(), met.end(), "there is another rate to try");
    assertEquals(met.in(new CampaignState.Paused()), met.in(new CampaignState.Paused()).next());
    assertEquals("rate 40", met.next().points().getLast().words());
    Study even = met.next().with("s2", ended(new Outcome.Completed(), Trial.Verdict.MET)).next();
    Study all = even.with("s3", ended(new Outcome.Completed(), Trial.Verdict.MET));
    assertEquals(all, all.next());
    assertEquals(Optional.of(new Outcome.Completed()), all.end());
  }

  @Test
  void stepsAreJobsWithIdsAndThreadsOfTheirOwn() {
    assertEquals("s-t4", RUNNING.stepId(2));
    assertEquals(Specs.full().withThreads(4), RUNNING.stepSpec(2));
    assertThrows(IllegalArgumentException.class, () -> SpecBuilder.ladder(List.of(1, 1)));
  }
}
