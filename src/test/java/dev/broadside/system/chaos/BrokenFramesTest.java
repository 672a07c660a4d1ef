package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.core.report.Json;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.h2.tools.Server;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A ledger that is written by two agents, of which one hears and is heard by frames that are
/// repeated, swapped, replayed, delayed, sliced, altered, invented and cut off; beside it a job of
/// the other one alone, which is to notice nothing.
///
/// `-Dframes.seconds=N` and `-Dchaos.seed=S` say for how long, and which troubles.
final class BrokenFramesTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LENGTH =
      Duration.ofSeconds(Integer.getInteger("frames.seconds", 20));
  private static final long SEED =
      Long.getLong("chaos.seed", ThreadLocalRandom.current().nextInt(1_000_000));

  @TempDir private Path folder;

  @Test
  void whateverBecomesOfFramesTheResultIsRightAndNobodyElseNotices() throws SQLException {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (Installation installation = Installation.start(folder);
        FrameCable cable =
            new FrameCable(installation.port(), Path.of(installation.data()), false, SEED)) {
      Api api = installation.api();
      installation.agentVia("https://127.0.0.1:" + cable.port(), "bad");
      installation.agent("good", "--jobs", "2");
      api.awaitAgents(2, MINUTE);
      String ledger = api.submit(ledger(database));
      String other = api.submit(other());
      api.awaitState(ledger, "running", MINUTE);
      cable.goBad();
      awaitFaults(cable, 12);
      Await.until(
          LENGTH.plus(MINUTE),
          "the end of what is beside it",
          () -> !api.get("/api/v1/jobs/" + other).body().path("endedAt").asString("").isEmpty(),
          () -> api.get("/api/v1/jobs/" + other).body() + " " + cable.done());
      cable.mend();

      assertRight(api.awaitEnd(ledger, MINUTE.multipliedBy(4)), cable);
      JsonNode untouched = api.results(other);
      assertEquals("completed", api.state(other));
      assertEquals(
          "BALANCED", untouched.at("/audit/verdict").asString(), untouched.get("audit")::toString);
      assertEquals(0, untouched.at("/audit/duplicates").asLong());
      assertTrue(
          untouched.get("intervals").valueStream().allMatch(i -> i.get("missing").isEmpty()));
    } finally {
      database.stop();
    }
  }

  /// Over TLS nothing is altered, repeated or invented unnoticed: the connection ends, and the next
  /// one goes on.
  @Test
  @Tag("nightly")
  void overTlsABrokenFrameEndsItsConnectionAndNothingElse() throws Exception {
    Server database = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    try (Installation installation = Installation.start(folder);
        FrameCable cable =
            new FrameCable(installation.port(), Path.of(installation.data()), true, SEED)) {
      try (Command agent = installation.agentVia("https://127.0.0.1:" + cable.port(), "bad")) {
        agent.awaitText(MINUTE, "(connected to the server)");
        cable.goBad();
        awaitFaults(cable, 2);
        List<String> words = new ArrayList<>(List.of("job", "submit", "ledger"));
        words.addAll(List.of("--url", url(database), "--threads", "2", "--think", "10ms"));
        words.addAll(List.of("--duration", LENGTH.toSeconds() + "s", "--watch", "--json"));
        words.addAll(List.of("--server", installation.data()));
        try (Command submit = Command.start(words.toArray(String[]::new))) {
          submit.awaitExit(LENGTH.plus(MINUTE.multipliedBy(4)));
          assertTrue(submit.out().contains("\"audit\""), () -> cable.done() + " " + submit);
          assertRight(Json.mapper().readTree(submit.out()), cable);
        }
      }
    } finally {
      database.stop();
    }
  }

  /// Also where the load is over before: pings go on.
  private static void awaitFaults(FrameCable cable, int count) {
    Await.until(
        MINUTE,
        count + " faults",
        () -> cable.done().values().stream().mapToInt(Integer::intValue).sum() >= count,
        () -> cable.done().toString());
  }

  /// Right, and where something is missing it says what.
  private static void assertRight(JsonNode result, FrameCable cable) {
    JsonNode audit = result.get("audit");
    String told = "-Dchaos.seed=" + SEED + " " + cable.done() + " " + audit;
    System.out.println(told);
    assertNotEquals("CONFLICT", audit.get("verdict").asString(), told);
    assertEquals(
        audit.get("verdict").asString().equals("BALANCED"), audit.get("findings").isEmpty(), told);
    assertEquals(
        audit.get("begun").asLong(),
        audit.get("ok").asLong() + audit.get("failed").asLong() + audit.get("uncertain").asLong(),
        told);
    assertTrue(
        audit.get("checks").valueStream().allMatch(check -> check.get("holds").asBoolean()), told);
    assertEquals(3, audit.get("checks").size(), told);
  }

  private static String url(Server database) {
    return "jdbc:h2:tcp://127.0.0.1:" + database.getPort() + "/mem:frames;DB_CLOSE_DELAY=-1";
  }

  private static Map<String, Object> ledger(Server database) {
    return Map.of(
        "jobClass",
        "ledger",
        "parameters",
        Map.of("url", url(database)),
        "agents",
        Map.of("names", List.of("bad", "good")),
        "threads",
        2,
        "interval",
        "200ms",
        "think",
        "10ms",
        "duration",
        LENGTH.toSeconds() + "s");
  }

  private static Map<String, Object> other() {
    return Map.of(
        "jobClass",
        "noop",
        "parameters",
        Map.of("iteration-time", "10ms"),
        "agents",
        Map.of("names", List.of("good")),
        "threads",
        1,
        "interval",
        "500ms",
        "duration",
        LENGTH.toSeconds() + "s");
  }
}
