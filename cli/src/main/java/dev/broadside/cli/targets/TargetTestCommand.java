package dev.broadside.cli.targets;

import dev.broadside.cli.remote.Findings;
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

/// `broadside target test`.
@Command(
    name = "test",
    description = {
      "Have an agent that is free connect to a target, and leave.",
      "Exit status 1 where it is not let in."
    })
public final class TargetTestCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "NAME", description = "The target.")
  private String name = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public TargetTestCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    String path = "/targets/" + ServerClient.segment(name) + "/test";
    Findings found = new Findings(server.client(shell).post(path, Map.of()));
    shell.print(json, found.json(), () -> found.lines(shell.outTerminal().columns()));
    return found.fit() ? ExitStatus.OK : ExitStatus.FAILURE;
  }
}
