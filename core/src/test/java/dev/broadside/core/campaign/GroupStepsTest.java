package dev.broadside.core.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.verdict.Judgement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Which member begins, which is skipped, and how a group ends.
final class GroupStepsTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final MemberState GOOD = ended(1, Judgement.OK, "");
  private static final MemberState BAD =
      ended(1, Judgement.THRESHOLD_BROKEN, "threshold broken: p99 < 20ms");
  private static final MemberState SKIPPED = new MemberState.Skipped(0, "why");

  private static MemberState ended(int attempt, Judgement judgement, String reason) {
    return new MemberState.Ended(
        attempt, new Outcome.Completed(), judgement, reason, Optional.empty());
  }

  private static Member member(String name, Dependency... after) {
    return new Member(name, Kind.JOB, "noop", List.of(after));
  }

  private static JobGroup group(Member... members) {
    return JobGroup.submitted("g", new GroupPlan("A group", List.of(members)), NOON);
  }

  static List<Arguments> ends() {
    List<Arguments> all = new ArrayList<>();
    for (Condition on : Condition.values()) {
      all.add(Arguments.of(on, new MemberState.Waiting(0), "waiting"));
      all.add(Arguments.of(on, new MemberState.Starting(1), "waiting"));
      all.add(Arguments.of(on, new MemberState.Going(1), "waiting"));
      for (Judgement judgement : Judgement.values()) {
        boolean good = judgement == Judgement.OK;
        boolean comes = on == Condition.ALWAYS || good == (on == Condition.SUCCESS);
        all.add(Arguments.of(on, ended(1, judgement, "why"), comes ? "running" : "skipped"));
      }
      all.add(Arguments.of(on, SKIPPED, on == Condition.ALWAYS ? "running" : "skipped"));
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aMemberComesByHowAnotherEnded(Condition on, MemberState first, String then) {
    // Held by a third one, so that what has not begun yet stays as it is said.
    JobGroup group =
        group(
                member("hold"),
                member("first", new Dependency("hold", Condition.SUCCESS)),
                member("then", new Dependency("first", on)))
            .with("hold", new MemberState.Going(1))
            .with("first", first);

    assertEquals(then, group.next().of("then").word());
  }

  @Test
  void allThatIsWaitedForMustHaveComeAndOneThatCannotIsEnoughToSkip() {
    Dependency good = new Dependency("a", Condition.SUCCESS);
    Dependency bad = new Dependency("b", Condition.FAILURE);
    JobGroup group = group(member("a"), member("b"), member("c", good, bad));
    JobGroup begun = group.next();
    assertEquals(new MemberState.Starting(1), begun.of("a"));
    assertEquals(new MemberState.Starting(1), begun.of("b"));
    assertEquals(new MemberState.Waiting(0), begun.of("c"));

    assertEquals(new MemberState.Starting(1), begun.with("a", GOOD).with("b", BAD).next().of("c"));
    JobGroup half = begun.with("b", GOOD).next();
    assertEquals("it runs on failure of b, which succeeded", half.of("c").reason());
    assertEquals(Optional.empty(), half.end(), "a goes on");
    assertEquals(Optional.of(new Outcome.Completed()), half.with("a", GOOD).end());
  }

  @Test
  void aFailureFailsTheGroupAndSkipsWhatComesBehindIt() {
    JobGroup group =
        group(
            member("a"),
            member("b", new Dependency("a", Condition.SUCCESS)),
            member("c", new Dependency("b", Condition.SUCCESS)),
            member("d", new Dependency("c", Condition.ALWAYS)));

    JobGroup next = group.with("a", BAD).next();

    assertEquals("it runs on success of b, which skipped", next.of("c").reason());
    assertEquals(new MemberState.Starting(1), next.of("d"));
    JobGroup done = next.with("d", GOOD);
    Outcome end = done.end().orElseThrow();
    assertEquals("a: threshold broken: p99 < 20ms", end.reason());
    assertEquals(
        Optional.of(Judgement.THRESHOLD_BROKEN),
        done.in(new CampaignState.Done(NOON, end)).judgement());
  }

  @Test
  void aStoppedGroupBeginsNothingAndIsOverWhenNothingGoesOn() {
    JobGroup group =
        group(member("a"), member("b", new Dependency("a", Condition.ALWAYS)))
            .with("a", new MemberState.Going(1))
            .in(new CampaignState.Stopping("ann"));
    assertEquals(group, group.next());
    assertEquals(Optional.empty(), group.end());

    JobGroup over = group.with("a", BAD);

    assertEquals(over, over.next());
    assertEquals(Optional.of(new Outcome.Cancelled("ann")), over.end());
  }

  @Test
  void resumedItGoesOnBehindTheLastGoodStep() {
    JobGroup over =
        group(
                member("load"),
                member("run", new Dependency("load", Condition.SUCCESS)),
                member("alarm", new Dependency("load", Condition.FAILURE)),
                member("report", new Dependency("run", Condition.SUCCESS)),
                member("drop", new Dependency("run", Condition.ALWAYS)))
            .with("load", GOOD)
            .with("run", BAD)
            .with("alarm", SKIPPED)
            .with("report", SKIPPED)
            .with("drop", GOOD)
            .in(new CampaignState.Done(NOON, new Outcome.Failed("run: bad")));

    JobGroup next = over.resumed().next();

    assertEquals(GOOD, next.of("load"));
    assertEquals(SKIPPED, next.of("alarm"), "load has succeeded and does so no other way");
    assertEquals(new MemberState.Starting(2), next.of("run"));
    assertEquals("g.run.2", next.memberId("run", 2));
    assertEquals(new MemberState.Waiting(0), next.of("report"));
    assertEquals(new MemberState.Waiting(1), next.of("drop"));
  }

  static Stream<Long> seeds() {
    return Stream.iterate(1L, seed -> seed + 1).limit(300);
  }

  /// However members end, and in whichever order: none begins twice in a run of the group, none
  /// before all that it waits for is over, and the group ends. The same again once it is resumed.
  @ParameterizedTest
  @MethodSource("seeds")
  void everyGroupEnds(long seed) {
    Random random = new Random(seed);
    JobGroup group = random(random);
    group = played(group, random);
    Outcome end = group.end().orElseThrow();
    JobGroup again = group.in(new CampaignState.Done(NOON, end)).resumed();
    for (Member member : group.plan().members()) {
      boolean kept = again.of(member.name()).settled();
      assertTrue(
          !kept || group.of(member.name()).equals(again.of(member.name())), member.toString());
    }
    played(again, random);
  }

  private static JobGroup random(Random random) {
    List<Member> members = new ArrayList<>();
    int size = 1 + random.nextInt(12);
    for (int i = 0; i < size; i++) {
      List<Dependency> after = new ArrayList<>();
      for (int j = 0; j < i; j++) {
        if (random.nextInt(4) == 0) {
          Condition on = Condition.values()[random.nextInt(Condition.values().length)];
          after.add(new Dependency("m" + j, on));
        }
      }
      members.add(new Member("m" + i, Kind.JOB, "noop", after));
    }
    Collections.shuffle(members, random);
    return JobGroup.submitted("g", new GroupPlan("random", members), NOON);
  }

  private static JobGroup played(JobGroup from, Random random) {
    JobGroup group = from;
    Set<String> begun = new HashSet<>();
    for (int turn = 0; group.end().isEmpty() || turn == 0; turn++) {
      assertTrue(turn < 1_000, "it does not end");
      JobGroup next = group.next();
      for (Member member : next.plan().members()) {
        if (next.of(member.name()) instanceof MemberState.Starting
            && !(group.of(member.name()) instanceof MemberState.Starting)) {
          assertTrue(begun.add(member.name()), member.name() + " begins twice");
          for (Dependency one : member.after()) {
            assertTrue(next.of(one.member()).settled(), member.name() + " is too early");
          }
        }
      }
      group = next;
      List<String> active =
          next.members().entrySet().stream()
              .filter(one -> one.getValue().active())
              .map(Map.Entry::getKey)
              .sorted()
              .toList();
      if (!active.isEmpty()) {
        String name = active.get(random.nextInt(active.size()));
        int attempt = group.of(name).attempt();
        Judgement judgement = Judgement.values()[random.nextInt(Judgement.values().length)];
        group = group.with(name, ended(attempt, judgement, ""));
      }
    }
    return group;
  }

  /// Without it, a member that is being begun would be begun once more.
  @Test
  void aGroupNeedsTheJobsAndStepsOfItsMembersUntilTheyAreOver() {
    JobGroup group =
        group(member("a"), member("b"))
            .with("a", new MemberState.Starting(2))
            .with("b", new MemberState.Going(1));
    assertEquals(
        List.of("g.a.2", "g.b", "g.b-t4"),
        Stream.of("g.a", "g.a.2", "g.b", "g.b-t4", "g.c", "g").filter(group::needs).toList());
    assertEquals(
        List.of(), Stream.of("g.b", "g.b-t4").filter(group.with("b", GOOD)::needs).toList());
  }
}
