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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A job that is cancelled while one of its agents is cut off: the load of the other ends, that of
/// the one which cannot hear goes on, and ends when it can. `-Dtimes=20` does it as often.
final class CutOffTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  @Timeout(1_200)
  void aStopThatCannotBeHeardIsObeyedWhenItCan() {
    try (Installation installation = Installation.start(folder);
        FaultyCable cable = new FaultyCable(installation.port())) {
      Api api = installation.api();
      Command near = installation.agent("near");
      Command far = installation.agentVia(cable.address(), "far");
      api.awaitAgents(2, MINUTE);
      for (int time = 0; time < Integer.getInteger("times", 1); time++) {
        String job = api.submit(Api.noop(2, "2h"));
        api.awaitState(job, "running", MINUTE);
        ProcessHandle farWorker = far.awaitWorker(MINUTE);
        awaitWhole(api, job);

        cable.lose(true, true);
        api.post("/api/v1/jobs/" + job + "/cancel", Map.of());
        // Its worker stays for the steps behind the load, which wait for the other agent.
        Await.until(
            MINUTE,
            "the end of who hears",
            () -> api.shareStatus(job, "near").equals("finished"),
            near::toString);
        assertTrue(farWorker.isAlive(), "who does not hear goes on");
        cable.lose(false, false);
        Await.until(
            MINUTE, "the end of who hears again", () -> !farWorker.isAlive(), far::toString);

        JsonNode result = api.awaitEnd(job, MINUTE);
        assertEquals("cancelled", api.state(job));
        assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
        assertEquals(0, result.at("/audit/uncertain").asLong(), result::toString);
      }
    }
  }

  private static void awaitWhole(Api api, String job) {
    Await.until(
        MINUTE,
        "an interval of both",
        () -> api.intervals(job, 0).stream().anyMatch(one -> one.get("missing").isEmpty()),
        () -> api.get("/api/v1/jobs/" + job).body());
  }
}
