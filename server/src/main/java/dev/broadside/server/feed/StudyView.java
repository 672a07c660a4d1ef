package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.study.StudyPoint;
import dev.broadside.server.store.row.Headline;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A study as the HTTP API, the page and the command line show it. Immutable, JSON-ready, without
/// secrets.
///
/// @param folder in which its steps began
/// @param tags with which they began
/// @param state `running`, `paused`, `stopping`, `completed`, `cancelled`, `failed` or `lost`
/// @param reason why it failed or was cancelled; empty otherwise
/// @param startedAt the common start of its first step
/// @param agents what each step asks for
/// @param axis what differs between steps: `threads`, or `target, rate`
/// @param parameters the job class's parameters, secrets redacted
/// @param steps all of them, in the order in which they run; of a search, those chosen so far
/// @param plan what is measured
/// @param tells channels that are told of it as a whole, such as `ops:failed`
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record StudyView(
    String id,
    String name,
    String folder,
    List<String> tags,
    String jobClass,
    String title,
    String state,
    String reason,
    Instant submittedAt,
    Optional<Instant> startedAt,
    Optional<Instant> endedAt,
    JobView.Wanted agents,
    String axis,
    Map<String, String> parameters,
    List<StepView> steps,
    StudyPlan plan,
    List<String> tells)
    implements WorkView {

  /// One step.
  ///
  /// @param threads load threads of each agent
  /// @param state the job's; `planned` where it was not handed in yet
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
    tells = List.copyOf(tells);
  }
}
