package dev.broadside.core.campaign;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.scaling.Trial;
import dev.broadside.core.verdict.Judgement;
import java.util.Optional;

/// The state of a member of a campaign. `attempt` counts how often it was begun, from 1; each
/// attempt is a job or a study of its own.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = MemberState.Waiting.class, name = "waiting"),
  @Type(value = MemberState.Starting.class, name = "starting"),
  @Type(value = MemberState.Going.class, name = "going"),
  @Type(value = MemberState.Ended.class, name = "ended"),
  @Type(value = MemberState.Skipped.class, name = "skipped"),
})
public sealed interface MemberState {
  /// How often it was begun.
  int attempt();

  /// It has not begun in this attempt.
  record Waiting(int attempt) implements MemberState {}

  /// Its job or study is to be submitted; doing so again does no harm.
  record Starting(int attempt) implements MemberState {}

  /// Its job or study was submitted.
  record Going(int attempt) implements MemberState {}

  /// It has ended.
  ///
  /// @param outcome how its job or study ended
  /// @param judgement whether its result counts
  /// @param reason why it does not count, in a few words; empty if it does
  /// @param trial its verdict in a search for the knee, by its result as it was at its end
  record Ended(
      int attempt,
      Outcome outcome,
      Judgement judgement,
      String reason,
      @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Trial.Verdict> trial)
      implements MemberState {
    /// It has ended without a result.
    public static Ended failed(int attempt, Judgement judgement, String reason) {
      return new Ended(attempt, new Outcome.Failed(reason), judgement, reason, Optional.empty());
    }

    boolean success() {
      return judgement == Judgement.OK;
    }
  }

  /// It does not begin: what it waited for cannot happen any more.
  record Skipped(int attempt, String reason) implements MemberState {}

  /// Whether it has ended, or will not begin.
  default boolean settled() {
    return this instanceof Ended || this instanceof Skipped;
  }

  /// Whether it is being submitted or runs.
  default boolean active() {
    return this instanceof Starting || this instanceof Going;
  }

  /// Why it failed or was skipped; empty otherwise.
  default String reason() {
    return switch (this) {
      case Waiting _, Starting _, Going _ -> "";
      case Ended ended -> ended.reason;
      case Skipped skipped -> skipped.reason;
    };
  }

  /// The word used on the command line, the page and in REST.
  default String word() {
    return switch (this) {
      case Waiting _ -> "waiting";
      case Starting _, Going _ -> "running";
      case Ended ended -> ended.success() ? "succeeded" : "failed";
      case Skipped _ -> "skipped";
    };
  }
}
