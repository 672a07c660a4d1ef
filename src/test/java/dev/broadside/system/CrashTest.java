package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is killed loses nothing that was counted, and is back at work soon.
class CrashTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LATEST_RETURN = Duration.ofSeconds(10);
  private static final int THREADS = 4;
  private static final int KILLS = Integer.getInteger("kills", 1);

  @TempDir private Path folder;

  /// `-Dkills=100` kills it as often.
  @Test
  void aServerKilledInMidRunComesBackWithEveryInterval() {
    try (Installation installation = Installation.start(folder).withAgents(2)) {
      Api api = installation.api();
      String job = api.submit(noop("2h"));
      api.awaitState(job, "running", MINUTE);
      awaitIntervals(api, job, 3);
      for (int kill = 0; kill < KILLS; kill++) {
        int before = api.results(job).get("intervals").size();
        installation.crashAndRestartServer();
        awaitIntervals(api, job, before + 3);
      }
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());

      JsonNode result = api.awaitEnd(job, MINUTE);
      assertEquals(
          "BALANCED", result.at("/audit/verdict").asString(), result.get("audit")::toString);
      // The order to stop reaches one agent before the other: the last interval may be of one only.
      JsonNode last = result.at("/intervals").get(result.get("intervals").size() - 1);
      assertEquals(
          last.get("index").asLong(),
          wholeOnesBefore(last, result),
          "every interval of an outage is there");
    }
  }

  /// A worker, an agent with its worker, and an agent that is stopped as an upgrade stops it, the
  /// last being the one that verifies the target. `-Dkills=100` does the first two as often.
  @Test
  void whateverIsKilledTakesItsLoadUpAgain() throws SQLException {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (Installation installation = Installation.start(folder)) {
      Api api = installation.api();
      Command first = installation.agent("a1");
      Command second = installation.agent("a2");
      api.awaitAgents(2, MINUTE);
      String job = api.submit(ledger(database));
      api.awaitState(job, "running", MINUTE);
      awaitIntervals(api, job, 3);
      for (int round = 0; round < KILLS; round++) {
        ProcessHandle worker = worker(second);
        worker.destroyForcibly();
        awaitLoad(api, job, "a killed worker", second);
        assertTrue(second.handle().isAlive(), "the agent survives its worker");

        ProcessHandle next = worker(second);
        second.handle().destroyForcibly();
        next.destroyForcibly();
        second.awaitExit(MINUTE);
        second = installation.agent("a2");
        awaitLoad(api, job, "a killed agent", second);
      }
      first.terminateFamily();
      assertEquals(143, first.awaitExit(MINUTE), first::toString);
      first = installation.agent("a1");
      awaitLoad(api, job, "an agent that was stopped", first);
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());

      assertExact(api.awaitEnd(job, MINUTE), 2 * THREADS * KILLS);
    } finally {
      database.stop();
    }
  }

  private static void assertExact(JsonNode result, int mostUncertain) {
    JsonNode audit = result.get("audit");
    long ended =
        audit.get("ok").asLong() + audit.get("failed").asLong() + audit.get("uncertain").asLong();
    assertEquals(audit.get("begun").asLong(), ended, audit::toString);
    assertTrue(audit.get("uncertain").asLong() <= mostUncertain, "one per thread: " + audit);
    for (JsonNode check : audit.get("checks")) {
      assertTrue(check.get("holds").asBoolean(), audit::toString);
      assertFalse(check.get("evidence").asBoolean(), "every count is there: " + audit);
    }
    assertEquals(3, audit.get("checks").size(), audit::toString);
    List<String> findings =
        audit.get("findings").valueStream().map(finding -> finding.asString("")).toList();
    // Of each thread the latency that it was about to store, and the texts of its last failures.
    assertTrue(
        findings.stream().allMatch(one -> one.contains("latenc") || one.contains("messages of")),
        findings::toString);
  }

  /// An interval that began since then has the load of both.
  private static void awaitLoad(Api api, String job, String after, Command agent) {
    int since = api.results(job).get("intervals").size();
    Await.until(
        LATEST_RETURN,
        "the load after " + after,
        () ->
            api.results(job)
                .get("intervals")
                .valueStream()
                .skip(since + 1L)
                .anyMatch(interval -> interval.get("missing").isEmpty()),
        () -> api.get("/api/v1/jobs/" + job).body() + "\n" + agent);
  }

  private static Map<String, Object> ledger(Server database) {
    return Map.of(
        "jobClass",
        "ledger",
        "parameters",
        Map.of(
            "url",
            "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:ledger;DB_CLOSE_DELAY=-1"),
        "agents",
        2,
        "threads",
        THREADS,
        "interval",
        "500ms",
        "think",
        "5ms",
        "duration",
        "2h");
  }

  private static ProcessHandle worker(Command agent) {
    return Await.value(
        MINUTE,
        "a worker",
        () ->
            agent
                .handle()
                .descendants()
                .filter(p -> p.info().commandLine().orElse("").contains("WorkerMain"))
                .findFirst(),
        agent::toString);
  }

  private static void awaitIntervals(Api api, String job, int count) {
    Await.until(
        MINUTE,
        count + " intervals",
        () -> api.results(job).path("intervals").size() >= count,
        () -> api.get("/api/v1/jobs/" + job).body());
  }

  private static long wholeOnesBefore(JsonNode last, JsonNode result) {
    return result
        .get("intervals")
        .valueStream()
        .filter(interval -> !interval.equals(last) && interval.get("missing").isEmpty())
        .count();
  }

  private static Map<String, Object> noop(String duration) {
    return Map.of(
        "jobClass",
        "noop",
        "parameters",
        Map.of("iteration-time", "5ms"),
        "agents",
        2,
        "threads",
        2,
        "interval",
        "500ms",
        "duration",
        duration);
  }
}
