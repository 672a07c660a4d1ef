package dev.broadside.core.group;

import dev.broadside.core.group.GroupPlan.Dependency;
import dev.broadside.core.group.GroupPlan.Member;
import dev.broadside.core.job.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a group does next. Pure: it follows from where its members are, never from what happened
/// before, so a server that has just started goes on where the last one was.
public final class GroupSteps {
  private GroupSteps() {}

  /// The group with every member begun that may begin, and every member skipped that cannot any
  /// more. Those that begin are [MemberState.Starting] with one attempt more. Unchanged where
  /// nothing is to be done now.
  ///
  /// @param group not done
  public static JobGroup next(JobGroup group) {
    if (!(group.state() instanceof GroupState.Running)) {
      return group;
    }
    JobGroup before;
    JobGroup now = group;
    do {
      before = now;
      for (Member member : group.plan().members()) {
        if (now.of(member.name()) instanceof MemberState.Waiting(int attempt)) {
          now = decided(now, member, attempt);
        }
      }
    } while (!now.equals(before));
    return now;
  }

  private static JobGroup decided(JobGroup group, Member member, int attempt) {
    boolean all = true;
    for (Dependency one : member.after()) {
      Optional<Boolean> met = one.on().met(group.of(one.member()));
      if (met.isPresent() && !met.get()) {
        String reason = reason(one, group.of(one.member()));
        return group.with(member.name(), new MemberState.Skipped(attempt, reason));
      }
      all &= met.isPresent();
    }
    return all ? group.with(member.name(), new MemberState.Starting(attempt + 1)) : group;
  }

  private static String reason(Dependency wanted, MemberState state) {
    return "it runs on "
        + wanted.on().word()
        + " of "
        + wanted.member()
        + ", which "
        + state.word();
  }

  /// How the group ends, once it does: where nothing goes on and nothing else begins.
  public static Optional<Outcome> end(JobGroup group) {
    if (group.state() instanceof GroupState.Pending
        || group.members().values().stream().anyMatch(MemberState::active)) {
      return Optional.empty();
    }
    if (group.state() instanceof GroupState.Stopping(String by)) {
      return Optional.of(new Outcome.Cancelled(by));
    }
    if (!group.members().values().stream().allMatch(MemberState::settled)) {
      return Optional.empty();
    }
    List<String> failed =
        group.plan().members().stream()
            .filter(
                one -> group.of(one.name()) instanceof MemberState.Ended ended && !ended.success())
            .map(one -> one.name() + ": " + group.of(one.name()).reason())
            .toList();
    return Optional.of(failed.isEmpty() ? new Outcome.Completed() : failed(failed));
  }

  private static Outcome failed(List<String> sentences) {
    String told = sentences.stream().limit(3).collect(Collectors.joining("; "));
    return new Outcome.Failed(
        sentences.size() > 3 ? told + "; and " + (sentences.size() - 3) + " more" : told);
  }
}
