package dev.broadside.cli.targets;

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
import tools.jackson.databind.JsonNode;

/// `broadside target show`.
@Command(name = "show", description = "Show a target, without its password.")
public final class TargetShowCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The target.")
  private String name = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public TargetShowCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode target = server.client(shell).get("/targets/" + ServerClient.segment(name));
    shell.print(json, target, () -> TargetText.lines(target));
    return ExitStatus.OK;
  }
}
