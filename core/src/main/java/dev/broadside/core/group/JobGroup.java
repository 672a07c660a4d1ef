package dev.broadside.core.group;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.group.GroupPlan.Member;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.verdict.Judgement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Jobs and studies that wait for each other's outcomes. Immutable; each change is a new one.
///
/// Each member is an ordinary job or study whose id follows from the group's, so that handing one
/// in twice makes it once.
///
/// @param id the group's
/// @param state where it is as a whole
/// @param members where each member is, by name
/// @param submittedAt when the server took it
public record JobGroup(
    String id,
    GroupPlan plan,
    GroupState state,
    Map<String, MemberState> members,
    Instant submittedAt) {
  /// Of a group's id and of a member's name: what makes the ids of members needs some room, too.
  public static final int MAX_ID = 40;

  private static final Pattern NUMBER = Pattern.compile("[1-9]\\d{0,8}");

  public JobGroup {
    requireNonNull(plan);
    members = Map.copyOf(members);
  }

  /// A group that has just been submitted.
  public static JobGroup submitted(String id, GroupPlan plan, Instant at) {
    Map<String, MemberState> waiting = new HashMap<>();
    plan.members().forEach(member -> waiting.put(member.name(), new MemberState.Waiting(0)));
    GroupState state =
        plan.timetable().gate(at, Optional.empty()) instanceof Timetable.Gate.Waits(String reason)
            ? new GroupState.Pending(reason)
            : new GroupState.Running();
    return new JobGroup(id, plan, state, waiting, at);
  }

  /// What it is a run of: a name, or the id of the first one of those that are repeated.
  public String definition() {
    return JobDocument.DEFINITION.given(plan.settings()).orElse(id);
  }

  /// Which of its definition it is, as its id says; 1 where that says nothing.
  public int number() {
    String before = definition() + "-";
    String number = id.startsWith(before) ? id.substring(before.length()) : "";
    return NUMBER.matcher(number).matches() ? Integer.parseInt(number) : 1;
  }

  /// The next one of a group that is repeated, which waits for its time; empty where there is none.
  ///
  /// @param number which of its definition that is
  public Optional<JobGroup> next(int number, Instant now) {
    return plan.timetable()
        .repeated(now)
        .map(at -> submitted(definition() + "-" + number, plan.of(definition()).at(at), now));
  }

  /// The same group, which leaves its time out; empty where it has no other.
  ///
  /// @param why for people
  public Optional<JobGroup> later(Instant now, String why) {
    return plan.timetable()
        .repeated(now)
        .map(plan::at)
        .map(other -> {
          String begins = other.timetable().begins();
          return new JobGroup(
              id, other, new GroupState.Pending(begins, Optional.of(why)), members, submittedAt);
        });
  }

  /// The same group, of which something else is asked while it waits for its time; it stays a run
  /// of what it was one of.
  public JobGroup asking(GroupPlan other) {
    GroupPlan same = JobDocument.DEFINITION.given(plan.settings()).map(other::of).orElse(other);
    return new JobGroup(id, same, state, submitted(id, same, submittedAt).members, submittedAt);
  }

  public MemberState of(String member) {
    if (members.get(member) instanceof MemberState state) {
      return state;
    }
    throw new IllegalArgumentException("no member " + member);
  }

  /// The id of a member's job or study in an attempt.
  public String memberId(String member, int attempt) {
    return id + "." + member + (attempt > 1 ? "." + attempt : "");
  }

  /// Whether a job or a study is a member that is being begun or goes on, or a step of one.
  public boolean goesOnWith(String begun) {
    return members.entrySet().stream()
        .filter(one -> one.getValue().active())
        .map(one -> memberId(one.getKey(), one.getValue().attempt()))
        .anyMatch(member -> begun.equals(member) || begun.startsWith(member + "-"));
  }

  /// The group in another state.
  public JobGroup in(GroupState other) {
    return new JobGroup(id, plan, other, members, submittedAt);
  }

  /// The group with a member in another state.
  public JobGroup with(String member, MemberState other) {
    Map<String, MemberState> changed = new HashMap<>(members);
    changed.put(member, other);
    return new JobGroup(id, plan, state, changed, submittedAt);
  }

  /// Whether its results count, once it is over: those of the worst member, of which a threshold
  /// that broke comes first.
  public Optional<Judgement> judgement() {
    if (!(state instanceof GroupState.Done(Instant _, Outcome outcome))) {
      return Optional.empty();
    }
    boolean broken =
        members.values().stream()
            .anyMatch(one ->
                one instanceof MemberState.Ended ended
                    && ended.judgement() == Judgement.THRESHOLD_BROKEN);
    return Optional.of(
        broken
            ? Judgement.THRESHOLD_BROKEN
            : outcome instanceof Outcome.Completed ? Judgement.OK : Judgement.INVALID);
  }

  public boolean done() {
    return state instanceof GroupState.Done;
  }

  /// The group going on behind its last good step: members that succeeded stay as they are, and so
  /// do those that were skipped for what these have come to. All others, and whatever comes behind
  /// them, begin again.
  public JobGroup resumed() {
    Set<String> again = new HashSet<>();
    for (Member member : inOrder()) {
      boolean good =
          switch (of(member.name())) {
            case MemberState.Ended ended -> ended.success();
            case MemberState.Skipped _ -> true;
            case MemberState.Waiting _, MemberState.Starting _, MemberState.Going _ -> false;
          };
      if (!good || member.after().stream().anyMatch(one -> again.contains(one.member()))) {
        again.add(member.name());
      }
    }
    JobGroup resumed = in(new GroupState.Running());
    for (String name : again) {
      resumed = resumed.with(name, new MemberState.Waiting(of(name).attempt()));
    }
    return resumed;
  }

  /// Members, each behind all that it waits for.
  private List<Member> inOrder() {
    List<Member> order = new ArrayList<>();
    Set<String> there = new HashSet<>();
    while (order.size() < plan.members().size()) {
      for (Member member : plan.members()) {
        if (!there.contains(member.name())
            && member.after().stream().allMatch(one -> there.contains(one.member()))) {
          order.add(member);
          there.add(member.name());
        }
      }
    }
    return order;
  }
}
