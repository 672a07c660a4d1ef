package dev.broadside.cli.packs;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/// `broadside pack remove`.
@Command(
    name = "remove",
    description =
        "Remove a pack that no job wants which waits or goes on. Results that it made stay.")
public final class PackRemoveCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private PackOptions options = new PackOptions();

  @Mixin private NamedPack pack = new NamedPack();

  public PackRemoveCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode gone = options.packs(shell).remove(pack.reference());
    shell.print(options.json(), gone, "removed " + InstalledPacks.reference(gone));
    return ExitStatus.OK;
  }
}
