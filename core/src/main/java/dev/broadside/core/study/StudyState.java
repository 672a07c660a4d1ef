package dev.broadside.core.study;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import java.time.Instant;

/// Where a study is. How far its steps are is said by their jobs alone.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = StudyState.Running.class, name = "running"),
  @Type(value = StudyState.Paused.class, name = "paused"),
  @Type(value = StudyState.Stopping.class, name = "stopping"),
  @Type(value = StudyState.Done.class, name = "done"),
})
public sealed interface StudyState {

  /// One step after the other.
  record Running() implements StudyState {}

  /// No other step begins; the present one goes on.
  record Paused() implements StudyState {}

  /// Its present step is being ended, and no other begins.
  record Stopping(String by) implements StudyState {}

  /// It is over.
  record Done(Instant endedAt, Outcome outcome) implements StudyState {}

  /// The word used on the command line, the page and the wire.
  default String word() {
    return switch (this) {
      case Running _ -> "running";
      case Paused _ -> "paused";
      case Stopping _ -> "stopping";
      case Done(Instant at, Outcome outcome) -> new JobState.Done(at, outcome).word();
    };
  }

  /// Why it failed or was cancelled; empty otherwise.
  default String reason() {
    return switch (this) {
      case Running _, Paused _, Stopping _ -> "";
      case Done(Instant _, Outcome outcome) -> outcome.reason();
    };
  }
}
