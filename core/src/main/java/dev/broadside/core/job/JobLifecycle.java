package dev.broadside.core.job;

import dev.broadside.core.job.JobState.Done;
import dev.broadside.core.job.JobState.Pending;
import dev.broadside.core.job.JobState.Preparing;
import dev.broadside.core.job.JobState.Running;
import dev.broadside.core.job.JobState.Stopping;
import java.time.Instant;
import java.util.Optional;

/// The one transition function of a job. Pure: what it returns depends on its arguments only.
///
/// An event that does not apply to a state leaves it unchanged, since events may come twice or
/// late.
///
/// ```
/// Pending -> Preparing -> Running -> Stopping -> Done
///    |           |           |          ^
///    |           +-----------+----------+   cancelled, failed, lost
///    +-----------------------------------------> Done (cancelled, failed)
/// ```
public final class JobLifecycle {
  private JobLifecycle() {}

  /// The state after an event.
  ///
  /// @param at when it happened; for [JobEvent.Started] the common start
  public static JobState next(JobState state, JobEvent event, Instant at) {
    return switch (state) {
      case Pending pending -> fromPending(pending, event, at);
      case Preparing preparing -> fromPreparing(preparing, event, at);
      case Running running -> fromRunning(running, event);
      case Stopping stopping -> fromStopping(stopping, event, at);
      case Done done -> done;
    };
  }

  private static JobState fromPending(Pending state, JobEvent event, Instant at) {
    return switch (event) {
      case JobEvent.Waits(String reason) -> new Pending(reason);
      case JobEvent.Placed _ -> new Preparing(at);
      case JobEvent.CancelAsked(String by) -> new Done(at, new Outcome.Cancelled(by));
      case JobEvent.Broke broke -> new Done(at, failed(broke));
      case JobEvent.Started _, JobEvent.AllFinished _, JobEvent.AgentsLost _, JobEvent.Settled _ ->
          state;
    };
  }

  private static Outcome failed(JobEvent.Broke broke) {
    return new Outcome.Failed(broke.reason(), broke.refused());
  }

  private static JobState fromPreparing(Preparing state, JobEvent event, Instant at) {
    return switch (event) {
      case JobEvent.Started _ -> new Running(at);
      case JobEvent.CancelAsked(String by) -> new Stopping(at, new Outcome.Cancelled(by));
      case JobEvent.Broke broke -> new Stopping(at, failed(broke));
      case JobEvent.AgentsLost(String reason) -> new Stopping(at, new Outcome.Lost(reason));
      case JobEvent.Waits _, JobEvent.Placed _, JobEvent.AllFinished _, JobEvent.Settled _ -> state;
    };
  }

  private static JobState fromRunning(Running state, JobEvent event) {
    Instant startedAt = state.startedAt();
    return switch (event) {
      case JobEvent.AllFinished _ -> new Stopping(startedAt, new Outcome.Completed());
      case JobEvent.CancelAsked(String by) -> new Stopping(startedAt, new Outcome.Cancelled(by));
      case JobEvent.Broke broke -> new Stopping(startedAt, failed(broke));
      case JobEvent.AgentsLost(String reason) -> new Stopping(startedAt, new Outcome.Lost(reason));
      case JobEvent.Waits _, JobEvent.Placed _, JobEvent.Started _, JobEvent.Settled _ -> state;
    };
  }

  private static JobState fromStopping(Stopping state, JobEvent event, Instant at) {
    return switch (event) {
      case JobEvent.Settled settled -> new Done(at, settled(state.outcome(), settled.noSuccess()));
      // The first cause stays: what fails while a job stops does not change why it stopped.
      case JobEvent.Waits _,
          JobEvent.Placed _,
          JobEvent.Started _,
          JobEvent.AllFinished _,
          JobEvent.CancelAsked _,
          JobEvent.Broke _,
          JobEvent.AgentsLost _ ->
          state;
    };
  }

  private static Outcome settled(Outcome outcome, Optional<String> noSuccess) {
    return switch (outcome) {
      case Outcome.Completed _ -> noSuccess.<Outcome>map(Outcome.Failed::new).orElse(outcome);
      case Outcome.Cancelled _, Outcome.Failed _, Outcome.Lost _ -> outcome;
    };
  }
}
