package dev.broadside.core.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Specs;
import dev.broadside.core.study.StudySteps.Next;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a study does next, state by state.
class StudyStepsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Study RUNNING =
      Study.submitted("s", Specs.full(), SpecBuilder.ladder(List.of(1, 2, 4)), NOON);
  private static final Study PAUSED = RUNNING.in(new StudyState.Paused());
  private static final Study STOPPING = RUNNING.in(new StudyState.Stopping("ann"));

  private static Next next(Study study, int position, JobState... job) {
    return StudySteps.next(
        study, position, Optional.of(job).filter(j -> j.length > 0).map(j -> j[0]));
  }

  private static JobState done(Outcome outcome) {
    return new JobState.Done(NOON, outcome);
  }

  @Test
  void aStepIsHandedInOnceTheOneBeforeHasCompleted() {
    assertEquals(new Next.Submit(), next(RUNNING, 0));
    assertEquals(new Next.Wait(), next(RUNNING, 0, new JobState.Pending("no agents")));
    assertEquals(new Next.Wait(), next(RUNNING, 0, new JobState.Running(NOON)));
    assertEquals(new Next.Advance(), next(RUNNING, 0, done(new Outcome.Completed())));
    assertEquals(new Next.Submit(), next(RUNNING, 1));
    assertEquals(new Next.End(new Outcome.Completed()), next(RUNNING, 3));
  }

  @Test
  void aStepThatDidNotCompleteEndsTheStudyAndIsNamed() {
    assertEquals(
        new Next.End(new Outcome.Failed("at 2 threads: no room")),
        next(RUNNING, 1, done(new Outcome.Failed("no room"))));
    assertEquals(
        new Next.End(new Outcome.Lost("at 4 threads: a1 is gone")),
        next(RUNNING, 2, done(new Outcome.Lost("a1 is gone"))));
    assertEquals(
        new Next.End(new Outcome.Cancelled("bob")),
        next(RUNNING, 0, done(new Outcome.Cancelled("bob"))));
  }

  @Test
  void aPausedStudyLetsItsStepGoOnAndBeginsNoOther() {
    assertEquals(new Next.Wait(), next(PAUSED, 0, new JobState.Running(NOON)));
    assertEquals(new Next.Advance(), next(PAUSED, 0, done(new Outcome.Completed())));
    assertEquals(new Next.Wait(), next(PAUSED, 1));
  }

  @Test
  void aStoppingStudyEndsItsStepOnceAndBeginsNoOther() {
    assertEquals(new Next.Cancel("ann"), next(STOPPING, 0, new JobState.Running(NOON)));
    assertEquals(
        new Next.Wait(),
        next(STOPPING, 0, new JobState.Stopping(NOON, new Outcome.Cancelled("ann"))));
    assertEquals(new Next.End(new Outcome.Cancelled("ann")), next(STOPPING, 1));
  }

  @Test
  void stepsAreJobsWithIdsAndThreadsOfTheirOwn() {
    assertEquals("s-t4", RUNNING.stepId(2));
    assertEquals(Specs.full().withThreads(4), RUNNING.stepSpec(2));
    assertThrows(IllegalArgumentException.class, () -> SpecBuilder.ladder(List.of(1, 1)));
  }
}
