package dev.broadside.cli.db;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `broadside db`.
@Command(
    name = "db",
    description = "Start and stop a throw-away database on this machine.",
    synopsisSubcommandLabel = "COMMAND")
public final class DbCommand {
  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new DbCommand())
        .under("Commands", new DbStartCommand(shell), new DbStopCommand(shell))
        .line();
  }
}
