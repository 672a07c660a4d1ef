package dev.broadside.cli.agents;

import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside agents invite`.
@Command(
    name = "invite",
    description = "Print a command with which one more agent joins the server, within 15 minutes.")
public final class AgentsInviteCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public AgentsInviteCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode answer = server.client(shell).post("/agent-tokens", Map.of());
    shell.print(json, answer, answer.path("command").asString(""));
    return ExitStatus.OK;
  }
}
