package dev.broadside.cli.agents;

import static dev.broadside.cli.remote.ServerClient.segment;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.load.Counted;
import dev.broadside.core.wire.Message;
import dev.broadside.server.api.AgentRoutes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside agents`, and its commands.
@Command(
    addMethodSubcommands = false,
    name = "agents",
    description = "List, invite, rename, drain and remove the agents of a server.",
    synopsisSubcommandLabel = "COMMAND")
public final class AgentsCommand {
  private static final Duration LOOK = Duration.ofMillis(500);

  private final Shell shell;

  private AgentsCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new AgentsCommand(shell))
        .under("Commands", "list", "invite", "rename", "drain", "remove", "revoke")
        .line();
  }

  @Command(name = "list", description = "List the server's agents.")
  int list(@Mixin Remote remote) throws CommandException, InterruptedException {
    JsonNode answer = remote.client(shell).get("/agents");
    Table table =
        new Table(
            Column.words("name"),
            Column.words("state"),
            Column.words("version"),
            Column.words("load"),
            Column.words("labels").unlessNarrow(2),
            Column.words("jobs").unlessNarrow(1));
    for (JsonNode agent : answer.path("agents")) {
      table.row(
          agent.path("name").asString(""),
          state(agent),
          agent.path("version").asString(""),
          agent.path("jobs").size() + " of " + agent.path("capacity").asInt(1),
          labels(agent.path("labels")),
          Remote.joined(agent.path("jobs")));
    }
    return remote.print(shell, answer, table, notes(answer));
  }

  private static String state(JsonNode agent) {
    String state = agent.path("state").asString("");
    return state
        + (agent.path("labels").has(Message.WATCH_ONLY) ? ", watching" : "")
        + (agent.path("drained").asBoolean(false) ? ", drained" : "")
        + (state.equals("connected") ? "" : ", heard " + Remote.seconds(agent.path("lastHeardAt")));
  }

  private static String labels(JsonNode labels) {
    List<String> words = new ArrayList<>();
    labels.forEachEntry((name, value) -> {
      if (!name.equals(Message.WATCH_ONLY)) {
        words.add(value.asString("").isEmpty() ? name : name + "=" + value.asString(""));
      }
    });
    return String.join(",", words);
  }

  private static List<String> notes(JsonNode answer) {
    List<String> notes = new ArrayList<>();
    for (JsonNode agent : answer.path("agents")) {
      String clock = agent.path("clockWarning").asString("");
      if (!clock.isEmpty()) {
        notes.add(agent.path("name").asString("") + ": " + clock);
      }
      for (JsonNode run : agent.path("unclaimed")) {
        notes.add(
            agent.path("name").asString("")
                + " holds records of unknown run "
                + run.path("runId").asString("")
                + ": "
                + run.path("records").asLong(0)
                + " records, since "
                + Remote.seconds(run.path("since")));
      }
    }
    return notes;
  }

  @Command(
      name = "invite",
      description = "Print a command with which one more agent, or several, can join the server.")
  int invite(
      @Mixin Remote remote,
      @Option(
              names = "--agents",
              paramLabel = "N",
              defaultValue = "1",
              description = "How many agents can join with it, 1 to 1000. Default: 1.")
          String agents,
      @Option(
              names = "--valid",
              paramLabel = "SPAN",
              defaultValue = "15m",
              description = "How long it can be used, 1m to 30d. Default: 15m.")
          String valid,
      @Option(
              names = "--end",
              description =
                  "End all invitations that could still be used instead; agents that have joined stay.")
          boolean end)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    if (end) {
      JsonNode answer = client.delete("/agent-tokens");
      String ended = Counted.of(answer.path("tokens").asLong(), "invitation");
      return remote.print(shell, answer, "ended: " + ended);
    }
    String query = "?agents=" + segment(agents) + "&valid=" + segment(valid);
    JsonNode answer = client.post("/agent-tokens" + query, Map.of());
    return remote.print(shell, answer, answer.path("command").asString(""));
  }

  @Command(
      name = "rename",
      description =
          "Give an idle agent another name. It stays the same agent, and may still be started by"
              + " the old name; results from before keep that.")
  int rename(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "OLD", description = "The agent.") String agent,
      @Parameters(index = "1", paramLabel = "NEW", description = "The name that it gets.")
          String name)
      throws CommandException, InterruptedException {
    String path = "/agents/" + segment(agent) + "/rename";
    JsonNode answer = remote.client(shell).post(path, new AgentRoutes.NewName(name));
    return remote.print(
        shell, answer, agent + " is renamed " + name + "; results from before keep the old name");
  }

  @Command(
      name = "drain",
      description =
          "Give an agent no new job until it is restarted; its present jobs go on. Says whether it is"
              + " empty.")
  int drain(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The agent.") String agent,
      @Option(names = "--undo", description = "Give it jobs again.") boolean undo,
      @Option(names = "--wait", description = "Return when it has no job any more.") boolean wait)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    String path = "/agents/" + segment(agent) + (undo ? "/undrain" : "/drain");
    JsonNode answer = client.post(path, Map.of());
    if (undo) {
      return remote.print(shell, answer, agent + " gets jobs again");
    }
    List<String> jobs = jobs(client, agent);
    while (wait && !jobs.isEmpty()) {
      Thread.sleep(LOOK);
      jobs = jobs(client, agent);
    }
    return remote.print(
        shell,
        answer,
        jobs.isEmpty()
            ? agent + " is empty and gets no new job: it can be stopped"
            : agent + " gets no new job; it is at work on " + String.join(", ", jobs));
  }

  private static List<String> jobs(ServerClient client, String name)
      throws CommandException, InterruptedException {
    return client
        .get("/agents")
        .path("agents")
        .valueStream()
        .filter(agent -> agent.path("name").asString("").equals(name))
        .flatMap(agent -> agent.path("jobs").valueStream())
        .map(job -> job.asString(""))
        .toList();
  }

  @Command(
      name = "remove",
      description =
          "Forget an agent that is away, or drained and empty: it leaves the list, and its"
              + " credential is no longer accepted.")
  int remove(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The agent.") String agent)
      throws CommandException, InterruptedException {
    JsonNode answer = remote.client(shell).delete("/agents/" + segment(agent));
    return remote.print(shell, answer, agent + " is removed");
  }

  @Command(
      name = "revoke",
      description =
          "End an agent's credential: it is cut off at once, and its jobs go on without it.")
  int revoke(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "NAME", description = "The agent.") String agent)
      throws CommandException, InterruptedException {
    JsonNode answer = remote.client(shell).post("/agents/" + segment(agent) + "/revoke", Map.of());
    return remote.print(
        shell,
        answer,
        answer.path("agent").asString("")
            + " is revoked; to let it join anew: broadside agents invite");
  }
}
