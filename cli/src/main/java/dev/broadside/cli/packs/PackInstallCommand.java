package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside pack install`.
@Command(
    name = "install",
    description = {
      "Put a pack where jobs take their classes from.",
      "A jar that is no pack yet is made one first, by asking its job classes here who they are."
    })
public final class PackInstallCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private PackOptions options = new PackOptions();

  @Parameters(index = "0", paramLabel = "FILE", description = "Pack, or jar of job classes.")
  private Path file = Path.of("");

  public PackInstallCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    InstalledPacks packs = options.packs(shell);
    try (DescribedPack described = DescribedPack.of(file)) {
      JsonNode pack = packs.install(described.pack());
      shell.print(options.json(), pack, () -> PackText.details(pack));
    }
    return ExitStatus.OK;
  }
}
