package dev.broadside.client.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.client.link.AuthorityPin;
import dev.broadside.client.link.LinkServer;
import dev.broadside.client.link.ServerAddress;
import dev.broadside.client.link.TestAuthority;
import dev.broadside.client.share.StartException;
import dev.broadside.client.share.WorkerLauncher;
import dev.broadside.core.fixture.Await;
import dev.broadside.core.job.Plan;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.Secret;
import dev.broadside.core.stat.IntervalRecord;
import dev.broadside.core.stat.OutcomeCounts;
import dev.broadside.core.wire.ShareStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real agent with real workers, over real sockets, against a server that follows the protocol.
class AgentProcessTest {
  @TempDir private Path temp;
  private NapPack pack;

  @BeforeEach
  void buildPack() throws Exception {
    pack = NapPack.build(temp);
    Files.writeString(temp.resolve("join"), "good\n");
  }

  private Plan plan(Map<String, String> parameters) {
    return plan(parameters, 2);
  }

  private Plan plan(Map<String, String> parameters, int seconds) {
    return Plans.plan("run-1", pack.sha256(), "nap", seconds, parameters, Map.of());
  }

  private AgentConfig config(
      ServerAddress server, Optional<AuthorityPin> authority, AgentConfig.Joining joining) {
    return new AgentConfig(
        Plans.AGENT,
        new AgentConfig.Access(Optional.of(server), authority, joining),
        new AgentConfig.Offer(Map.of(), 1),
        new WorkerLauncher.Settings(temp.resolve("drivers"), List.of("-XX:TieredStopAtLevel=1")),
        temp.resolve("data"),
        AgentConfig.SPOOL_BYTES,
        PackTrust.ANYBODY,
        "test");
  }

  private AgentConfig local(LinkServer server) {
    AgentConfig.Joining joining = new AgentConfig.Joining.ByFile(temp.resolve("join"));
    return config(server.address(), Optional.of(LinkServer.pin()), joining);
  }

  @Test
  void itJoinsByFileAndRunsAShareFromForkToRelease() throws Exception {
    ScriptedServer script = new ScriptedServer(plan(Map.of()), pack.bytes(), false);
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept);
        Agent _ = Agent.start(local(server))) {
      script.awaitReleased();
      assertWhole(script.records());
      assertFalse(Files.exists(temp.resolve("data/spool/1")));
      Path credential = temp.resolve("data/credential");
      assertEquals(
          "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(credential)));
    }
  }

  @Test
  void aCutConnectionLosesAndDoublesNothing() throws Exception {
    ScriptedServer script = new ScriptedServer(plan(Map.of()), pack.bytes(), true);
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept);
        Agent _ = Agent.start(local(server))) {
      script.awaitReleased();
      assertWhole(script.records());
      assertTrue(script.hellos().size() >= 2);
    }
  }

  /// Gap-free up to the closing record, and each record's counts are the step from the one before
  /// it.
  private static void assertWhole(List<IntervalRecord> records) {
    OutcomeCounts sum = OutcomeCounts.NONE;
    for (int i = 0; i < records.size(); i++) {
      IntervalRecord record = records.get(i);
      sum = sum.plus(record.tally().transactions().counts());
      assertEquals(i, record.key().seq());
      assertEquals(sum, record.total().transactions());
      assertEquals(i == records.size() - 1, record.last());
    }
    assertTrue(sum.ok() > 0);
    assertEquals(sum.begun(), sum.ended());
  }

  @Test
  void aWorkerThatHaltsLeavesEveryCountAndItsLastWords() throws Exception {
    ScriptedServer script =
        new ScriptedServer(plan(Map.of("halt-at", "1200"), 600), pack.bytes(), false);
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept);
        Agent _ = Agent.start(local(server))) {
      ShareStatus.Broken broken = script.awaitBroken();
      assertEquals(
          "3 workers died within a minute; at last the worker ended with status 9",
          broken.reason());
      assertTrue(broken.lastWords().contains("halting now"), broken.lastWords());
      Map<Long, List<IntervalRecord>> lives =
          Await.until(() -> lives(script.records()), AgentProcessTest::threeAreClosed);
      for (List<IntervalRecord> life : lives.values()) {
        assertWhole(life);
        OutcomeCounts total = life.getLast().total().transactions();
        assertEquals(
            List.of(1_200L, 1_199L, 1L), List.of(total.begun(), total.ok(), total.uncertain()));
      }
    }
  }

  private static Map<Long, List<IntervalRecord>> lives(List<IntervalRecord> records) {
    return records.stream().collect(Collectors.groupingBy(one -> one.key().incarnation()));
  }

  private static boolean threeAreClosed(Map<Long, List<IntervalRecord>> lives) {
    return lives.size() == 3 && lives.values().stream().allMatch(life -> life.getLast().last());
  }

  @Test
  void aStoppedAgentKillsItsWorkersAndTheNextOneSendsTheirLastRecords() throws Exception {
    ScriptedServer script = new ScriptedServer(plan(Map.of(), 600), pack.bytes(), false);
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept)) {
      try (Agent _ = Agent.start(local(server))) {
        script.awaitRecords(2);
      }
      try (Agent _ = Agent.start(local(server))) {
        long lastSeq = script.awaitBroken().lastSeq();
        assertWhole(script.awaitRecords(lastSeq + 1));
      }
    }
  }

  @Test
  void anAgentThatLeavesLetsItsWorkerFinishAndTheServerHasItAll() throws Exception {
    ScriptedServer script = new ScriptedServer(plan(Map.of(), 600), pack.bytes(), false);
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept);
        Agent agent = Agent.start(local(server))) {
      script.awaitRecords(2);
      agent.leave();
      ShareStatus.Broken broken = script.awaitBroken();
      assertEquals("the agent was stopped", broken.reason());
      assertEquals(broken.lastSeq() + 1, script.records().size());
      assertWhole(script.records());
      assertEquals(0, script.records().getLast().total().transactions().uncertain());
    }
  }

  @Test
  void anAgentThatLeavesIsClosedAtOnceByAnotherThread() throws Exception {
    ScriptedServer script =
        new ScriptedServer(plan(Map.of("nap-millis", "600000"), 600), pack.bytes(), false);
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept);
        Agent agent = Agent.start(local(server))) {
      script.awaitRecords(1);
      Thread second = Thread.ofVirtual().unstarted(agent::close);
      Thread first =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  agent.leave();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      second.start();
      assertTrue(first.join(Duration.ofMinutes(2)));
      assertTrue(second.join(Duration.ofMinutes(2)));
    }
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept);
        Agent _ = Agent.start(local(server))) {
      IntervalRecord last = script.awaitRecords(script.awaitBroken().lastSeq() + 1).getLast();
      assertTrue(last.last());
      assertEquals(1, last.total().transactions().begun());
      assertEquals(1, last.total().transactions().uncertain());
    }
  }

  @Test
  void itJoinsByTokenOverTlsAndOnlyThePinnedServer() throws Exception {
    TestAuthority authority = new TestAuthority();
    ScriptedServer script = new ScriptedServer(plan(Map.of()), pack.bytes(), false);
    AgentConfig.Joining token = new AgentConfig.Joining.ByToken(new Secret("good"));
    try (LinkServer server =
        LinkServer.encrypted(
            authority.server("127.0.0.1", 1), ScriptedServer::join, script::accept)) {
      AuthorityPin other = new TestAuthority().pin();
      StartException refused =
          assertThrows(
              StartException.class,
              () -> Agent.start(config(server.address(), Optional.of(other), token)));
      assertTrue(
          refused.getMessage().contains("does not come from the pinned authority " + other),
          refused.getMessage());
      try (Agent _ = Agent.start(config(server.address(), Optional.of(authority.pin()), token))) {
        script.awaitReleased();
      }
    }
  }

  @Test
  void aDataFolderServesOneAgentAtATime() throws Exception {
    ScriptedServer script = new ScriptedServer(plan(Map.of()), pack.bytes(), false);
    try (LinkServer server = LinkServer.start(ScriptedServer::join, script::accept)) {
      try (Agent _ = Agent.start(local(server))) {
        StartException second =
            assertThrows(StartException.class, () -> Agent.start(local(server)));
        assertTrue(second.getMessage().contains("another agent uses it"), second.getMessage());
      }
      Agent.start(local(server)).close();
    }
  }
}
