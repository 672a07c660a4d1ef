package dev.broadside.cli.agents;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside agents revoke`.
@Command(
    name = "revoke",
    description =
        "End an agent's credential: it is cut off at once, and its jobs go on without it.")
public final class AgentsRevokeCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The agent.")
  private String name = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public AgentsRevokeCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/agents/" + ServerClient.segment(name) + "/revoke";
    JsonNode answer = server.client(shell).post(path, Map.of());
    shell.print(
        json,
        answer,
        answer.path("agent").asString("")
            + " is revoked; to let it join anew: broadside agents invite");
    return ExitStatus.OK;
  }
}
