package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.LoadChanges;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.feed.JobView;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The server is killed and comes back on the same store.
final class RestartTest {
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
  void pendingJobWaitsOn() {
    cluster.submit("job", ScriptedCluster.spec(1));
    restart(Duration.ZERO);
    assertEquals("pending", cluster.job("job").state());

    cluster.agent("agent-1");

    cluster.advanceTo("job", "completed");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 5, 8})
  void runGoesOnWithoutTheServerAndNothingIsMissing(int secondsAway) {
    cluster.agent("agent-1");
    cluster.agent("agent-2");
    cluster.submit("job", ScriptedCluster.spec(2));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofMillis(3_300));

    restart(Duration.ofSeconds(secondsAway));
    cluster.reconnectAll();
    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");
    assertEquals(Verdict.BALANCED, result.audit().verdict());
    assertEquals(140, result.audit().ok());
    assertEquals(14, result.audit().records());
    assertEquals(7, result.intervals().size());
    assertEquals("25", result.agents().getFirst().environment().get("jvm"));
    assertEquals("100", result.provenance().get("database.rows"));
  }

  /// Who is told of a start again, or for the first time, is told by the clock as it is now.
  @ParameterizedTest
  @ValueSource(longs = {3600, -7200})
  void startStaysWhereItWasWhenTheClockIsSet(long step) {
    ScriptedAgent agent = cluster.twoAtWork(Duration.ofSeconds(3));
    long before = newestStart(agent);
    cluster.time().stepClock(Duration.ofSeconds(step));

    cluster.parts().coordinator.control("job", LoadChanges.paused(true), "tester");
    cluster.settle();

    assertEquals(step, Duration.ofNanos(newestStart(agent) - before).toSeconds());
  }

  private static long newestStart(ScriptedAgent agent) {
    return agent.heard().stream()
        .filter(ShareGoal.Run.class::isInstance)
        .map(ShareGoal.Run.class::cast)
        .toList()
        .getLast()
        .startEpochNanos();
  }

  @ParameterizedTest
  @CsvSource({"3, 185, 0", "3, 3600, 0", "3, 5, 10800", "3, 5, -7200", "8, 300, 0"})
  void runThatOutlivesAnOutageIsCompletedAndVerified(
      int secondsOfRun, int secondsAway, int clockStep) {
    cluster.twoAtWork(Duration.ofSeconds(secondsOfRun));
    cluster.kill();
    cluster.advance(Duration.ofSeconds(secondsAway));
    cluster.time().stepClock(Duration.ofSeconds(clockStep));
    cluster.reboot();

    cluster.advance(Duration.ofSeconds(5));
    cluster.reconnectAll();
    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");
    assertEquals("", cluster.job("job").reason());
    assertEquals(Verdict.BALANCED, result.audit().verdict());
    assertEquals(140, result.audit().ok());
    assertTrue(result.audit().sentence().contains("target verified"), result.audit().sentence());
  }

  /// The server's clock is set back over its restart: the agent that stays away is not waited for
  /// until the clock has caught up.
  @Test
  void clockThatIsSetBackDoesNotProlongTheWaitForALostAgent() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));
    second.disconnect();
    cluster.kill();
    cluster.time().stepClock(Duration.ofHours(-2));
    cluster.reboot();
    cluster.agent("agent-1");

    cluster.advance(Duration.ofSeconds(75));

    assertEquals("completed", cluster.job("job").state());
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
  }

  @Test
  void agentsThatStayAwayAfterAnOutageAreGivenUpWithinTheLease() {
    cluster.twoAtWork(Duration.ofSeconds(3));
    restart(Duration.ofSeconds(185));

    cluster.advance(Duration.ofSeconds(50));
    assertEquals("running", cluster.job("job").state());
    cluster.advance(Duration.ofSeconds(12));

    assertEquals("lost", cluster.job("job").state());
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
  }

  /// Kills the server again and again at moments that cover the whole life of a job.
  @ParameterizedTest
  @CsvSource({"100", "300", "700", "900", "1300"})
  void jobComesToItsEndHoweverOftenTheServerDies(int everyMillis) {
    cluster.agent("agent-1");
    cluster.agent("agent-2");
    cluster.submit("job", ScriptedCluster.spec(2));
    for (int i = 0; i < 20; i++) {
      cluster.advance(Duration.ofMillis(everyMillis));
      restart(Duration.ofMillis(200));
      cluster.reconnectAll();
    }

    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");
    assertEquals(Verdict.BALANCED, result.audit().verdict());
    assertEquals(140, result.audit().ok());
  }

  @Test
  void finishedJobAndItsResultSurvive() {
    cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "completed");
    RunDocument before = cluster.result("job");
    JobView view = cluster.job("job");

    restart(Duration.ZERO);

    assertEquals(before, cluster.result("job"));
    assertEquals(view, cluster.job("job"));
  }

  @Test
  void agentsThatNeverComeBackAreGivenUp() {
    cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(3));

    restart(Duration.ofSeconds(5));
    cluster.advanceTo("job", "lost");

    RunDocument result = cluster.result("job");
    assertEquals(Verdict.INCOMPLETE, result.audit().verdict());
    assertTrue(result.audit().ok() > 0);
  }

  @Test
  void recordsOfALostAgentAreStillTakenAfterTheEndAndARestart() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));
    second.disconnect();
    cluster.advanceTo("job", "completed");
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());

    restart(Duration.ofHours(2));
    cluster.reconnectAll();
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals(140, cluster.result("job").audit().ok());
    assertEquals("Release", second.heard().getLast().getClass().getSimpleName());
  }

  @Test
  void secretsReachTheAgentAfterARestart() {
    cluster.submit("job", ScriptedCluster.spec(1));
    restart(Duration.ZERO);
    ScriptedAgent agent = cluster.agent("agent-1");

    assertTrue(
        agent.heard().getFirst() instanceof ShareGoal.Prepare fork
            && fork.plan().spec().texts().get("password").equals("hush"));
  }

  private void restart(Duration away) {
    cluster.kill();
    cluster.advance(away);
    cluster.reboot();
  }

  /// Whoever drains an agent is about to stop it, and a server that comes between would give it
  /// load.
  @Test
  void aDrainedAgentStaysDrainedUntilItIsStartedAnew() {
    cluster.store().agents.register("agent-1", "a hash", ScriptedCluster.NOON);
    ScriptedAgent agent = cluster.agent("agent-1");
    assertTrue(cluster.now(cluster.parts().agents.drain("agent-1", true)));
    cluster.kill();
    cluster.reboot();
    cluster.reconnectAll();
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advance(Duration.ofSeconds(5));
    assertEquals("pending", cluster.job("job").state());

    agent.disconnect();
    cluster.settle();
    agent.restart();
    cluster.connect(agent);
    cluster.advanceTo("job", "running");
  }

  @Test
  void anAgentThatIsTakenBackIsTakenBackForGood() {
    cluster.store().agents.register("agent-1", "a hash", ScriptedCluster.NOON);
    cluster.agent("agent-1");
    cluster.now(cluster.parts().agents.drain("agent-1", true));
    cluster.now(cluster.parts().agents.drain("agent-1", false));
    cluster.kill();
    cluster.reboot();
    cluster.reconnectAll();
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
  }
}
