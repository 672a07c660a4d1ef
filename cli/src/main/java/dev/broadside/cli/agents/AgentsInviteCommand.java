package dev.broadside.cli.agents;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.load.Counted;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside agents invite`.
@Command(
    name = "invite",
    description = "Print a command with which one more agent, or several, can join the server.")
public final class AgentsInviteCommand extends JsonCommand {
  @Option(
      names = "--agents",
      paramLabel = "N",
      description = "How many can join with it, 1 to 1000. Default: 1.")
  private String agents = "1";

  @Option(
      names = "--valid",
      paramLabel = "SPAN",
      description = "For how long, 1m to 30d. Default: 15m.")
  private String valid = "15m";

  @Option(
      names = "--end",
      description = "End all invitations that could still be used instead; who has joined stays.")
  private boolean end;

  public AgentsInviteCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (end) {
      JsonNode answer = client().delete("/agent-tokens");
      print(answer, "ended: " + Counted.of(answer.path("tokens").asLong(), "invitation"));
      return ExitStatus.OK;
    }
    String query =
        "?agents=" + ServerClient.segment(agents) + "&valid=" + ServerClient.segment(valid);
    JsonNode answer = client().post("/agent-tokens" + query, Map.of());
    print(answer, answer.path("command").asString(""));
    return ExitStatus.OK;
  }
}
