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

/// `broadside agents rename`.
@Command(
    name = "rename",
    description =
        "Give an idle agent another name. It stays the same agent, and may still be started by the"
            + " old name; results from before keep that.")
public final class AgentsRenameCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "OLD", description = "The agent.")
  private String agent = "";

  @Parameters(index = "1", paramLabel = "NEW", description = "The name that it gets.")
  private String name = "";

  public AgentsRenameCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/agents/" + ServerClient.segment(agent) + "/rename";
    JsonNode answer = client().post(path, Map.of("name", name));
    print(answer, agent + " is renamed " + name + "; results from before keep the old name");
    return ExitStatus.OK;
  }
}
