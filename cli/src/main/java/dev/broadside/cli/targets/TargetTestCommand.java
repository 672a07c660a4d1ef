package dev.broadside.cli.targets;

import dev.broadside.cli.remote.Findings;
import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `broadside target test`.
@Command(
    name = "test",
    description = {
      "Have an agent that is free connect to a target, and leave.",
      "Exit status 1 where it is not let in."
    })
public final class TargetTestCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The target.")
  private String name = "";

  public TargetTestCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/targets/" + ServerClient.segment(name) + "/test";
    Findings found = new Findings(client().post(path, Map.of()));
    print(found.json(), () -> found.lines(shell.outTerminal().columns()));
    return found.fit() ? ExitStatus.OK : ExitStatus.FAILURE;
  }
}
