package dev.broadside.cli.agents;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `broadside agents remove`.
@Command(
    name = "remove",
    description =
        "Forget an agent that is away, or drained and empty: it is listed no more, and its"
            + " credential does not let it in.")
public final class AgentsRemoveCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The agent.")
  private String agent = "";

  public AgentsRemoveCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = client();
    print(client.delete("/agents/" + ServerClient.segment(agent)), agent + " is removed");
    return ExitStatus.OK;
  }
}
