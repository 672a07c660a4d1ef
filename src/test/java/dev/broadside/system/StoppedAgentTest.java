package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An agent that is stopped ends its load in good order, and the job goes on with the others.
class StoppedAgentTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void anAgentThatIsStoppedHandsOverEverythingItCounted() {
    try (Installation installation = Installation.start(folder)) {
      installation.agent("a1");
      Command agent = installation.agent("a2");
      Api api = installation.api();
      api.awaitAgents(2, MINUTE);
      String job = api.submit(noop());
      api.awaitState(job, "running", MINUTE);
      Await.until(
          MINUTE,
          "3 intervals",
          () -> api.results(job).path("intervals").size() >= 3,
          () -> api.get("/api/v1/jobs/" + job).body());

      agent.terminateFamily();

      assertEquals(143, agent.awaitExit(MINUTE), agent::toString);
      api.awaitState(job, "completed", MINUTE);
      JsonNode audit = api.results(job).get("audit");
      assertEquals("BALANCED", audit.get("verdict").asString(), audit::toString);
      assertEquals(0, audit.get("uncertain").asLong(), audit::toString);
      String shown = api.get("/api/v1/jobs/" + job).body().toString();
      assertTrue(shown.contains("a2 broke: the agent was stopped"), shown);
      installation.agent("a2");
      api.awaitAgents(2, MINUTE);
      assertEquals(
          audit.get("begun").asLong(), api.results(job).at("/audit/begun").asLong(), "sent once");
    }
  }

  private static Map<String, Object> noop() {
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
        "20s");
  }
}
