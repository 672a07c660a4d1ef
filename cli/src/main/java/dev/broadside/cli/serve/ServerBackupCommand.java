package dev.broadside.cli.serve;

import dev.broadside.cli.process.Folders;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.server.security.Backup;
import dev.broadside.server.security.SetupException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside server backup`.
@Command(
    name = "backup",
    description = {
      "Copy a server's data folder as it is at this moment, on its host, while it goes on.",
      "The copy is a data folder: 'broadside server --data DIR' starts a server with it.",
      "It holds the server's keys. Results that lie in PostgreSQL are not in it; use pg_dump."
    })
public final class ServerBackupCommand implements Callable<Integer> {
  private final Shell shell;

  @Parameters(index = "0", paramLabel = "DIR", description = "Where to; a new folder.")
  private Path to = Path.of("");

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The server's data folder. Default: the one in the user's state folder.")
  private Optional<Path> data = Optional.empty();

  public ServerBackupCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException {
    Path from = data.orElseGet(() -> Folders.of(shell.environment()).state().resolve("server"));
    try {
      boolean results = Backup.make(from.toAbsolutePath().normalize(), to);
      shell.out().println(to + (results ? "" : "  without results: they lie in PostgreSQL"));
      shell.out().flush();
    } catch (SetupException e) {
      throw new CommandException(e.problems());
    }
    return ExitStatus.OK;
  }
}
