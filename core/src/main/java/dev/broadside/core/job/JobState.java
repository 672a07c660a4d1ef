package dev.broadside.core.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;

/// The state of a job, as every user may see it. Each state holds only what exists in that state.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = JobState.Pending.class, name = "pending"),
  @Type(value = JobState.Preparing.class, name = "preparing"),
  @Type(value = JobState.Running.class, name = "running"),
  @Type(value = JobState.Stopping.class, name = "stopping"),
  @Type(value = JobState.Done.class, name = "done"),
})
public sealed interface JobState {
  /// Every [#word()], in the order of a job's life.
  List<String> WORDS =
      List.of(
          "pending",
          "preparing",
          "running",
          "stopping",
          "completed",
          "cancelled",
          "failed",
          "lost");

  /// It waits for its agents or its turn.
  ///
  /// @param reason why, for the user: `needs 3 agents, 2 connected`
  record Pending(String reason) implements JobState {}

  /// Its agents prepare.
  ///
  /// @param since when that began
  record Preparing(Instant since) implements JobState {}

  /// It runs.
  ///
  /// @param startedAt the common start of all its agents
  record Running(Instant startedAt) implements JobState {}

  /// Its threads finish and its results come in.
  ///
  /// @param startedAt the common start; if it never began, the time of the order to stop
  /// @param outcome how it will end
  record Stopping(Instant startedAt, Outcome outcome) implements JobState {}

  /// It has ended, and its result is stored.
  record Done(Instant endedAt, Outcome outcome) implements JobState {}

  /// The word used on the command line, the page and the wire.
  default String word() {
    return switch (this) {
      case Pending _ -> "pending";
      case Preparing _ -> "preparing";
      case Running _ -> "running";
      case Stopping _ -> "stopping";
      case Done(Instant _, Outcome outcome) ->
          switch (outcome) {
            case Outcome.Completed _ -> "completed";
            case Outcome.Cancelled _ -> "cancelled";
            case Outcome.Failed _ -> "failed";
            case Outcome.Lost _ -> "lost";
          };
    };
  }
}
