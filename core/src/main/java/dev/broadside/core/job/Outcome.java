package dev.broadside.core.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.broadside.core.param.Problem;
import java.util.Optional;

/// How a job ended.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @Type(value = Outcome.Completed.class, name = "completed"),
  @Type(value = Outcome.Cancelled.class, name = "cancelled"),
  @Type(value = Outcome.Failed.class, name = "failed"),
  @Type(value = Outcome.Lost.class, name = "lost"),
})
public sealed interface Outcome {
  /// It ran to its planned end.
  record Completed() implements Outcome {}

  /// A user ended it early; what it had done is kept.
  record Cancelled(String by) implements Outcome {}

  /// It could not run, or could not go on.
  ///
  /// @param reason one sentence for the user
  /// @param refused the kind of problem for which an agent refused it before any load; empty if it
  ///   failed for another reason
  record Failed(String reason, Optional<Problem.Kind> refused) implements Outcome {
    public Failed(String reason) {
      this(reason, Optional.empty());
    }
  }

  /// Its agents were lost and did not come back; what they had sent is kept.
  record Lost(String reason) implements Outcome {}

  /// The reason in words for the user; empty if all went as planned.
  default String reason() {
    return switch (this) {
      case Completed _ -> "";
      case Cancelled(String by) -> "cancelled by " + by;
      case Failed(String reason, var _) -> reason;
      case Lost(String reason) -> reason;
    };
  }
}
