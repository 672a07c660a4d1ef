package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Audits;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.ControlGroup;
import dev.broadside.system.harness.ControlGroup.Controller;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An agent and its worker share a control group, as in a container, whose memory runs out while a
/// ledger is written: the kernel kills the worker and not the agent, the agent says for want of
/// what, its next worker takes the load up, and the ledger is exact. `-Dkills=10` lets it run out
/// as often, in eleven minutes. Without root this reports "not run".
@Order(6)
final class ShortMemoryTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int KILLS = Integer.getInteger("kills", 1);
  private static final int THREADS = 2;

  /// What the worker may still take: its young generation alone is forty times as large.
  private static final long ROOM = 4L << 20;

  private static final String YOUNG = "--worker-option=-Xmn160m";

  /// Of half a second. Three deaths within a minute end a share.
  private static final int INTERVALS_BETWEEN = 130;

  @TempDir private Path folder;

  @Test
  @Timeout(1_800)
  void theKernelKillsTheWorkerAndNotTheAgentAndTheLedgerIsExact() throws SQLException {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (ControlGroup group = ControlGroup.of(Controller.MEMORY, "short");
        Installation installation = Installation.start(folder)) {
      Api api = installation.api();
      Command agent = installation.agentIn(group, "a1", YOUNG);
      api.awaitAgents(1, MINUTE);
      String job = api.submit(ledger(database));
      api.awaitState(job, "running", MINUTE);
      awaitIntervals(api, job, 3);
      for (int kill = 1; kill <= KILLS; kill++) {
        ProcessHandle worker = agent.awaitWorker(MINUTE);
        group.limitMemory(group.memory() + ROOM);
        Await.until(MINUTE, "the kernel to kill " + worker, () -> !worker.isAlive(), group::memory);
        group.freeMemory();
        awaitIntervals(api, job, kill < KILLS ? INTERVALS_BETWEEN : 3);
        assertTrue(agent.handle().isAlive(), "the agent survives its worker");
      }
      long told = said(api, job, "was killed by the system for want of memory");
      assertTrue(told >= KILLS, () -> api.get("/api/v1/jobs/" + job + "/log").body().toString());
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());
      assertExact(api.awaitEnd(job, MINUTE), (int) told);
    } finally {
      database.stop();
    }
  }

  private static long said(Api api, String job, String words) {
    String log = api.get("/api/v1/jobs/" + job + "/log").body().toString();
    return log.split(words, -1).length - 1L;
  }

  private static void assertExact(JsonNode result, int kills) {
    JsonNode audit = result.get("audit");
    System.out.println(kills + " times without memory: " + audit);
    Audits.assertExact(audit);
    assertTrue(audit.get("uncertain").asLong() <= (long) THREADS * kills, audit::toString);
    assertEquals(3, audit.get("checks").size(), audit::toString);
    for (JsonNode check : audit.get("checks")) {
      assertTrue(!check.get("evidence").asBoolean(), audit::toString);
    }
  }

  /// As many that began since then and lack nobody.
  private static void awaitIntervals(Api api, String job, int more) {
    long since = newest(api, job);
    Await.until(
        MINUTE.multipliedBy(2),
        more + " whole intervals",
        () -> newest(api, job) > since + more && whole(api, job, since + 2) >= more,
        () -> api.get("/api/v1/jobs/" + job).body());
  }

  private static long newest(Api api, String job) {
    return api.results(job).path("intervals").size();
  }

  private static long whole(Api api, String job, long from) {
    return api.intervals(job, from).stream().filter(one -> one.get("missing").isEmpty()).count();
  }

  private static Map<String, Object> ledger(Server database) {
    return Map.of(
        "jobClass",
        "ledger",
        "parameters",
        Map.of(
            "url",
            "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:short;DB_CLOSE_DELAY=-1"),
        "threads",
        THREADS,
        "interval",
        "500ms",
        "think",
        "1ms",
        "duration",
        "2h");
  }
}
