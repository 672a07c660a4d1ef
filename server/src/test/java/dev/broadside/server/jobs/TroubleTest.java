package dev.broadside.server.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.SpecBuilder;
import dev.broadside.core.job.AgentDemand;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.verdict.AuditDocument.Verdict;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.SealedRecord;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.Submission;
import dev.broadside.server.store.base.StoreException;
import dev.broadside.server.store.job.Batch;
import dev.broadside.server.store.row.Arrival;
import dev.broadside.server.store.row.Conflict;
import dev.broadside.server.store.row.JobCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What becomes of a job when something goes wrong on the way.
final class TroubleTest {
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
  void jobWaitsWithItsReasonUntilEnoughAgentsAreThere() {
    cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(2));
    assertEquals("needs 2 agents, 1 connected", cluster.job("job").reason());

    cluster.agent("agent-2");

    cluster.advanceTo("job", "running");
  }

  @Test
  void sameJobHandedInTwiceIsOneJobAndAnotherOneIsAConflict() {
    assertInstanceOf(Submission.Accepted.class, cluster.submit("job", ScriptedCluster.spec(2)));
    assertInstanceOf(Submission.Known.class, cluster.submit("job", ScriptedCluster.spec(2)));
    assertInstanceOf(Submission.Conflict.class, cluster.submit("job", ScriptedCluster.spec(3)));
    assertEquals(1, cluster.parts().reads.jobs(Optional.empty(), 10).size());
  }

  @Test
  void jobThatHasNotEndedIsListedHoweverManyNewerOnesHave() {
    cluster.submit("soak", ScriptedCluster.spec(1));
    for (int i = 0; i < 3; i++) {
      cluster.advance(Duration.ofSeconds(1));
      cluster.submit("job-" + i, ScriptedCluster.spec(1));
      cluster.cancel("job-" + i);
    }

    assertEquals(List.of("job-2", "soak"), listed(Optional.empty(), 2));
    assertEquals(List.of("soak"), listed(Optional.empty(), 1));
    assertEquals(List.of("soak"), listed(Optional.of("pending"), 1));
    assertEquals(List.of("job-2", "job-1"), listed(Optional.of("cancelled"), 2));
    assertEquals(List.of(), listed(Optional.of("no such state"), 2));
  }

  private List<String> listed(Optional<String> state, int limit) {
    return cluster.parts().reads.jobs(state, limit).stream().map(JobView::id).toList();
  }

  @Test
  void jobWhoseSecretsCannotBeReadIsStillShown() {
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.cancel("job");
    cluster.alter("UPDATE jobs SET secrets = 'not sealed by us'");

    assertEquals(List.of("job"), listed(Optional.empty(), 10));
    assertEquals("********", cluster.job("job").asked().parameters().get("password"));
  }

  @Test
  void rejectedInputFailsTheJobWithItsSentences() {
    Problem problem = Problem.wrong("parameter scale", "it is 0", "give a number above 0");
    cluster
        .agent("agent-1")
        .answering(goal ->
            goal instanceof ShareGoal.Prepare
                ? Optional.of(new ShareStatus.Rejected(List.of(problem)))
                : Optional.empty());
    ScriptedAgent other = cluster.agent("agent-2");
    cluster.submit("job", ScriptedCluster.spec(2));

    cluster.advanceTo("job", "failed");

    assertEquals(problem.sentence(), cluster.job("job").reason());
    cluster.advance(Duration.ofSeconds(1));
    assertInstanceOf(ShareGoal.Release.class, other.heard().getLast());
    assertEquals("failed", cluster.result("job").job().state());
  }

  @Test
  void shareThatBreaksBeforeTheStartFailsTheJob() {
    cluster.agent("agent-1");
    cluster
        .agent("agent-2")
        .answering(goal ->
            goal instanceof ShareGoal.Open
                ? Optional.of(new ShareStatus.Broken("the worker died", "", -1))
                : Optional.empty());
    cluster.submit("job", ScriptedCluster.spec(2));

    cluster.advanceTo("job", "failed");

    assertEquals("agent-2: the worker died", cluster.job("job").reason());
    cluster.advance(Duration.ofSeconds(1));
    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals(Optional.empty(), cluster.job("job").headline());
  }

  @Test
  void shareThatBreaksInTheRunFailsTheJobWhenTheOthersHaveComeToTheirEnd() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(4));

    second.breakDown("job", "out of memory");
    cluster.advance(Duration.ofSeconds(1));
    assertEquals("agent-2 broke: out of memory", cluster.job("job").reason());
    assertEquals("running", cluster.job("job").state());
    cluster.advanceTo("job", "failed");

    assertEquals("agent-2: out of memory", cluster.job("job").reason());
    RunDocument result = cluster.result("job");
    assertEquals(Verdict.BALANCED, result.audit().verdict());
    assertEquals(7, result.intervals().size());
    assertTrue(result.audit().ok() < 140 && result.audit().ok() > 70);
  }

  @Test
  void jobFailsWhenAllItsSharesBreak() {
    ScriptedAgent only = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(2));

    only.breakDown("job", "segmentation fault");
    cluster.advanceTo("job", "failed");

    assertEquals("agent-1: segmentation fault", cluster.job("job").reason());
    assertTrue(cluster.result("job").audit().ok() > 0);
  }

  @Test
  void agentThatComesBackInTimeLosesNothing() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));

    second.disconnect();
    cluster.advance(Duration.ofSeconds(30));
    assertEquals("running", cluster.job("job").state());
    assertEquals("lost", cluster.parts().reads.agents().getLast().state());
    cluster.connect(second);
    cluster.advanceTo("job", "completed");

    assertEquals("", cluster.job("job").reason());
    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals(140, cluster.result("job").audit().ok());
  }

  @Test
  void intervalsAppearWithoutALostAgentAndSayWhoIsMissing() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(2));
    second.disconnect();
    cluster.advance(Duration.ofSeconds(12));

    List<?> intervals = cluster.store().runs.intervals("job", 0, 100);

    assertEquals(7, intervals.size());
    assertTrue(intervals.getLast().toString().contains("\"missing\":[\"agent-2\"]"));
  }

  @Test
  void agentThatStaysAwayIsGivenUpAfterTheLeaseAndTheAuditSaysWhatIsMissing() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));
    second.disconnect();

    cluster.advance(Duration.ofSeconds(60));
    assertEquals("running", cluster.job("job").state());
    cluster.advance(Duration.ofSeconds(10));

    assertEquals("completed", cluster.job("job").state());
    assertEquals("agent-2 was lost", cluster.job("job").reason());
    RunDocument result = cluster.result("job");
    assertEquals(Verdict.INCOMPLETE, result.audit().verdict());
    assertTrue(result.audit().findings().getFirst().startsWith("agent-2"));
  }

  @Test
  void recordsThatComeAfterTheEndMendTheResult() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));
    second.disconnect();
    cluster.advanceTo("job", "completed");
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());

    cluster.connect(second);
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals("BALANCED", cluster.job("job").headline().orElseThrow().audit());
    assertEquals(0, second.spooled());
    assertInstanceOf(ShareGoal.Release.class, second.heard().getLast());
  }

  @Test
  void recordsThatComeWhileTheResultIsMadeAreInItInTheEnd() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));
    second.disconnect();
    cluster.holdReports();
    cluster.makeReports();
    assertEquals("stopping", cluster.job("job").state());

    List<SealedRecord> rest = second.spool("job");
    cluster
        .store()
        .records
        .addAll(
            new Batch(
                rest.stream()
                    .map(sealed ->
                        new Arrival(
                            sealed, (int) sealed.key().seq(), sealed.equals(rest.getLast())))
                    .toList()));
    cluster.advanceTo("job", "completed");
    cluster.advance(Duration.ofSeconds(5));

    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals(140, cluster.result("job").audit().ok());
  }

  @Test
  void jobIsLostWhenAllItsAgentsStayAway() {
    ScriptedAgent only = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(3));
    only.disconnect();

    cluster.advanceTo("job", "lost");

    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
  }

  @Test
  void agentLostBeforeTheStartEndsTheJob() {
    cluster
        .agent("agent-1")
        .sending(message -> message instanceof Message.ShareReport ? List.of() : List.of(message));
    ScriptedAgent second = cluster.agent("agent-2");
    cluster.submit("job", ScriptedCluster.spec(2));
    cluster.advance(Duration.ofSeconds(1));
    second.disconnect();

    cluster.advance(Duration.ofSeconds(28));
    assertEquals("preparing", cluster.job("job").state());
    assertEquals(
        "agent-2 has been away since 12:00:01 UTC; it is waited for until 12:00:31 UTC",
        cluster.job("job").reason());
    cluster.advance(Duration.ofSeconds(3));

    assertTrue(cluster.job("job").reason().startsWith("agent-2 was lost before the start"));
  }

  @Test
  void frozenAgentIsSuspectAndThenLost() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.advance(Duration.ofSeconds(2));
    agent.freeze();

    cluster.advance(Duration.ofSeconds(4));
    assertEquals("suspect", cluster.parts().reads.agents().getFirst().state());
    cluster.advance(Duration.ofSeconds(7));

    assertEquals("lost", cluster.parts().reads.agents().getFirst().state());
    assertFalse(agent.connected());
  }

  @Test
  void clockOffsetOfAnAgentIsMeasured() {
    cluster.agent("agent-1");
    cluster.advance(Duration.ofSeconds(5));

    AgentView view = cluster.parts().reads.agents().getFirst();

    assertEquals("connected", view.state());
    assertEquals(0.0, view.clock().clockOffsetMillis());
    assertEquals(Map.of("cores", "4"), view.host());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void repeatedAndReorderedMessagesChangeNothing(long seed) {
    Random random = new Random(seed);
    for (String name : List.of("agent-1", "agent-2", "agent-3")) {
      cluster.agent(name).sending(mangling(random));
    }
    cluster.submit("job", ScriptedCluster.spec(3));

    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");
    assertEquals(Verdict.BALANCED, result.audit().verdict());
    assertEquals(3 * 70, result.audit().ok());
    assertEquals(21, result.audit().records());
    assertTrue(result.audit().duplicates() > 0);
  }

  /// Holds a message back now and then until the next one has gone, and sends many twice.
  private static Function<Message, List<Message>> mangling(Random random) {
    List<Message> heldBack = new ArrayList<>();
    return message -> {
      if (message instanceof Message.Hello) {
        return List.of(message);
      }
      if (heldBack.isEmpty() && random.nextInt(4) == 0) {
        heldBack.add(message);
        return List.of();
      }
      List<Message> out = new ArrayList<>(List.of(message));
      out.addAll(heldBack);
      heldBack.clear();
      if (random.nextBoolean()) {
        out.addAll(List.copyOf(out));
      }
      return out;
    };
  }

  @Test
  void sameRecordWithOtherBytesIsAConflict() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(4));
    SealedRecord forged =
        TestRecords.sealed("job", "agent-1", ScriptedCluster.spec(1).axis(), 1, 99, false);
    agent.send(new Message.Records(List.of(forged)));

    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");
    assertEquals(Verdict.CONFLICT, result.audit().verdict());
    assertEquals(70, result.audit().ok());
  }

  @Test
  void aHundredForgeriesInOneRunAreAllKeptAsideAndCountNothing() {
    ScriptedAgent agent = cluster.agent("agent-1");
    JobSpec spec =
        ScriptedCluster.wants(AgentDemand.any(1))
            .phases(SpecBuilder.measure(Duration.ofSeconds(105), SpecBuilder.closed(4)))
            .build();
    cluster.submit("job", spec);
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(103));
    for (int index = 1; index <= 100; index++) {
      agent.send(
          new Message.Records(
              List.of(TestRecords.sealed("job", "agent-1", spec.axis(), index, 99, false))));
    }

    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");
    assertEquals(Verdict.CONFLICT, result.audit().verdict());
    assertEquals(1_050, result.audit().ok(), "what came first stands");
    assertEquals(
        100,
        cluster.store().records.conflicts("job", 200).stream()
            .map(Conflict::key)
            .distinct()
            .count());
  }

  /// Whole and within its run, but no worker counts like that.
  @Test
  void recordThatCannotBeAddedUpIsNamedAndTheResultIsMade() {
    cluster.twoAtWork(Duration.ofMillis(2_500));
    SealedRecord forged =
        TestRecords.sealed("job", "agent-1", ScriptedCluster.spec(1).axis(), 4, 1L << 62, false);
    cluster.store().records.addAll(new Batch(List.of(new Arrival(forged, 4, false))));
    cluster.advanceTo("job", "completed");

    RunDocument result = cluster.result("job");
    assertEquals(Verdict.CONFLICT, result.audit().verdict());
    assertTrue(
        result
            .audit()
            .findings()
            .contains("agent-1, worker 1: record 4 was quarantined: it cannot be added up"),
        result.audit().findings().toString());
    assertEquals(50 + 40, result.summary().transactions());
  }

  @Test
  void recordsOfOthersAreNotBelieved() {
    cluster.agent("agent-1");
    ScriptedAgent thief = cluster.agent("thief");
    JobSpec spec = ScriptedCluster.spec(1);
    cluster.submit("job", spec);
    cluster.advanceTo("job", "running");
    SealedRecord stolen = TestRecords.sealed("job", "agent-1", spec.axis(), 0, 99, false);
    SealedRecord uninvited = TestRecords.sealed("job", "thief", spec.axis(), 0, 99, false);
    thief.send(new Message.Records(List.of(stolen, uninvited)));

    cluster.advanceTo("job", "completed");

    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals(70, cluster.result("job").audit().ok());
  }

  @Test
  void storeThatFailsStopsAcknowledgementsAndLosesNothing() {
    ScriptedAgent agent = cluster.agent("agent-1");
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    cluster.advance(Duration.ofSeconds(3));

    cluster.breakStore();
    cluster.advance(Duration.ofSeconds(20));
    assertEquals("running", cluster.job("job").state());
    assertEquals(5, agent.spooled());
    cluster.mendStore();
    cluster.advanceTo("job", "completed");

    assertEquals(0, agent.spooled());
    assertEquals(Verdict.BALANCED, cluster.result("job").audit().verdict());
    assertEquals(70, cluster.result("job").audit().ok());
    assertEquals(0, cluster.result("job").audit().duplicates());
  }

  @Test
  void jobThatCannotBeKeptIsNotTaken() {
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
    cluster.mendStore();

    assertInstanceOf(StoreException.class, answer.exceptionNow());
    assertEquals(Optional.empty(), cluster.parts().reads.job("job"));
  }

  @Test
  void secondAgentOfTheSameNameIsRefusedWhileTheFirstAnswers() {
    cluster.agent("agent-1");
    ScriptedAgent clone = new ScriptedAgent("agent-1", cluster.time());
    clone.restart();
    cluster.connect(clone);

    assertTrue(clone.refusal().orElseThrow().contains("another agent named agent-1"));
    assertEquals("connected", cluster.parts().reads.agents().getFirst().state());
  }

  @Test
  void nameIsOccupiedWhileItsAgentIsConnectedOrHoldsAShare() {
    assertEquals(Optional.empty(), occupation("agent-1"));
    ScriptedAgent agent = cluster.agent("agent-1");
    assertEquals("An agent named agent-1 is connected", occupation("agent-1").orElseThrow());
    cluster.submit("job", ScriptedCluster.spec(1));
    cluster.advanceTo("job", "running");
    agent.disconnect();
    cluster.settle();
    String holds = "Agent agent-1 still holds its share of job job";
    assertEquals(holds, occupation("agent-1").orElseThrow());
    cluster.advanceTo("job", "lost");
    assertEquals(holds, occupation("agent-1").orElseThrow());
    assertEquals(
        holds + "; start it again so that it brings what it may still have",
        cluster.now(cluster.parts().agents.need("agent-1")).orElseThrow());
    cluster.connect(agent);
    cluster.advance(Duration.ofSeconds(3));
    agent.disconnect();
    cluster.settle();

    assertEquals(Optional.empty(), occupation("agent-1"));
  }

  private Optional<String> occupation(String agent) {
    return cluster.now(cluster.parts().agents.occupation(agent));
  }

  @Test
  void runGoesOnWithoutAnAgentWhoseCredentialWasRevoked() {
    ScriptedAgent second = cluster.twoAtWork(Duration.ofSeconds(3));

    cluster.now(cluster.parts().agents.revoked("agent-2"));
    cluster.settle();

    assertFalse(second.connected());
    assertTrue(second.refusal().orElseThrow().contains("was revoked"));
    assertEquals(Optional.empty(), occupation("agent-2"));
    assertEquals(1, cluster.parts().reads.agents().size());
    cluster.advance(Duration.ofSeconds(10));
    assertEquals("completed", cluster.job("job").state());
    assertEquals("agent-2 broke: its credential was revoked", cluster.job("job").reason());
    assertEquals(Verdict.INCOMPLETE, cluster.result("job").audit().verdict());
    cluster.kill();
    cluster.reboot();
    assertEquals(Optional.empty(), occupation("agent-2"));
  }

  @Test
  void jobThatHasNotBegunFailsWithItsAgentsCredential() {
    cluster
        .agent("agent-1")
        .sending(message -> message instanceof Message.ShareReport ? List.of() : List.of(message));
    cluster.submit("job", ScriptedCluster.spec(1));

    cluster.now(cluster.parts().agents.revoked("agent-1"));
    cluster.advanceTo("job", "failed");

    assertEquals("agent-1: its credential was revoked", cluster.job("job").reason());
  }

  @Test
  void restartedAgentTakesItsPlaceAgain() {
    ScriptedAgent agent = cluster.agent("agent-1");
    agent.disconnect();
    cluster.settle();
    agent.restart();
    cluster.connect(agent);

    assertEquals(Optional.empty(), agent.refusal());
    assertEquals("connected", cluster.parts().reads.agents().getFirst().state());
  }

  @Test
  void requestRightBehindTheGreetingIsAnswered() {
    List<Message> heard = new ArrayList<>();
    Link.Listener server =
        new AgentConnection(
            told(heard),
            new AgentIdentity("agent-1", List.of(), "here"),
            cluster.parts().connections);

    server.received(
        new Message.Hello(Message.PROTOCOL, "agent-1", "one", "1.0", Map.of(), Map.of()));
    server.received(new Message.PackRequest("0".repeat(64), 0));
    assertEquals(List.of(), heard);
    cluster.settle();

    assertTrue(heard.stream().anyMatch(Message.Welcome.class::isInstance));
    assertTrue(heard.stream().anyMatch(Message.PackChunk.class::isInstance));
  }

  @Test
  void orderThatCannotBeSentHoldsUpNoOtherJobAndItsJobCanBeCancelled() {
    cluster.agent("agent-1");
    Link narrow = told(new ArrayList<>(), ShareGoal.Prepare.class);
    attach(narrow, "agent-2");
    assertInstanceOf(Submission.Accepted.class, cluster.submit("large", named("agent-2")));
    attach(narrow, "agent-2");
    cluster.advance(Duration.ofSeconds(7));
    assertEquals("preparing", cluster.job("large").state());

    cluster.submit("job", named("agent-1"));
    cluster.advanceTo("job", "completed");
    cluster.cancel("large");
    cluster.advanceTo("large", "cancelled");
  }

  private void attach(Link link, String name) {
    new AgentConnection(
            link, new AgentIdentity(name, List.of(), "here"), cluster.parts().connections)
        .received(new Message.Hello(Message.PROTOCOL, name, "one", "1.0", Map.of(), Map.of()));
    cluster.settle();
  }

  private static JobSpec named(String agent) {
    return ScriptedCluster.wants(new AgentDemand(1, List.of(agent))).build();
  }

  /// A link whose other end only listens.
  ///
  /// @param tooLarge goals that it cannot carry
  @SafeVarargs
  private static Link told(List<Message> heard, Class<? extends ShareGoal>... tooLarge) {
    return new Link() {
      @Override
      public void send(Message message) {
        if (message instanceof Message.ShareOrder order
            && List.of(tooLarge).contains(order.goal().getClass())) {
          throw new IllegalArgumentException("the message is larger than a frame");
        }
        heard.add(message);
      }

      @Override
      public long pendingBytes() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void agentWithAShareThatNobodyKnowsIsToldToKeepItsRecords() {
    ScriptedAgent agent = cluster.agent("agent-1");
    agent.send(new Message.ShareReport("unknown", 7, new ShareStatus.Finished(41)));
    cluster.settle();

    assertEquals(new ShareGoal.Stop(true), agent.heard().getLast());
  }

  @Test
  void secondJobWaitsForBusyAgentsAndThenBegins() {
    cluster.agent("agent-1");
    cluster.submit("first", ScriptedCluster.spec(1));
    cluster.submit("second", ScriptedCluster.spec(1));
    assertEquals(
        "agent-1 is busy with job first; begins when it is free", cluster.job("second").reason());

    cluster.advanceTo("first", "completed");
    cluster.advanceTo("second", "completed");

    assertEquals(Verdict.BALANCED, cluster.result("second").audit().verdict());
  }

  @Test
  void jobThatDoesNotWaitFailsAtOnce() {
    AgentDemand absent = new AgentDemand(1, List.of("agent-9"));
    cluster.submit("job", ScriptedCluster.wants(absent).waitForAgents(false).build());

    assertEquals("failed", cluster.job("job").state());
    assertTrue(cluster.job("job").reason().contains("agent-9 not connected"));
  }
}
