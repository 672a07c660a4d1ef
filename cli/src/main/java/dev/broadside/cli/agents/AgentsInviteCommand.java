package dev.broadside.cli.agents;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside agents invite`.
@Command(
    name = "invite",
    description = "Print a command with which one more agent joins the server, within 15 minutes.")
public final class AgentsInviteCommand extends JsonCommand {
  public AgentsInviteCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode answer = client().post("/agent-tokens", Map.of());
    print(answer, answer.path("command").asString(""));
    return ExitStatus.OK;
  }
}
