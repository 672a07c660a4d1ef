package dev.broadside.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.system.harness.Command;
import dev.broadside.system.harness.Installation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

  /// The two commands of the README, as one user types them.
  @Test
  void aServerAndAnAgentOfOneUserNeedNoOptions() {
    Map<String, String> own = Map.of("XDG_STATE_HOME", folder.resolve("state").toString());
    // Before its server, as where both are started together.
    try (Command agent = Command.start(List.of(), own, "agent");
        Command server = Command.start(List.of(), own, "server", "--port", "0")) {
      String address = server.awaitText(MINUTE, "Broadside server: (https\\S+)");
      assertEquals(address, agent.awaitText(MINUTE, "Broadside agent \\S+ of (https\\S+)"));
      agent.awaitText(MINUTE, "(connected to the server)");
      try (Command list = Command.start(List.of(), own, "agents", "list", "--json")) {
        assertEquals(0, list.awaitExit(MINUTE), list::toString);
        assertTrue(list.out().contains("\"connected\""), list::toString);
      }
      for (String secret : List.of("#token=", "--token")) {
        assertFalse((server.out() + server.err()).contains(secret), server::toString);
      }
    }
  }

  /// Its unit of systemd still says the old name.
  @Test
  void anAgentThatIsRenamedWorksOnAndMayBeStartedByEitherName() {
    try (Installation installation = Installation.start(folder)) {
      String data = folder.resolve("old").toString();
      try (Command agent = installation.agent("old")) {
        installation.api().awaitAgents(1, MINUTE);
        run("agents", "rename", "old", "new", "--server", installation.data());
        agent.awaitText(MINUTE, "(the server has named this agent new)");
        installation.api().awaitAgents(1, MINUTE);
        assertRuns(installation, "one");
        agent.terminate();
        agent.awaitExit(MINUTE);
      }
      for (String name : List.of("old", "new")) {
        try (Command agent = Command.start("agent", "--data", data, "--name", name)) {
          agent.awaitText(MINUTE, "Broadside agent (new)");
          agent.awaitText(MINUTE, "(connected to the server)");
          assertRuns(installation, "by-" + name);
          agent.terminate();
          agent.awaitExit(MINUTE);
        }
      }
    }
  }

  private static void assertRuns(Installation installation, String job) {
    installation
        .api()
        .submit(Map.of("id", job, "jobClass", "noop", "duration", "1s", "agents", List.of("new")));
    installation.api().awaitState(job, "completed", MINUTE);
  }

  private static void run(String... words) {
    try (Command command = Command.start(words)) {
      assertEquals(0, command.awaitExit(MINUTE), command::toString);
    }
  }
}
