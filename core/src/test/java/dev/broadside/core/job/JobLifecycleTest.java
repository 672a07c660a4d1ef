package dev.broadside.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.broadside.core.job.JobState.Done;
import dev.broadside.core.job.JobState.Pending;
import dev.broadside.core.job.JobState.Preparing;
import dev.broadside.core.job.JobState.Running;
import dev.broadside.core.job.JobState.Stopping;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every state with every event: what is not in the table of changes stays as it is.
final class JobLifecycleTest {
  private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");
  private static final Instant NOW = THEN.plusSeconds(60);

  private static final Outcome COMPLETED = new Outcome.Completed();
  private static final Outcome CANCELLED = new Outcome.Cancelled("me");
  private static final Outcome FAILED = new Outcome.Failed("it broke");
  private static final Outcome LOST = new Outcome.Lost("gone");

  private static final JobState PENDING = new Pending("old reason");
  private static final JobState PREPARING = new Preparing(THEN);
  private static final JobState RUNNING = new Running(THEN);
  private static final JobState STOPPING = new Stopping(THEN, COMPLETED);
  private static final JobState DONE = new Done(THEN, COMPLETED);

  private static final JobEvent WAITS = new JobEvent.Waits("new reason");
  private static final JobEvent PLACED = new JobEvent.Placed();
  private static final JobEvent STARTED = new JobEvent.Started();
  private static final JobEvent FINISHED = new JobEvent.AllFinished();
  private static final JobEvent CANCEL = new JobEvent.CancelAsked("me");
  private static final JobEvent BROKE = new JobEvent.Broke("it broke", Optional.empty());
  private static final JobEvent GONE = new JobEvent.AgentsLost("gone");
  private static final JobEvent SETTLED = new JobEvent.Settled(Optional.empty());

  private static final List<JobState> STATES = List.of(PENDING, PREPARING, RUNNING, STOPPING, DONE);
  private static final List<JobEvent> EVENTS =
      List.of(WAITS, PLACED, STARTED, FINISHED, CANCEL, BROKE, GONE, SETTLED);

  /// A change of state.
  record Change(JobState from, JobEvent event, JobState to) {}

  private static final List<Change> CHANGES =
      List.of(
          new Change(PENDING, WAITS, new Pending("new reason")),
          new Change(PENDING, PLACED, new Preparing(NOW)),
          new Change(PENDING, CANCEL, new Done(NOW, CANCELLED)),
          new Change(PENDING, BROKE, new Done(NOW, FAILED)),
          new Change(PREPARING, STARTED, new Running(NOW)),
          new Change(PREPARING, CANCEL, new Stopping(NOW, CANCELLED)),
          new Change(PREPARING, BROKE, new Stopping(NOW, FAILED)),
          new Change(PREPARING, GONE, new Stopping(NOW, LOST)),
          new Change(RUNNING, FINISHED, new Stopping(THEN, COMPLETED)),
          new Change(RUNNING, CANCEL, new Stopping(THEN, CANCELLED)),
          new Change(RUNNING, BROKE, new Stopping(THEN, FAILED)),
          new Change(RUNNING, GONE, new Stopping(THEN, LOST)),
          new Change(STOPPING, SETTLED, new Done(NOW, COMPLETED)));

  static Stream<Arguments> everyStateWithEveryEvent() {
    return STATES.stream()
        .flatMap(state -> EVENTS.stream().map(event -> Arguments.of(state, event)));
  }

  @ParameterizedTest
  @MethodSource("everyStateWithEveryEvent")
  void stateAfterAnEventIsTheOneInTheTable(JobState state, JobEvent event) {
    JobState expected =
        CHANGES.stream()
            .filter(change -> change.from().equals(state) && change.event().equals(event))
            .map(Change::to)
            .findFirst()
            .orElse(state);

    assertEquals(expected, JobLifecycle.next(state, event, NOW));
  }

  @Test
  void jobRemembersEveryState() {
    Job job =
        Job.submitted("job", Specs.full(), THEN)
            .after(PLACED, NOW)
            .after(STARTED, NOW.plusSeconds(5))
            .after(FINISHED, NOW.plusSeconds(9))
            .after(SETTLED, NOW.plusSeconds(10));

    assertEquals(
        List.of("pending", "preparing", "running", "stopping", "completed"),
        job.history().stream().map(step -> step.state().word()).toList());
    assertEquals(NOW.plusSeconds(5), job.history().get(2).at());
  }

  @Test
  void eventThatChangesNothingMakesNoNewJob() {
    Job job = Job.submitted("job", Specs.full(), THEN);
    assertSame(job, job.after(SETTLED, NOW));
  }

  @Test
  void historyIsBoundedAndKeepsItsBeginning() {
    Job job = Job.submitted("job", Specs.full(), THEN);
    for (int i = 0; i < 1_000; i++) {
      job = job.after(new JobEvent.Waits("reason " + i), NOW.plusSeconds(i));
    }
    assertEquals(100, job.history().size());
    assertEquals(new Pending("just submitted"), job.history().getFirst().state());
    assertEquals(new Pending("reason 999"), job.history().getLast().state());
  }
}
