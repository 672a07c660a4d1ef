package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Api;
import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What only a server, or an agent, can find out is told before any load, with the exit status that
/// `broadside run` would have.
class RefusedJobTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void aJobWithoutAgentsAndOneWithoutADatabaseAreRefused() {
    try (Installation installation = Installation.start(folder)) {
      aJobThatDoesNotWaitForAgentsSaysWhatItNeeds(installation.api());

      installation.withAgents(1);
      Command unreachable = submit(installation, "jdbc:mariadb://127.0.0.1:1/none");
      assertEquals(5, unreachable.awaitExit(MINUTE), unreachable::toString);
      assertTrue(unreachable.toString().contains("127.0.0.1:1"), unreachable::toString);
    }
  }

  private static void aJobThatDoesNotWaitForAgentsSaysWhatItNeeds(Api api) {
    Api.Answer answer =
        api.post(
            "/api/v1/jobs", Map.of("jobClass", "noop", "waitForAgents", false, "duration", "1s"));
    String job = answer.body().path("id").asString("");
    if (answer.status() != 422) {
      api.awaitState(job, "failed", MINUTE);
    }
    String said =
        answer.status() == 422
            ? answer.body().toString()
            : api.get("/api/v1/jobs/" + job).body().get("reason").asString();
    assertTrue(said.contains("needs 1 agent"), said);
  }

  private static Command submit(Installation installation, String url) {
    List<String> words = new ArrayList<>(List.of("job", "submit", "igenoltp", "--watch"));
    words.addAll(List.of("--server", installation.data(), "--duration", "2s"));
    words.addAll(List.of("--url", url, "--user", "nobody", "--scale", "0.1"));
    return Command.start(words.toArray(String[]::new));
  }
}
