package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.campaign.GroupPlan;
import dev.broadside.core.campaign.GroupPlan.Condition;
import dev.broadside.core.campaign.GroupPlan.Dependency;
import dev.broadside.core.campaign.GroupPlan.Kind;
import dev.broadside.core.campaign.GroupPlan.Member;
import dev.broadside.core.job.Settings;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.feed.GroupView;
import dev.broadside.server.store.row.Work;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Groups of a whole cluster in virtual time: each member once, whatever happens to the server.
final class GroupTest {
  private static final String NIGHT = "night";

  /// 20 a second for 7 seconds, in each job.
  private static final long OF_A_JOB = 140;

  private static final GroupPlan PLAN =
      new GroupPlan(
          "Night",
          List.of(
              member("load", Kind.JOB),
              member("steps", Kind.STUDY, new Dependency("load", Condition.SUCCESS)),
              member("alarm", Kind.JOB, new Dependency("load", Condition.FAILURE)),
              member(
                  "drop",
                  Kind.JOB,
                  new Dependency("steps", Condition.ALWAYS),
                  new Dependency("alarm", Condition.ALWAYS))));

  @TempDir private Path folder;
  private MiniCluster cluster;

  @BeforeEach
  void start() {
    cluster = new MiniCluster(folder);
    cluster.host("agent-1");
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.close();
  }

  private static Member member(String name, Kind kind, Dependency... after) {
    return new Member(name, kind, "adds-one", List.of(after));
  }

  private List<String> states() {
    return cluster.reads().group(NIGHT).orElseThrow().members().stream()
        .map(GroupView.MemberView::state)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_000, 8_000, 9_000, 9_500, 20_000, 29_000})
  void serverThatIsRestartedGoesOnAndBeginsNoMemberTwice(int millis) {
    cluster.submitGroup(NIGHT, PLAN);
    cluster.advance(Duration.ofMillis(millis));
    cluster.kill();
    cluster.advance(Duration.ofSeconds(1));
    cluster.boot();

    cluster.advanceGroupTo(NIGHT, "completed");

    assertEquals(List.of("succeeded", "succeeded", "skipped", "succeeded"), states());
    assertEquals(4, cluster.jobs(), "load, two steps, drop");
    assertEquals(4 * OF_A_JOB, cluster.target());
    assertEquals(Optional.of(Judgement.OK), cluster.reads().group(NIGHT).orElseThrow().judgement());
  }

  @Test
  void stoppedItGoesOnBehindTheLastGoodStep() {
    cluster.submitGroup(NIGHT, PLAN);
    cluster.advanceTo("night.load", "completed");
    cluster.advanceInto("night.steps-t1", Duration.ofSeconds(3));
    cluster.campaigns().stop(Work.group(NIGHT), "ann");
    cluster.advanceGroupTo(NIGHT, "cancelled");
    assertEquals(List.of("succeeded", "failed", "skipped", "waiting"), states());
    assertEquals("stopped by ann", cluster.reads().group(NIGHT).orElseThrow().reason());

    cluster.campaigns().resume(Work.group(NIGHT));
    cluster.advanceGroupTo(NIGHT, "completed");

    assertEquals(List.of("succeeded", "succeeded", "skipped", "succeeded"), states());
    assertEquals(
        List.of(1, 2, 0, 1),
        cluster.reads().group(NIGHT).orElseThrow().members().stream()
            .map(GroupView.MemberView::attempt)
            .toList());
    assertEquals(5, cluster.jobs(), "load, the step that was stopped, two steps, drop");
  }

  @Test
  void aMemberThatIsCancelledHasFailed() {
    cluster.submitGroup(NIGHT, PLAN);
    cluster.advanceInto("night.load", Duration.ofSeconds(3));
    cluster.cancel("night.load");

    cluster.advanceGroupTo(NIGHT, "failed");

    assertEquals(List.of("failed", "skipped", "succeeded", "succeeded"), states());
    assertEquals("load: cancelled by tester", cluster.reads().group(NIGHT).orElseThrow().reason());
  }

  @Test
  void aGroupWaitsForItsTimeAndTheNextOneIsKeptWithItUntilSomebodyStopsThat() {
    Map<String, String> hourly = Map.of("repeat", "0 * * * *", "zone", "UTC");
    cluster.submitGroup(NIGHT, repeated("2026-03-01T13:00:00Z", hourly));
    cluster.advance(Duration.ofMinutes(59));
    assertEquals("pending", cluster.reads().group(NIGHT).orElseThrow().state());
    cluster.kill();
    cluster.boot();

    cluster.advanceGroupTo(NIGHT, "completed");
    GroupView next = cluster.reads().group("night-2").orElseThrow();
    assertEquals("begins at 2026-03-01 14:00 UTC", next.reason());
    assertEquals(Optional.of("0 * * * * UTC"), next.times().repeats());

    cluster.advance(Duration.ofMinutes(61));
    cluster.advanceGroupTo("night-2", "completed");
    cluster.campaigns().stop(Work.group("night-3"), "ann");
    cluster.advance(Duration.ofHours(2));
    assertEquals("cancelled", cluster.reads().group("night-3").orElseThrow().state());
    assertEquals(Optional.empty(), cluster.reads().group("night-4"));
  }

  @Test
  void aDisabledGroupLeavesItsTimeOutAndStaysARunOfItsDefinitionWhenItIsEdited() {
    Map<String, String> hourly = Map.of("repeat", "0 * * * *", "zone", "UTC");
    cluster.submitGroup(NIGHT, repeated("2026-03-01T13:00:00Z", hourly));
    cluster.advance(Duration.ofMinutes(61));
    cluster.advanceGroupTo(NIGHT, "completed");

    cluster.campaigns().switched("night-2", true);
    cluster.advance(Duration.ofHours(2));
    GroupView off = cluster.reads().group("night-2").orElseThrow();
    assertEquals("disabled; begins when somebody enables it", off.reason());
    assertEquals(Optional.empty(), cluster.reads().group("night-3"));

    GroupPlan later = repeated("2026-03-01T15:30:00Z", hourly);
    cluster
        .campaigns()
        .edit("night-2", later, "{}", cluster.reads().table().asked(Work.group("night-2")));
    cluster.campaigns().switched("night-2", false);
    cluster.advance(Duration.ofMinutes(1));
    GroupView on = cluster.reads().group("night-2").orElseThrow();
    assertEquals("begins at 2026-03-01 15:30 UTC", on.reason());

    cluster.advance(Duration.ofMinutes(28));
    cluster.advanceGroupTo("night-2", "completed");
    assertEquals("pending", cluster.reads().group("night-3").orElseThrow().state());
  }

  private static GroupPlan repeated(String first, Map<String, String> how) {
    return new GroupPlan(
        "Night", PLAN.members(), Optional.of(Instant.parse(first)), new Settings(how));
  }

  /// The first one has no agent until 12:12, so that the second one's time, 12:10, comes while it
  /// goes on.
  @ParameterizedTest
  @CsvSource({"skip, 12:15, 12:20", "queue, 12:12, 12:15", "together, 12:10, 12:15"})
  void aTimeThatComesWhileTheLastOneGoesOnIsLeftOutQueuedOrKept(
      String overlap, String second, String third) {
    cluster.host("agent-1").cable().pull();
    Map<String, String> how = Map.of("repeat", "*/5 * * * *", "overlap", overlap, "zone", "UTC");
    cluster.submitGroup(NIGHT, repeated("2026-03-01T12:05:00Z", how));
    cluster.advance(Duration.ofMinutes(11));
    boolean waits = !overlap.equals("together");
    assertEquals(waits ? "pending" : "running", state("night-2"));
    assertEquals(waits ? 1 : 2, cluster.jobs(), "no member of a group that waits has begun");
    cluster.kill();
    cluster.boot();
    assertEquals(waits(overlap), cluster.reads().group("night-2").orElseThrow().reason());
    cluster.advance(Duration.ofMinutes(1));
    assertEquals("running", state(NIGHT));

    cluster.host("agent-2");
    cluster.advance(Duration.ofMinutes(9));

    assertEquals(second, began("night-2"));
    assertEquals(third, began("night-3"));
    assertEquals("completed", state(NIGHT));
    assertEquals("completed", state("night-2"));
  }

  /// What the second one says at 12:11.
  private static String waits(String overlap) {
    return switch (overlap) {
      case "skip" ->
          "begins at 2026-03-01 12:15 UTC; left out a time, since run night still went on";
      case "queue" -> "begins when the run before it, night, has ended";
      default -> "";
    };
  }

  private String state(String group) {
    return cluster.reads().group(group).orElseThrow().state();
  }

  /// When its first member was handed in, to the minute.
  private String began(String group) {
    return cluster.job(group + ".load").submittedAt().toString().substring(11, 16);
  }
}
