package dev.broadside.cli.packs;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// `broadside pack list`.
@Command(name = "list", description = "List the packs, the one that was installed last first.")
public final class PackListCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private PackOptions options = new PackOptions();

  public PackListCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode packs = options.packs(shell).all();
    shell.print(options.json(), packs, () -> PackText.table(packs, shell.outTerminal()));
    return ExitStatus.OK;
  }
}
