package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.store.row.JobCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The store hangs or fails, or the whole server stands still: whoever talks to agents goes on.
final class StalledStoreTest {
  private static final String NOT_RECORDED =
      "cancelled by tester; not recorded yet, since the result store does not answer";

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
  void linksLastAndAPreparingJobDoesNotFailWhileTheStoreHangs() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.holdStore();
    cluster.advance(Duration.ofSeconds(90));

    assertTrue(agent.connected());
    assertEquals("connected", cluster.parts().reads.agents().getFirst().state());
    cluster.releaseStore();
    cluster.advanceTo("job", "completed");
    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals(70, cluster.result("job").audit().ok());
  }

  @Test
  void whatAgentsSayWhileTheStoreHangsIsTakenAfterIt() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(3));
    cluster.holdStore();
    agent.breakDown("job", "out of memory");
    cluster.advance(Duration.ofSeconds(30));
    cluster.releaseStore();

    cluster.advanceTo("job", "failed");
    assertEquals("agent-1: out of memory", cluster.job("job").reason());
  }

  @Test
  void stopReachesItsAgentsWhileTheStoreHangsAndTheAnswerSaysThatItIsNotRecorded() {
    ScriptedAgent agent = prepareForLong();
    cluster.holdStore();
    CompletableFuture<Optional<JobView>> answer =
        cluster.parts().coordinator.cancel("job", "tester");
    cluster.settle();

    assertInstanceOf(ShareGoal.Stop.class, agent.heard().getLast());
    assertFalse(answer.isDone());
    cluster.advance(Duration.ofSeconds(3));
    assertEquals("stopping", answer.join().orElseThrow().state());
    // Behind it stands what the job waits for.
    assertTrue(answer.join().orElseThrow().reason().startsWith(NOT_RECORDED));
    assertTrue(cluster.job("job").reason().startsWith(NOT_RECORDED));

    cluster.releaseStore();
    cluster.advanceTo("job", "cancelled");
    assertEquals("cancelled by tester", cluster.job("job").reason());
  }

  @Test
  void stopReachesItsAgentsWhileTheStoreFails() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));
    cluster.breakStore();
    JobView answer = cluster.cancel("job");

    assertInstanceOf(ShareGoal.Stop.class, second.heard().getLast());
    assertEquals(NOT_RECORDED, answer.reason());
    cluster.advance(Duration.ofSeconds(20));
    cluster.mendStore();
    cluster.advanceTo("job", "cancelled");

    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals("cancelled by tester", cluster.job("job").reason());
  }

  /// The order to start is being kept, and told only afterwards: it must not come after the stop.
  @Test
  void stepThatIsBeingKeptDoesNotUndoAStop() {
    ScriptedAgent agent = cluster.agent("agent-1");
    agent.answering(goal -> {
      if (goal instanceof ShareGoal.Prepare) {
        cluster.holdStore();
      }
      return Optional.empty();
    });
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advance(Duration.ofSeconds(1));
    assertEquals("preparing", cluster.job("job").state());
    CompletableFuture<Optional<JobView>> answer =
        cluster.parts().coordinator.cancel("job", "tester");
    cluster.advance(Duration.ofSeconds(3));
    assertEquals("stopping", answer.join().orElseThrow().state());
    cluster.releaseStore();
    cluster.advanceTo("job", "cancelled");

    assertTrue(agent.heard().stream().noneMatch(ShareGoal.Run.class::isInstance));
    assertEquals(0, cluster.result("job").audit().ok());
  }

  /// Told and not kept: the agents have stopped, and the next server knows nothing of it.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void serverThatDiesBetweenTellingAStopAndKeepingItDoesNotOrderTheLoadAgain(boolean running) {
    ScriptedAgent agent = running ? cluster.twoAtWork(Duration.ofSeconds(3)) : prepareForLong();
    cluster.holdStore();
    var _ = cluster.parts().coordinator.cancel("job", "tester");
    cluster.settle();
    assertInstanceOf(ShareGoal.Stop.class, agent.heard().getLast());
    cluster.kill();
    cluster.reboot();
    cluster.reconnectAll();
    cluster.advanceTo("job", "cancelled");
    cluster.settle();

    assertEquals(
        "cancelled by a server before this one, whose last order is not in the store",
        cluster.job("job").reason());
    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertInstanceOf(ShareGoal.Release.class, agent.heard().getLast());
    assertEquals(0, agent.spooled());
  }

  @Test
  void pendingJobThatIsCancelledDoesNotBeginWhileTheStoreHangs() {
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.holdStore();
    CompletableFuture<Optional<JobView>> answer =
        cluster.parts().coordinator.cancel("job", "tester");
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.advance(Duration.ofSeconds(3));

    assertEquals(NOT_RECORDED + "; it does not begin", answer.join().orElseThrow().reason());
    cluster.releaseStore();
    cluster.advanceTo("job", "cancelled");
    assertEquals(List.of(), agent.heard());
  }

  @Test
  void twoJobsDoNotGetOneAgentWhileTheStoreHangs() {
    cluster.submit("first", ScriptedCluster.spec(1));
    cluster.submit("second", ScriptedCluster.spec(1));
    cluster.holdStore();
    cluster.agent("agent-1");
    cluster.advance(Duration.ofSeconds(5));
    cluster.releaseStore();

    cluster.advanceTo("first", "completed");
    cluster.advanceTo("second", "completed");
    assertEquals(Verdict.BALANCED, cluster.result("second").audit().verdict());
  }

  @Test
  void submissionIsAnsweredWhenTheStoreAnswers() {
    cluster.holdStore();
    CompletableFuture<Submission> answer =
        cluster
            .parts()
            .coordinator
            .submit(
                "job",
                ScriptedCluster.spec(1),
                new JobCode("A job", List.of("op"), "pack@1"),
                "tester");
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.advance(Duration.ofSeconds(30));
    assertFalse(answer.isDone());
    assertTrue(agent.connected());
    cluster.releaseStore();

    assertInstanceOf(Submission.Accepted.class, answer.join());
    cluster.advanceTo("job", "completed");
  }

  /// The store has taken a job and could not say so: whoever handed it in was told that it failed.
  @Test
  void jobThatTheStoreTookWithoutSayingSoIsNotForgotten() {
    cluster.breakStore();
    var answer =
        cluster
            .parts()
            .coordinator
            .submit(
                "job",
                ScriptedCluster.spec(1),
                new JobCode("A job", List.of("op"), "pack@1"),
                "tester");
    cluster.settle();
    assertTrue(answer.isCompletedExceptionally());
    cluster.mendStore();
    cluster.store().jobs.add(TestRecords.job("job"), new JobCode("A job", List.of("op"), "pack@1"));
    cluster.agent("agent-1");

    cluster.advanceTo("job", "completed");
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 70})
  void serverThatStoodStillDropsNoLinkAndFailsNoJobForIt(int seconds) {
    ScriptedAgent agent = prepareForLong();
    cluster.sleep(Duration.ofSeconds(seconds));

    assertTrue(agent.connected());
    assertEquals("connected", cluster.parts().reads.agents().getFirst().state());
    assertEquals("preparing", cluster.job("job").state());
    cluster.advance(Duration.ofSeconds(5));
    assertTrue(agent.connected());
    assertEquals("preparing", cluster.job("job").state());
  }

  @Test
  void agentThatFallsSilentAfterTheServerStoodStillIsLostAllTheSame() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.sleep(Duration.ofSeconds(15));
    agent.freeze();
    cluster.advance(Duration.ofSeconds(11));

    assertFalse(agent.connected());
  }

  /// A job that is done for so long that its result takes no records any more.
  @Test
  void agentThatComesBackDaysAfterTheEndIsToldToKeepWhatItCounted() {
    ScriptedAgent first = cluster.agent("agent-1");
    ScriptedAgent second = cluster.agent("agent-2");
    cluster.submit("job", ScriptedCluster.spec(2));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(3));
    second.disconnect();
    cluster.advanceTo("job", "completed");
    first.disconnect();
    cluster.advance(Duration.ofHours(25), Duration.ofSeconds(1));

    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(5));

    assertTrue(second.spooled() > 0);
    assertEquals(new ShareGoal.Stop(true), second.heard().getLast());
  }

  @Test
  void agentWhoseRunAnotherServerDidNotKnowIsToldAnew() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(2));
    agent.send(new Message.ShareReport("job", 40, new ShareStatus.Unclaimed(3, 1)));
    cluster.settle();

    assertTrue(agent.heard().contains(new ShareGoal.Stop()));
    cluster.advanceTo("job", "cancelled");
    assertEquals(0, agent.spooled());
  }

  @Test
  void recordsOfARunThatNobodyKnowsAreToBeKept() {
    ScriptedAgent agent = cluster.agent("agent-1");
    agent.send(
        new Message.Records(
            List.of(
                TestRecords.sealed(
                    "lost", "agent-1", ScriptedCluster.spec(1).axis(), 0, 10, false))));
    cluster.settle();
    assertEquals(new ShareGoal.Stop(true), agent.heard().getLast());
    agent.send(
        new Message.ShareReport("lost", 1, new ShareStatus.Unclaimed(41, 1_772_366_400_123L)));
    cluster.advance(Duration.ofSeconds(1));

    assertEquals(
        List.of(Map.entry("lost", 41L)),
        cluster.parts().reads.agents().getFirst().unclaimed().stream()
            .map(kept -> Map.entry(kept.runId(), kept.records()))
            .toList());
  }

  @Test
  void agentThatSendsWithoutEndLosesItsConnectionAndNoOtherDoes() {
    ScriptedAgent flooding = cluster.agent("agent-1");
    ScriptedAgent other = cluster.agent("agent-2");
    for (int i = 0; i < 20_000; i++) {
      flooding.send(new Message.LogLine("job", 1_000, "again"));
    }
    cluster.settle();

    assertTrue(flooding.refusal().orElseThrow().startsWith("this agent sends more messages"));
    assertFalse(flooding.connected());
    assertTrue(other.connected());
  }

  private ScriptedAgent prepareForLong() {
    ScriptedAgent agent =
        cluster
            .agent("agent-1")
            .answering(goal ->
                goal instanceof ShareGoal.Prepare
                    ? Optional.of(new ShareStatus.Preparing())
                    : Optional.empty());
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advance(Duration.ofSeconds(1));
    assertEquals("preparing", cluster.job("job").state());
    return agent;
  }
}
