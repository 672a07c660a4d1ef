package dev.broadside.cli.agents;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside agents remove`.
@Command(
    name = "remove",
    description =
        "Forget an agent that is away, or drained and empty: it is listed no more, and its"
            + " credential does not let it in.")
public final class AgentsRemoveCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The agent.")
  private String agent = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public AgentsRemoveCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    shell.print(
        json, client.delete("/agents/" + ServerClient.segment(agent)), agent + " is removed");
    return ExitStatus.OK;
  }
}
