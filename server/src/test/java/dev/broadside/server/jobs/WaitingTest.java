package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
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

/// What a job shows of that for which it waits.
final class WaitingTest {
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
  void aJobWhoseConnectionsHangSaysSoAndEndsWithinTheLimit() {
    cluster.agent("agent-1");
    ScriptedAgent second = cluster.agent("agent-2");
    hangOpening(second);
    cluster.submit("job", ScriptedCluster.spec(2));
    cluster.advance(Duration.ofMillis(500));
    assertEquals("", cluster.job("job").reason());

    second.send(new Message.Progress("job", ShareStep.OPEN, "", 1, 4));
    cluster.advance(Duration.ofSeconds(25));
    assertEquals("preparing", cluster.job("job").state());
    assertEquals("agent-2: opening connections, 1 of 4, 25 s", cluster.job("job").reason());
    assertEquals(
        "agent-2: opening connections, 1 of 4, 25 s",
        cluster.parts().reads.jobs(Optional.empty(), 10).getFirst().reason());
    assertEquals(25, cluster.job("job").course().progress().orElseThrow().seconds());

    cluster.advance(Duration.ofSeconds(64));
    assertEquals("preparing", cluster.job("job").state());
    cluster.advanceTo("job", "failed");
    assertEquals(
        "agent-2: opening connections, 1 of 4, made no progress for 60 s; see that the target"
            + " answers, and whether something between cuts connections off,"
            + " or allow more with --open-timeout",
        cluster.job("job").reason());
  }

  private static void hangOpening(ScriptedAgent agent) {
    agent.answering(goal ->
        goal instanceof ShareGoal.Open
                || (goal instanceof ShareGoal.Prepare(Plan plan) && plan.slice().first())
            ? Optional.of(new ShareStatus.Opening())
            : Optional.empty());
  }

  @Test
  void whyHundredsWaitIsKeptTogether() {
    for (int i = 0; i < 300; i++) {
      cluster.submit("job-" + i, ScriptedCluster.spec(1));
    }
    cluster.holdStore();
    cluster.agent("agent-1");
    assertEquals(2, cluster.heldWrites(), "the job that begins, and why the others wait");

    cluster.releaseStore();
    String busy = "agent-1 is busy with job job-0; begins when it is free";
    assertEquals(busy, cluster.job("job-299").reason());
    for (int i = 1; i < 300; i++) {
      assertEquals(Optional.of(new JobState.Pending(busy)), cluster.store().jobs.state("job-" + i));
    }
  }

  @Test
  void aStepThatComesFurtherMayLastLongerThanItsLimit() {
    ScriptedAgent agent = cluster.agent("agent-1");
    hangOpening(agent);
    cluster.submit("job", ScriptedCluster.spec(1));
    for (int done = 1; done < 5; done++) {
      cluster.advance(Duration.ofSeconds(59));
      agent.send(new Message.Progress("job", ShareStep.OPEN, "", done, 4_000));
    }
    cluster.advance(Duration.ofSeconds(14));
    assertEquals("agent-1: opening connections, 4 of 4,000, 3 min", cluster.job("job").reason());
  }

  @Test
  void aJobThatStopsSaysWhoseRecordsItWaitsFor() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(4));
    second.sending(message -> message instanceof Message.Records ? List.of() : List.of(message));
    cluster.advanceTo("job", "stopping");
    cluster.advance(Duration.ofSeconds(12));
    assertEquals("waiting for records of agent-2, 12 s", cluster.job("job").reason());
  }

  @Test
  void aJobWhoseResultIsBeingMadeSaysSo() {
    cluster.holdReports();
    cluster.twoAtWork(Duration.ofSeconds(4));
    cluster.advanceTo("job", "stopping");
    cluster.advance(Duration.ofSeconds(20));
    assertEquals("making the result, 20 s", cluster.job("job").reason());
  }
}
