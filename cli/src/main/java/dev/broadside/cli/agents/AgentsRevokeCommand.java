package dev.broadside.cli.agents;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside agents revoke`.
@Command(
    name = "revoke",
    description =
        "End an agent's credential: it is cut off at once, and its jobs go on without it.")
public final class AgentsRevokeCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The agent.")
  private String name = "";

  public AgentsRevokeCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/agents/" + ServerClient.segment(name) + "/revoke";
    JsonNode answer = client().post(path, Map.of());
    print(
        answer,
        answer.path("agent").asString("")
            + " is revoked; to let it join anew: broadside agents invite");
    return ExitStatus.OK;
  }
}
