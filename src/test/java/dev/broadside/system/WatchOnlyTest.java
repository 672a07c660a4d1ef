package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// An agent that only watches its host has no load, and its host's figures are on the job's axis.
@Tag("nightly")
class WatchOnlyTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir private Path folder;

  @Test
  void theFiguresOfAWatchedHostAreInTheResultAndItsLossCostsNoCount() {
    try (Installation installation = Installation.start(folder)) {
      Command watcher = installation.agent("db", "--watch-only");
      Api api = installation.api();
      api.awaitAgents(1, PATIENCE);
      String job = api.submit(Api.noop(1, "5s"));
      Await.until(
          PATIENCE,
          "an agent that only watches counts as none",
          () -> shown(api, job).contains("needs 1 agent, 0 connected"),
          () -> shown(api, job));
      installation.agent("a1");
      api.awaitState(job, "completed", PATIENCE);

      JsonNode result = api.results(job);
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
      assertEquals(1, result.at("/job/agents").asInt());
      assertTrue(measured(result, "host.cpu.user@db") > 0, result::toString);
      assertTrue(measured(result, "host.cpu.user@a1") > 0, result::toString);
      assertTrue(measured(result, "host.tasks.switches@db") > 0, result::toString);
      long known =
          result
              .path("intervals")
              .valueStream()
              .filter(one -> one.at("/figures/values").has("host.cpu.idle@db"))
              .count();
      assertTrue(known >= 2, result::toString);

      String second = api.submit(Api.noop(1, "10s"));
      api.awaitState(second, "running", PATIENCE);
      Await.until(
          PATIENCE,
          "2 intervals",
          () -> api.results(second).path("intervals").size() >= 2,
          () -> shown(api, second));
      watcher.handle().destroyForcibly();
      api.awaitState(second, "completed", PATIENCE);
      assertEquals("BALANCED", api.results(second).at("/audit/verdict").asString());
      assertTrue(
          shown(api, second)
              .contains("db, which only watches its host, was lost; its figures have a gap"),
          shown(api, second));
      assertFalse(shown(api, second).contains("INCOMPLETE"), shown(api, second));
    }
  }

  private static String shown(Api api, String job) {
    return api.get("/api/v1/jobs/" + job).body().toString();
  }

  private static double measured(JsonNode result, String figure) {
    for (JsonNode one : result.path("figures")) {
      if (one.path("id").asString("").equals(figure)) {
        return one.path("total").asDouble();
      }
    }
    return -1;
  }
}
