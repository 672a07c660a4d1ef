package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A join file says where its server is, and an agent remembers it.
class AgentJoinTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path folder;

  @Test
  void anAgentFindsTheServerWhoseJoinFileItIsGivenAndLaterWithoutIt() {
    String data = folder.resolve("a1").toString();
    String join = folder.resolve("server/join").toString();
    try (Installation installation = Installation.start(folder)) {
      try (Command agent =
          Command.start("agent", "--data", data, "--name", "a1", "--join-file", join)) {
        installation.api().awaitAgents(1, MINUTE);
        agent.terminate();
        assertEquals(143, agent.awaitExit(MINUTE), agent::toString);
      }
      try (Command agent = Command.start("agent", "--data", data, "--name", "a1")) {
        assertEquals(
            installation.address(),
            agent.awaitText(MINUTE, "Broadside agent a1 of (http\\S+)"),
            agent::toString);
        agent.awaitText(MINUTE, "(connected to the server)");
      }
    }
  }
}
