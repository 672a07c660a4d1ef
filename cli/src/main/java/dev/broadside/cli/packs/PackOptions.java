package dev.broadside.cli.packs;

import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of every command about installed packs: whose, and how to tell of them.
final class PackOptions {
  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  boolean json() {
    return json;
  }

  /// Those of the server that is named; else those of this machine.
  InstalledPacks packs(Shell shell) throws CommandException {
    return server.named(shell)
        ? new ServerPacks(server.client(shell))
        : new MachinePacks(LocalPacks.of(shell));
  }
}
