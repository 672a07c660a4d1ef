package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import dev.broadside.system.harness.MariaDb;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.h2.tools.Server;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What is killed loses nothing that was counted.
class CrashTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void aServerKilledInMidRunComesBackWithEveryInterval() {
    try (Installation installation = Installation.start(folder).withAgents(2)) {
      String job = installation.api().submit(noop("8s"));
      installation.api().awaitState(job, "running", MINUTE);
      awaitIntervals(installation.api(), job, 3);

      installation.crashAndRestartServer();

      installation.api().awaitState(job, "completed", MINUTE);
      JsonNode result = installation.api().results(job);
      assertEquals(
          "BALANCED", result.at("/audit/verdict").asString(), result.get("audit")::toString);
      assertEquals(16, fullIntervals(result), "every interval of the outage is there");
    }
  }

  @Test
  void aKilledWorkersCountsAreReadFromItsMappedFile() {
    try (MariaDb database = MariaDb.start(folder.resolve("db"));
        Installation installation = Installation.start(folder)) {
      installation.agent("a1"); // the first one, which verifies the target
      Command agent = installation.agent("a2");
      installation.api().awaitAgents(2, MINUTE);
      String job = installation.api().submit(igenoltp(database));
      installation.api().awaitState(job, "running", MINUTE);
      awaitIntervals(installation.api(), job, 3);

      worker(agent).destroyForcibly();

      installation.api().awaitState(job, "completed", MINUTE);
      JsonNode result = installation.api().results(job);
      JsonNode audit = result.get("audit");
      assertEquals(
          audit.get("begun").asLong(),
          audit.get("ok").asLong()
              + audit.get("failed").asLong()
              + audit.get("uncertain").asLong());
      assertTrue(audit.get("uncertain").asLong() <= 4, "at most one per thread: " + audit);
      nothingButMessagesIsMissing(audit);
      assertTrue(agent.handle().isAlive(), "the agent survives its worker");
      List<Boolean> stationary =
          audit
              .get("checks")
              .valueStream()
              .filter(check -> check.get("name").asString().equals("orders are stationary"))
              .map(check -> check.get("holds").asBoolean())
              .toList();
      assertEquals(List.of(true), stationary, () -> "the target holds what was counted: " + audit);
    }
  }

  /// Transactions that the business rule rolls back end well and leave nothing, so that only counts
  /// of operations with their fates agree with the target.
  @Test
  void aKilledAgentThatComesBackLosesNoOperation() throws SQLException {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (Installation installation = Installation.start(folder)) {
      installation.agent("a1"); // the first one, which verifies the target
      Command agent = installation.agent("a2");
      installation.api().awaitAgents(2, MINUTE);
      installExample(installation);
      String job = installation.api().submit(hotCounter(database));
      installation.api().awaitState(job, "running", MINUTE);
      awaitIntervals(installation.api(), job, 3);

      ProcessHandle worker = worker(agent);
      agent.handle().destroyForcibly();
      worker.destroyForcibly();
      agent.awaitExit(MINUTE);
      installation.agent("a2");

      JsonNode audit = ended(installation.api(), job).get("audit");
      nothingButMessagesIsMissing(audit);
      assertEquals("no step is lost", audit.at("/checks/0/name").asString(), audit::toString);
      assertTrue(audit.at("/checks/0/holds").asBoolean(), audit::toString);
      assertFalse(audit.at("/checks/0/evidence").asBoolean(), "every count is there: " + audit);
      assertTrue(audit.get("uncertain").asLong() <= 4, "at most one per thread: " + audit);
    } finally {
      database.stop();
    }
  }

  /// A step that was committed as the worker ended is counted, or uncertain: never lost. The job
  /// goes on with the other agent.
  @Test
  void aStoppedAgentHandsOverEverythingItCountedAndLosesNoOperation() throws SQLException {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (Installation installation = Installation.start(folder)) {
      installation.agent("a1"); // the first one, which verifies the target
      Command agent = installation.agent("a2");
      Api api = installation.api();
      api.awaitAgents(2, MINUTE);
      installExample(installation);
      String job = api.submit(hotCounter(database));
      api.awaitState(job, "running", MINUTE);
      awaitIntervals(api, job, 3);

      agent.terminateFamily();
      assertEquals(143, agent.awaitExit(MINUTE), agent::toString);

      JsonNode audit = ended(api, job).get("audit");
      assertEquals("BALANCED", audit.get("verdict").asString(), audit::toString);
      assertEquals("no step is lost", audit.at("/checks/0/name").asString(), audit::toString);
      assertTrue(audit.at("/checks/0/holds").asBoolean(), audit::toString);
      assertEquals(0, audit.get("uncertain").asLong(), audit::toString);
      String shown = api.get("/api/v1/jobs/" + job).body().toString();
      assertTrue(shown.contains("a2 broke: the agent was stopped"), shown);
      installation.agent("a2");
      api.awaitAgents(2, MINUTE);
      assertEquals(
          audit.get("begun").asLong(), api.results(job).at("/audit/begun").asLong(), "sent once");
    } finally {
      database.stop();
    }
  }

  /// Every latency outlives its worker; the texts of its last interval's failures do not.
  private static void nothingButMessagesIsMissing(JsonNode audit) {
    String findings = audit.get("findings").toString();
    assertFalse(findings.contains("latenc"), findings);
    String expected = findings.contains("the messages of") ? "INCOMPLETE" : "BALANCED";
    assertEquals(expected, audit.get("verdict").asString(), audit::toString);
  }

  private static void installExample(Installation installation) {
    String jar = System.getProperty("broadside.example");
    try (Command install =
        Command.start("pack", "install", jar, "--server", installation.address())) {
      assertEquals(0, install.awaitExit(MINUTE), install::toString);
    }
  }

  private static JsonNode ended(Api api, String job) {
    Await.until(
        MINUTE,
        "the end of " + job,
        () -> !api.get("/api/v1/jobs/" + job).body().path("endedAt").asString("").isEmpty(),
        () -> api.get("/api/v1/jobs/" + job).body());
    return api.results(job);
  }

  private static Map<String, Object> hotCounter(Server database) {
    return Map.of(
        "jobClass",
        "hot_counter",
        "parameters",
        Map.of(
            "url",
            "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:steps;DB_CLOSE_DELAY=-1",
            "rollbacks",
            "20"),
        "agents",
        2,
        "threads",
        4,
        "interval",
        "500ms",
        "think",
        "5ms",
        "duration",
        "8s");
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

  private static long fullIntervals(JsonNode result) {
    return result
        .get("intervals")
        .valueStream()
        .filter(i -> !i.get("phase").asString().equals("drain") && i.get("missing").isEmpty())
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

  private static Map<String, Object> igenoltp(MariaDb database) {
    return Map.of(
        "jobClass",
        "igenoltp",
        "parameters",
        Map.of(
            "url", database.url(),
            "user", database.user(),
            "password", database.password(),
            "scale", "0.05"),
        "agents",
        2,
        "threads",
        4,
        "interval",
        "500ms",
        "think",
        "5ms",
        "duration",
        "8s");
  }
}
