package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.verdict.AuditDocument.Verdict;
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

/// A job is cancelled in each of its states.
final class CancelTest {
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

  @Test
  void pendingJobIsCancelledAtOnce() {
    cluster.submit("job", ScriptedCluster.spec(1));

    assertEquals("cancelled", cluster.cancel("job").state());
    assertEquals("cancelled by tester", cluster.job("job").reason());
    cluster.agent("agent-1");
    assertEquals("cancelled", cluster.job("job").state());
  }

  @Test
  void preparingJobStopsItsAgents() {
    ScriptedAgent agent = prepareWithoutAnEnd();
    assertEquals("preparing", cluster.job("job").state());

    cluster.cancel("job");
    cluster.advanceTo("job", "cancelled");
    cluster.settle();

    assertInstanceOf(ShareGoal.Release.class, agent.heard().getLast());
    assertEquals(0, cluster.result("job").audit().ok());
  }

  @Test
  void runningJobKeepsWhatItHasDone() {
    cluster.twoAtWork(Duration.ofSeconds(4));

    assertEquals("stopping", cluster.cancel("job").state());
    cluster.advanceTo("job", "cancelled");

    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertTrue(cluster.result("job").audit().ok() > 0);
    assertTrue(cluster.result("job").audit().checks().getFirst().holds());
  }

  @Test
  void jobIsCancelledBetweenTheOrderToStartAndTheStart() {
    cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");

    cluster.cancel("job");
    cluster.advanceTo("job", "cancelled");

    assertEquals(0, cluster.result("job").audit().ok());
  }

  @Test
  void secondCancelDoesNotWaitForTheVerification() {
    hangInItsVerification();
    cluster.advance(Duration.ofMinutes(25));
    assertEquals("stopping", cluster.job("job").state());

    cluster.cancel("job");
    cluster.advanceTo("job", "completed");

    assertEquals("nobody waited for it to be", verification());
  }

  @Test
  void secondCancelHoldsOverARestart() {
    hangInItsVerification();
    cluster.holdReports();
    cluster.cancel("job");
    cluster.kill();
    cluster.reboot();
    cluster.makeReports();
    cluster.advanceTo("job", "completed");

    assertEquals("nobody waited for it to be", verification());
  }

  @Test
  void verificationThatDoesNotEndHoldsTheJobForHalfAnHour() {
    hangInItsVerification();

    cluster.advance(Duration.ofMinutes(31));

    assertEquals("completed", cluster.job("job").state());
    assertEquals(
        "verifying the target, made no progress for 30 min; see what the target is busy with,"
            + " and whether locks are held there, or allow more with --verify-timeout",
        verification());
    assertTrue(cluster.result("job").audit().sentence().endsWith("target not checked"));
  }

  @Test
  void secondCancelOfAJobThatNeverBeganSaysNothingOfItsTarget() {
    prepareWithoutAnEnd();
    cluster.cancel("job");
    cluster.cancel("job");
    cluster.advanceTo("job", "cancelled");

    assertEquals(List.of(), cluster.result("job").audit().checks());
  }

  private ScriptedAgent prepareWithoutAnEnd() {
    ScriptedAgent agent =
        cluster
            .agent("agent-1")
            .answering(goal ->
                goal instanceof ShareGoal.Prepare
                    ? Optional.of(new ShareStatus.Preparing())
                    : Optional.empty());
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advance(Duration.ofSeconds(1));
    return agent;
  }

  private void hangInItsVerification() {
    cluster
        .agent("agent-1")
        .sending(message ->
            message instanceof Message.ShareReport(String _, long _, ShareStatus.Verified _)
                ? List.of()
                : List.of(message));
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "stopping");
  }

  private String verification() {
    return cluster.result("job").audit().checks().getFirst().detail();
  }

  @Test
  void lostAgentDoesNotHoldACancelledJobForEver() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(3));
    agent.disconnect();

    cluster.cancel("job");
    cluster.advance(Duration.ofSeconds(75));

    assertEquals("cancelled", cluster.job("job").state());
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
  }

  @Test
  void jobThatIsDoneStaysAsItIs() {
    cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "completed");

    assertEquals("completed", cluster.cancel("job").state());
  }

  @Test
  void unknownJobCannotBeCancelled() {
    assertEquals(
        Optional.empty(), cluster.now(cluster.parts().coordinator.cancel("nothing", "tester")));
  }
}
