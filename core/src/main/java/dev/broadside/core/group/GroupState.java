package dev.broadside.core.group;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import java.time.Instant;
import java.util.Optional;

/// Where a group is as a whole. How far its members are is said by each of them.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = GroupState.Pending.class, name = "pending"),
  @Type(value = GroupState.Running.class, name = "running"),
  @Type(value = GroupState.Stopping.class, name = "stopping"),
  @Type(value = GroupState.Done.class, name = "done"),
})
public sealed interface GroupState {
  /// Its time has not come.
  ///
  /// @param why what it waits for
  /// @param leftOut why it left a time out, the last one; empty where it did not
  record Pending(String why, @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> leftOut)
      implements GroupState {
    public Pending(String why) {
      this(why, Optional.empty());
    }

    /// The same for another reason.
    public Pending because(String other) {
      return new Pending(other, leftOut);
    }
  }

  /// Members begin as soon as what they wait for has come.
  record Running() implements GroupState {}

  /// What goes on is being ended, and nothing else begins.
  record Stopping(String by) implements GroupState {}

  /// Nothing goes on, and nothing else begins unless somebody resumes it.
  record Done(Instant endedAt, Outcome outcome) implements GroupState {}

  /// The word used on the command line, the page and in REST.
  default String word() {
    return switch (this) {
      case Pending _ -> "pending";
      case Running _ -> "running";
      case Stopping _ -> "stopping";
      case Done(Instant at, Outcome outcome) -> new JobState.Done(at, outcome).word();
    };
  }

  /// Why it waits, failed or was stopped; empty otherwise.
  default String reason() {
    return switch (this) {
      case Pending(String why, Optional<String> leftOut) ->
          why + leftOut.map(times -> "; " + times).orElse("");
      case Running _, Stopping _ -> "";
      case Done(Instant _, Outcome.Cancelled(String by)) -> "stopped by " + by;
      case Done(Instant _, Outcome outcome) -> outcome.reason();
    };
  }
}
