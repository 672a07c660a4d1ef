package dev.broadside.core.campaign;

import static java.util.Objects.requireNonNull;

import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.Timetable;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Subscription;
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
import java.util.stream.Collectors;

/// Jobs and studies that wait for each other's outcomes.
///
/// @param plan its members, and what each of them waits for
public record JobGroup(
    String id,
    GroupPlan plan,
    CampaignState state,
    Map<String, MemberState> members,
    Instant submittedAt)
    implements Campaign {
  /// The longest id of a group and the longest name of a member: both become parts of longer ids.
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
    CampaignState state =
        plan.timetable().gate(at, Optional.empty()) instanceof Timetable.Gate.Waits(String reason)
            ? new CampaignState.Pending(reason)
            : new CampaignState.Running();
    return new JobGroup(id, plan, state, waiting, at);
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public List<Subscription> subscriptions() {
    return plan.subscriptions();
  }

  @Override
  public List<String> names() {
    return plan.members().stream().map(Member::name).toList();
  }

  @Override
  public boolean plansLike(Campaign other) {
    return other instanceof JobGroup group && plan.equals(group.plan);
  }

  /// If it is repeated, the id of its first run.
  @Override
  public String definition() {
    return JobDocument.DEFINITION.given(plan.settings()).orElse(id);
  }

  /// Its number among the runs of its definition, as its id says; 1 if the id has none.
  public int number() {
    String before = definition() + "-";
    String number = id.startsWith(before) ? id.substring(before.length()) : "";
    return NUMBER.matcher(number).matches() ? Integer.parseInt(number) : 1;
  }

  /// The next run of a repeated group, waiting for its time; empty if it is not repeated again.
  ///
  /// @param number its number among the runs of its definition
  public Optional<JobGroup> following(int number, Instant now) {
    return plan.timetable()
        .repeated(now)
        .map(at -> submitted(definition() + "-" + number, plan.of(definition()).at(at), now));
  }

  /// This group, waiting for its next time instead of this one; empty if there is no next time.
  ///
  /// @param why for people
  public Optional<JobGroup> later(Instant now, String why) {
    return plan.timetable()
        .repeated(now)
        .map(plan::at)
        .map(other -> {
          String begins = other.timetable().begins();
          return new JobGroup(
              id, other, new CampaignState.Pending(begins, Optional.of(why)), members, submittedAt);
        });
  }

  /// This group with another plan, while it waits for its time. It stays a run of the same
  /// definition.
  public JobGroup asking(GroupPlan other) {
    GroupPlan same = JobDocument.DEFINITION.given(plan.settings()).map(other::of).orElse(other);
    return new JobGroup(id, same, state, submitted(id, same, submittedAt).members, submittedAt);
  }

  @Override
  public String memberId(String member, int attempt) {
    return id + "." + member + (attempt > 1 ? "." + attempt : "");
  }

  /// A member, or a step of one, is needed while it is being submitted or runs.
  @Override
  public boolean needs(String begun) {
    return members.entrySet().stream()
        .filter(one -> one.getValue().active())
        .map(one -> memberId(one.getKey(), one.getValue().attempt()))
        .anyMatch(member -> begun.equals(member) || begun.startsWith(member + "-"));
  }

  @Override
  public JobGroup in(CampaignState other) {
    return new JobGroup(id, plan, other, members, submittedAt);
  }

  @Override
  public JobGroup with(String member, MemberState other) {
    Map<String, MemberState> changed = new HashMap<>(members);
    changed.put(member, other);
    return new JobGroup(id, plan, state, changed, submittedAt);
  }

  /// Every member begins as soon as all its conditions are met.
  @Override
  public JobGroup next() {
    if (!(state instanceof CampaignState.Running)) {
      return this;
    }
    JobGroup before;
    JobGroup now = this;
    do {
      before = now;
      for (Member member : plan.members()) {
        if (now.of(member.name()) instanceof MemberState.Waiting(int attempt)) {
          now = now.decided(member, attempt);
        }
      }
    } while (!now.equals(before));
    return now;
  }

  private JobGroup decided(Member member, int attempt) {
    boolean all = true;
    for (Dependency one : member.after()) {
      Optional<Boolean> met = one.on().met(of(one.member()));
      if (met.isPresent() && !met.get()) {
        String why =
            "it runs on "
                + one.on().word()
                + " of "
                + one.member()
                + ", which "
                + of(one.member()).word();
        return with(member.name(), new MemberState.Skipped(attempt, why));
      }
      all &= met.isPresent();
    }
    return all ? with(member.name(), new MemberState.Starting(attempt + 1)) : this;
  }

  @Override
  public Optional<Outcome> end() {
    if (state instanceof CampaignState.Pending || active()) {
      return Optional.empty();
    }
    if (state instanceof CampaignState.Stopping(String by)) {
      return Optional.of(new Outcome.Cancelled(by));
    }
    if (!members.values().stream().allMatch(MemberState::settled)) {
      return Optional.empty();
    }
    List<String> failed =
        plan.members().stream()
            .map(Member::name)
            .filter(name -> of(name) instanceof MemberState.Ended ended && !ended.success())
            .map(name -> name + ": " + of(name).reason())
            .toList();
    return Optional.of(failed.isEmpty() ? new Outcome.Completed() : failed(failed));
  }

  private static Outcome failed(List<String> sentences) {
    String first = sentences.stream().limit(3).collect(Collectors.joining("; "));
    return new Outcome.Failed(
        sentences.size() > 3 ? first + "; and " + (sentences.size() - 3) + " more" : first);
  }

  @Override
  public String reason() {
    return state instanceof CampaignState.Done(Instant _, Outcome.Cancelled(String by))
        ? "stopped by " + by
        : state.reason();
  }

  /// Whether its results count, once it has ended. The worst member decides, and a broken threshold
  /// comes first.
  public Optional<Judgement> judgement() {
    if (!(state instanceof CampaignState.Done(Instant _, Outcome outcome))) {
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

  /// After its end it goes on where it failed: members that succeeded stay as they are, and so do
  /// those that were skipped because these succeeded. All others, and everything that waits for
  /// them, begin again.
  @Override
  public JobGroup resumed() {
    return switch (state) {
      case CampaignState.Paused _ -> in(new CampaignState.Running());
      case CampaignState.Done _ -> afterLastGoodStep();
      case CampaignState.Pending _, CampaignState.Running _, CampaignState.Stopping _ -> this;
    };
  }

  private JobGroup afterLastGoodStep() {
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
    JobGroup resumed = in(new CampaignState.Running());
    for (String name : again) {
      resumed = resumed.with(name, new MemberState.Waiting(of(name).attempt()));
    }
    return resumed;
  }

  /// Members, each after all that it waits for.
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
