package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.ControlGroup;
import dev.broadside.system.harness.ControlGroup.Controller;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// A worker whose control group may use a tenth of one core, as a container's limit would have it:
/// the intervals say that their generator was limited, and that it was the quota; those before it
/// blame no quota. Without root this reports "not run".
@Tag("nightly")
final class StarvedAgentTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final double SHARE = 0.1;
  private static final int HEALTHY = 30;
  private static final int STARVED = 100;

  /// The limit comes into force amid one, and the worker tells of the next ones late.
  private static final int BETWEEN = 2;

  @TempDir private Path folder;

  @Test
  @Timeout(900)
  void starvedIntervalsSayThatItWasTheQuotaAndHealthyOnesDoNot() {
    try (ControlGroup workers = ControlGroup.of(Controller.CPU, "starved");
        ControlGroup agents = ControlGroup.of(Controller.CPU, "agent");
        Installation installation = Installation.start(folder)) {
      Api api = installation.api();
      Command agent = installation.agentIn(workers, "a1");
      api.awaitAgents(1, MINUTE);
      String job = api.submit(job());
      api.awaitState(job, "running", MINUTE);
      agents.add(agent.handle());
      List<JsonNode> healthy = awaitIntervals(api, job, 0, HEALTHY);
      workers.limitCpu(SHARE);
      long from = api.intervals(job, 0).getLast().get("index").asLong() + BETWEEN;
      List<JsonNode> starved = awaitIntervals(api, job, from, STARVED);
      workers.freeCpu();
      api.post("/api/v1/jobs/" + job + "/cancel", Map.of());

      JsonNode result = api.awaitEnd(job, MINUTE);
      long limited = starved.stream().filter(one -> !one.get("limited").isEmpty()).count();
      long quota = starved.stream().filter(StarvedAgentTest::blamesQuota).count();
      System.out.printf(
          "with a quota of 10 %%: %d of %d intervals limited, %d by the quota%n%s%n",
          limited, starved.size(), quota, result.get("generator"));
      assertTrue(limited * 100 >= starved.size() * 99L, starved::toString);
      assertTrue(quota * 100 >= starved.size() * 99L, starved::toString);
      assertTrue(healthy.stream().noneMatch(StarvedAgentTest::blamesQuota), healthy::toString);
      assertEquals("LIMITED", result.at("/generator/verdict").asString());
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
    }
  }

  private static boolean blamesQuota(JsonNode interval) {
    return interval
        .get("limited")
        .valueStream()
        .anyMatch(limit -> limit.get("cause").asString().equals("QUOTA"));
  }

  private static List<JsonNode> awaitIntervals(Api api, String job, long from, int count) {
    Await.until(
        MINUTE.multipliedBy(4),
        count + " intervals",
        () -> api.intervals(job, from).size() >= count,
        () -> api.get("/api/v1/jobs/" + job).body());
    return api.intervals(job, from).subList(0, count);
  }

  private static Map<String, Object> job() {
    return Map.of("jobClass", "noop", "threads", 2, "interval", "1s", "duration", "2h");
  }
}
