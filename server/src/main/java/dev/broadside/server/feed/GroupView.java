package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.report.section.Block.Graph;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.store.row.Headline;
import java.util.List;
import java.util.Optional;

/// A group as it is shown: `pending`, `running`, `paused`, `stopping`, `completed`, `cancelled` or
/// `failed`.
///
/// @param judgement whether its results count, once it is over
/// @param members in the order in which they are written
/// @param graph where each stands, to the right of all that it waits for
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record GroupView(
    @JsonUnwrapped WorkHead head,
    @JsonUnwrapped TimesView times,
    Optional<Judgement> judgement,
    List<MemberView> members,
    Graph graph)
    implements WorkView {
  public GroupView {
    members = List.copyOf(members);
  }

  /// One member.
  ///
  /// @param after what it waits for
  /// @param attempt how often it was begun
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record MemberView(
      String name,
      GroupPlan.Kind kind,
      String jobClass,
      List<GroupPlan.Dependency> after,
      int attempt,
      @JsonUnwrapped MemberRun run) {
    public MemberView {
      after = List.copyOf(after);
    }

    public String state() {
      return run.state;
    }
  }

  /// How far a member is in its present attempt.
  ///
  /// @param state `waiting`, `running`, `succeeded`, `failed` or `skipped`
  /// @param reason why it failed or was skipped, or why its job waits; empty otherwise
  /// @param begun id of its job or its study; absent if it was not begun
  /// @param judgement whether its result counts, once it is over
  /// @param progress the state of that job or study while it goes on, such as `pending`; absent
  ///   otherwise
  /// @param headline of a job, its result in one line, once there is one
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record MemberRun(
      String state,
      String reason,
      Optional<String> begun,
      Optional<Judgement> judgement,
      Optional<String> progress,
      Optional<Headline> headline) {}
}
