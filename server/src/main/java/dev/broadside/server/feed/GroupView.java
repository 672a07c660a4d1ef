package dev.broadside.server.feed;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.store.row.Headline;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A group as the HTTP API, the page and the command line show it. Immutable, JSON-ready, without
/// secrets.
///
/// @param state `pending`, `running`, `stopping`, `completed`, `cancelled` or `failed`
/// @param reason why it waits, failed or was stopped; empty otherwise
/// @param judgement whether its results count, once it is over
/// @param disabled whether it waits until somebody enables it
/// @param beginsAt its time, while it waits for that
/// @param repeats what it is repeated by, with its zone
/// @param tells channels that are told of it as a whole, such as `ops:failed`
/// @param members in the order in which they are written
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record GroupView(
    String id,
    String name,
    String state,
    String reason,
    Instant submittedAt,
    Optional<Instant> endedAt,
    Optional<Judgement> judgement,
    boolean disabled,
    Optional<Instant> beginsAt,
    Optional<String> repeats,
    List<String> tells,
    List<MemberView> members)
    implements WorkView {
  public GroupView {
    tells = List.copyOf(tells);
    members = List.copyOf(members);
  }

  /// One member.
  ///
  /// @param state `waiting`, `running`, `succeeded`, `failed` or `skipped`
  /// @param reason why it failed or was skipped, or why its job waits; empty otherwise
  /// @param after what it waits for
  /// @param attempt how often it was begun
  /// @param begun id of its job or its study; absent where it was not begun
  /// @param judgement whether its result counts, once it is over
  /// @param progress the state of that job or study while it goes on, such as `pending`; absent
  ///   otherwise
  /// @param headline of a job, its result in one line, once there is one
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  public record MemberView(
      String name,
      GroupPlan.Kind kind,
      String jobClass,
      String state,
      String reason,
      List<GroupPlan.Dependency> after,
      int attempt,
      Optional<String> begun,
      Optional<Judgement> judgement,
      Optional<String> progress,
      Optional<Headline> headline) {
    public MemberView {
      after = List.copyOf(after);
    }
  }
}
