package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.input.Filing;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.server.store.row.Headline;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A study as it is shown: `running`, `paused`, `stopping`, `completed`, `cancelled`, `failed` or
/// `lost`.
///
/// @param filing the folder and tags with which its steps began
/// @param startedAt the common start of its first step
/// @param agents what each step asks for
/// @param axis what differs between steps: `threads`, or `target, rate`
/// @param steps all of them, in the order in which they run; of a search, those chosen so far
/// @param plan what is measured
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyView(
    @JsonUnwrapped WorkHead head,
    @JsonUnwrapped Filing filing,
    @JsonUnwrapped AskedView asked,
    Optional<Instant> startedAt,
    JobView.Wanted agents,
    String axis,
    List<StepView> steps,
    StudyPlan plan)
    implements WorkView {

  /// One step.
  ///
  /// @param threads load threads of each agent
  /// @param state the job's; `planned` if it was not submitted yet
  /// @param reason why the job waits, failed, was cancelled or was lost; empty otherwise
  /// @param headline its result in one line, once there is one
  /// @param point where it lies
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record StepView(
      int threads,
      String jobId,
      String state,
      String reason,
      Optional<Headline> headline,
      StudyPoint point) {}

  public StudyView {
    steps = List.copyOf(steps);
  }
}
