package dev.broadside.cli.packs;

import dev.broadside.cli.output.Destination;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside pack download`.
@Command(name = "download", description = "Bring a pack's file here.")
public final class PackDownloadCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private PackOptions options = new PackOptions();

  @Mixin private NamedPack pack = new NamedPack();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to; - for standard output. Default: NAME@VERSION.jar.")
  private Optional<String> output = Optional.empty();

  public PackDownloadCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    InstalledPacks packs = options.packs(shell);
    JsonNode found = packs.one(pack.reference());
    String target = output.orElseGet(() -> InstalledPacks.reference(found) + ".jar");
    packs.download(found.path("sha256").asString(""), target, shell);
    if (Destination.isFile(target)) {
      shell.print(options.json(), found, target);
    }
    return ExitStatus.OK;
  }
}
