package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/// What commands have in common that ask a server.
public abstract class RemoteCommand implements Callable<Integer> {
  protected final Shell shell;

  @Mixin protected ServerOptions server = new ServerOptions();

  protected RemoteCommand(Shell shell) {
    this.shell = shell;
  }

  /// A client of the server that options and environment name.
  protected final ServerClient client() throws CommandException {
    return server.client(shell);
  }
}
