package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.verdict.Delivery;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
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

/// An agent is killed in a run of seven seconds and never comes back. The common start is at
/// 12:00:01, so the planned end is at 12:00:08.
final class AbsenceTest {
  @TempDir private Path folder;
  private ScriptedCluster cluster;

  @BeforeEach
  void start() {
    cluster = new ScriptedCluster(folder);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1_200, 4_300, 7_900})
  void runWithoutItIsIncompleteWithinTheLease(int killedAfterMillis) {
    cluster.twoAtWork(Duration.ofMillis(killedAfterMillis)).disconnect();

    cluster.advance(Duration.ofMillis(70_000 - killedAfterMillis));

    assertEquals("completed", cluster.job("job").state());
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
    assertEquals("agent-2 was lost", cluster.job("job").reason());
  }

  @Test
  void runSaysWhoIsAwayAndUntilWhenItIsWaitedFor() {
    cluster.twoAtWork(Duration.ofMillis(4_300)).disconnect();
    assertEquals("", cluster.job("job").reason());

    cluster.advance(Duration.ofSeconds(5));

    String away =
        "agent-2 has been away since 12:00:04 UTC; its records are waited for until "
            + "12:01:08 UTC";
    assertEquals(away, cluster.job("job").reason());
    assertEquals(away, cluster.result("job").job().reason());
    cluster.advance(Duration.ofSeconds(50));
    assertEquals(away, cluster.job("job").reason());
    assertEquals(away, cluster.parts().reads.jobs(Optional.of("running"), 1).getFirst().reason());
  }

  @Test
  void agentThatIsBackIsNoLongerWaitedFor() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofMillis(4_300));
    second.disconnect();
    cluster.advance(Duration.ofSeconds(2));
    cluster.connect(second);

    cluster.advance(Duration.ofSeconds(1));

    assertEquals("", cluster.job("job").reason());
  }

  /// It has said that it has ended, and its last records are still on the way.
  @Test
  void recordsThatNeverComeAreWaitedForUntilTheLeaseIsOver() {
    cluster.agent("agent-1");
    ScriptedAgent second = cluster.agent("agent-2");
    cluster.submit("job", ScriptedCluster.spec(2));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(4));
    second.sending(message -> message instanceof Message.Records ? List.of() : List.of(message));
    cluster.advanceTo("job", "stopping");
    second.disconnect();

    cluster.advance(Duration.ofSeconds(10));

    String reason = cluster.job("job").reason();
    assertTrue(reason.startsWith("agent-2 has been away since 12:00:0"), reason);
    assertTrue(reason.endsWith("its records are waited for until 12:01:08 UTC"), reason);
    cluster.advance(Duration.ofSeconds(52));
    assertEquals("completed", cluster.job("job").state());
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
  }

  @Test
  void verificationIsWaitedForUntilItsAgentHasBeenAwayForTheLease() {
    ScriptedAgent first =
        cluster
            .agent("agent-1")
            .answering(goal ->
                goal instanceof ShareGoal.Verify
                    ? Optional.of(new ShareStatus.Finished(6))
                    : Optional.empty());
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "stopping");
    cluster.advance(Duration.ofSeconds(1));
    first.disconnect();
    cluster.advance(Duration.ofSeconds(10));
    assertTrue(cluster.job("job").reason().contains("its verification is waited for until"));

    cluster.advance(Duration.ofSeconds(52));

    assertEquals("completed", cluster.job("job").state());
    assertTrue(cluster.result("job").audit().sentence().endsWith("target not checked"));
  }

  @Test
  void resultSaysHowMuchOfThePlannedLoadWasDelivered() {
    cluster.twoAtWork(Duration.ofMillis(4_300)).disconnect();
    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");

    Delivery delivery = result.delivery().orElseThrow();
    assertEquals(0.6, delivery.share(), 1e-9);
    assertEquals(
        "60 % of the planned agent time was delivered: "
            + "agent-2 delivered nothing after 2026-03-01T12:00:04Z",
        delivery.sentence(cluster.job("job").startedAt().orElseThrow()));
    assertEquals(Optional.of(0.6), cluster.job("job").headline().orElseThrow().delivered());
    assertFalse(delivery.whole());
  }

  @Test
  void runThatLostNobodyDeliveredEverything() {
    cluster.twoAtWork(Duration.ofSeconds(3));
    cluster.advanceTo("job", "completed");

    assertEquals(new Delivery(1, List.of()), cluster.result("job").delivery().orElseThrow());
  }
}
