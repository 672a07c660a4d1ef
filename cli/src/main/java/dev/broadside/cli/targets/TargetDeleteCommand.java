package dev.broadside.cli.targets;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside target delete`.
@Command(name = "delete", description = "Forget a target and its password. Results stay.")
public final class TargetDeleteCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The target.")
  private String name = "";

  @Option(names = "--yes", description = "Do it: its password is kept nowhere else.")
  private boolean yes;

  public TargetDeleteCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (!yes) {
      throw new CommandException(
          Problem.wrong("target delete", "its password is kept nowhere else", "say so with --yes"));
    }
    JsonNode target = client().delete("/targets/" + ServerClient.segment(name));
    print(target, target.path("name").asString("") + "  deleted");
    return ExitStatus.OK;
  }
}
