package dev.broadside.cli.targets;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside target show`.
@Command(name = "show", description = "Show a target, without its password.")
public final class TargetShowCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The target.")
  private String name = "";

  public TargetShowCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode target = client().get("/targets/" + ServerClient.segment(name));
    print(target, () -> TargetText.lines(target));
    return ExitStatus.OK;
  }
}
