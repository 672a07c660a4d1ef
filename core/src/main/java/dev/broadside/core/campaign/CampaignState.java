package dev.broadside.core.campaign;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import java.time.Instant;
import java.util.Optional;

/// The state of a study or a group as a whole. Each member has a state of its own.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = CampaignState.Pending.class, name = "pending"),
  @Type(value = CampaignState.Running.class, name = "running"),
  @Type(value = CampaignState.Paused.class, name = "paused"),
  @Type(value = CampaignState.Stopping.class, name = "stopping"),
  @Type(value = CampaignState.Done.class, name = "done"),
})
public sealed interface CampaignState {
  /// Its time has not come yet.
  ///
  /// @param why the reason why it waits
  /// @param leftOut why it skipped its last time; empty if it did not
  record Pending(String why, @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<String> leftOut)
      implements CampaignState {
    public Pending(String why) {
      this(why, Optional.empty());
    }

    /// This state, with another reason.
    public Pending because(String other) {
      return new Pending(other, leftOut);
    }
  }

  /// Members begin as soon as they may.
  record Running() implements CampaignState {}

  /// No other member begins; running members go on.
  record Paused() implements CampaignState {}

  /// Running members are being ended, and no other begins.
  record Stopping(String by) implements CampaignState {}

  /// All members have ended, and no other begins.
  record Done(Instant endedAt, Outcome outcome) implements CampaignState {}

  /// The word used on the command line, the page and in REST.
  default String word() {
    return switch (this) {
      case Pending _ -> "pending";
      case Running _ -> "running";
      case Paused _ -> "paused";
      case Stopping _ -> "stopping";
      case Done(Instant at, Outcome outcome) -> new JobState.Done(at, outcome).word();
    };
  }

  /// Why it waits, failed or was cancelled; empty otherwise.
  default String reason() {
    return switch (this) {
      case Pending(String why, Optional<String> leftOut) ->
          why + leftOut.map(times -> "; " + times).orElse("");
      case Running _, Paused _, Stopping _ -> "";
      case Done(Instant _, Outcome outcome) -> outcome.reason();
    };
  }
}
