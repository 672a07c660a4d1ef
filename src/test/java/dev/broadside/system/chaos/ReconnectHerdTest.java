package dev.broadside.system.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.client.agent.AgentHerd;
import dev.broadside.client.agent.Invitation;
import dev.broadside.core.fixture.Await;
import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Hundreds of agents whose server is killed come back at once: all of them get in and stay, and
/// the load of one that has work goes on meanwhile and is counted.
final class ReconnectHerdTest {
  private static final int AGENTS = 500;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void fiveHundredAgentsGetInAgainAndStayAndNothingIsLost() throws IOException {
    try (Installation installation = Installation.start(folder);
        AgentHerd herd = AgentHerd.of(Path.of(installation.data()))) {
      installation.agent("worker");
      join(installation, herd);
      Api api = installation.api();
      api.awaitAgents(AGENTS + 1, MINUTE);
      Await.until(MINUTE, "links that last", () -> herd.lasting() == AGENTS, herd::lasting);
      String job = api.submit(job());
      api.awaitState(job, "running", MINUTE);

      installation.crashAndRestartServer(
          () -> Await.until(MINUTE, "all to notice", () -> herd.attached() == 0, herd::attached));
      long began = System.nanoTime();
      Await.until(MINUTE, "all to be back", () -> herd.attached() == AGENTS, herd::attached);
      System.out.printf(
          "%d agents were back %.1f s after the server, %d attempts had failed%n",
          AGENTS, (System.nanoTime() - began) / 1e9, herd.failed());

      Await.until(MINUTE, "links that last", () -> herd.lasting() == AGENTS, herd::lasting);
      // A busy machine may keep an agent from an attempt, or from an echo: it then tries again.
      System.out.println("links ended: " + herd.losses());
      api.awaitAgents(AGENTS + 1, MINUTE);
      api.awaitState(job, "completed", MINUTE);
      JsonNode result = api.results(job);
      assertEquals("BALANCED", result.at("/audit/verdict").asString(), result::toString);
      assertEquals(
          0,
          result
              .get("intervals")
              .valueStream()
              .filter(one -> !one.get("missing").isEmpty())
              .count(),
          "intervals that lack a record");
    }
  }

  private void join(Installation installation, AgentHerd herd) throws IOException {
    Api api = installation.api();
    String join = Files.readString(Path.of(installation.data(), "join"));
    String secret = Invitation.parse(join).secret().reveal();
    for (int i = 0; i < AGENTS; i++) {
      String name = "idle-" + i;
      Api.Answer joined = api.post("/api/v1/join", Map.of("agent", name, "secret", secret));
      assertEquals(200, joined.status(), joined::toString);
      herd.add(name, joined.body().get("credential").asString());
    }
  }

  private static Map<String, Object> job() {
    return Map.of(
        "jobClass",
        "noop",
        "agents",
        Map.of("names", List.of("worker")),
        "threads",
        1,
        "rate",
        100,
        "duration",
        "15s");
  }
}
