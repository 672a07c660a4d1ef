package dev.broadside.core.job;

import dev.broadside.core.param.Problem;
import java.util.Optional;

/// What can happen to a job.
public sealed interface JobEvent {
  /// The scheduler found a reason to wait.
  record Waits(String reason) implements JobEvent {}

  /// Its shares were placed on agents.
  record Placed() implements JobEvent {}

  /// All its agents are ready and know the common start.
  record Started() implements JobEvent {}

  /// All its threads have reached their planned end.
  record AllFinished() implements JobEvent {}

  /// A user wants it to end.
  record CancelAsked(String by) implements JobEvent {}

  /// It cannot go on.
  ///
  /// @param refused as in [Outcome.Failed]
  record Broke(String reason, Optional<Problem.Kind> refused) implements JobEvent {}

  /// Agents were lost for good.
  record AgentsLost(String reason) implements JobEvent {}

  /// All records have come in that will ever come, and the result is made, or cannot be made.
  ///
  /// @param noSuccess why a job failed although it came to its planned end: nothing in it ended
  ///   well, or its records cannot be read; otherwise empty
  record Settled(Optional<String> noSuccess) implements JobEvent {}
}
