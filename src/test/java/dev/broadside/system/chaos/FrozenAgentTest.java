package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An agent and its worker that stand still for 120 s, as a host does that is suspended, while
/// another one goes on: it is lost and comes back as the same, its records are whole, and the pause
/// is in its response times.
@Tag("nightly")
final class FrozenAgentTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int PAUSE = 120;

  @TempDir private Path folder;

  @Test
  @Timeout(900)
  void twoMinutesOfStandingStillAreInTheResponseTimesAndCostNothing() throws Exception {
    try (Installation installation = Installation.start(folder)) {
      Api api = installation.api();
      installation.agent("a1");
      Command frozen = installation.agent("a2");
      api.awaitAgents(2, MINUTE);
      String job = api.submit(job());
      api.awaitState(job, "running", MINUTE);
      awaitSecond(api, job, 5);
      ProcessHandle worker = frozen.awaitWorker(MINUTE);
      signal("STOP", frozen.handle());
      signal("STOP", worker);
      long began = System.nanoTime();
      String lost = "a2 has been away";
      Await.until(
          MINUTE,
          lost,
          () -> reason(api, job).contains(lost),
          () -> api.get("/api/v1/jobs/" + job));
      awaitSecond(api, job, newest(api, job) + PAUSE);
      signal("CONT", worker);
      double seconds = (System.nanoTime() - began) / 1e9;
      signal("CONT", frozen.handle());
      Await.until(MINUTE, "it to be back", () -> reason(api, job).isEmpty(), frozen::toString);
      awaitSecond(api, job, newest(api, job) + 5);
      assertTrue(worker.isAlive(), "the same worker goes on");
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());

      JsonNode result = api.awaitEnd(job, MINUTE.multipliedBy(2));
      double longest = result.at("/summary/latencyMillis/max").asDouble() / 1_000;
      System.out.printf(
          "stood still for %.1f s; longest response %.1f s; %s%n",
          seconds, longest, result.at("/audit/sentence").asString());
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
      assertTrue(longest >= 0.98 * seconds, longest + " s of " + seconds);
    }
  }

  private static String reason(Api api, String job) {
    return api.get("/api/v1/jobs/" + job).body().path("reason").asString("");
  }

  /// The newest one of which anything is there.
  private static long newest(Api api, String job) {
    return api.get("/api/v1/jobs/" + job + "/results").body().path("intervals").size();
  }

  private static void awaitSecond(Api api, String job, long second) {
    Await.until(
        Duration.ofSeconds(PAUSE).plus(MINUTE),
        "interval " + second,
        () -> newest(api, job) > second,
        () -> api.get("/api/v1/jobs/" + job).body());
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    assertEquals(0, new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor());
  }

  private static Map<String, Object> job() {
    return Map.of(
        "jobClass",
        "noop",
        "agents",
        2,
        "threads",
        2,
        "rate",
        100,
        "interval",
        "1s",
        "duration",
        "2h");
  }
}
