package dev.broadside.system.mini;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.group.GroupPlan;
import dev.broadside.core.group.GroupPlan.Condition;
import dev.broadside.core.group.GroupPlan.Dependency;
import dev.broadside.core.group.GroupPlan.Kind;
import dev.broadside.core.group.GroupPlan.Member;
import dev.broadside.core.verdict.Judgement;
import dev.broadside.server.group.GroupView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
    return cluster.groups().group(NIGHT).orElseThrow().members().stream()
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
    assertEquals(
        Optional.of(Judgement.OK), cluster.groups().group(NIGHT).orElseThrow().judgement());
  }

  @Test
  void stoppedItGoesOnBehindTheLastGoodStep() {
    cluster.submitGroup(NIGHT, PLAN);
    cluster.advanceTo("night.load", "completed");
    cluster.advanceInto("night.steps-t1", Duration.ofSeconds(3));
    cluster.groups().stop(NIGHT, "ann");
    cluster.advanceGroupTo(NIGHT, "cancelled");
    assertEquals(List.of("succeeded", "failed", "skipped", "waiting"), states());
    assertEquals("stopped by ann", cluster.groups().group(NIGHT).orElseThrow().reason());

    cluster.groups().resume(NIGHT);
    cluster.advanceGroupTo(NIGHT, "completed");

    assertEquals(List.of("succeeded", "succeeded", "skipped", "succeeded"), states());
    assertEquals(
        List.of(1, 2, 0, 1),
        cluster.groups().group(NIGHT).orElseThrow().members().stream()
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
    assertEquals("load: cancelled by tester", cluster.groups().group(NIGHT).orElseThrow().reason());
  }
}
