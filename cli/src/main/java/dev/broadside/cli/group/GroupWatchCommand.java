package dev.broadside.cli.group;

import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside group watch`.
@Command(
    name = "watch",
    description = {
      "Follow a group to its end.",
      "Exit status: 0 where all members succeeded or were not needed, 3 where a threshold broke,",
      "4 where anything else failed or it was stopped."
    })
public final class GroupWatchCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The group.")
  private String id = "";

  @Option(
      names = "--json",
      description = "Print the group at its end as JSON, and everything else on standard error.")
  private boolean json;

  public GroupWatchCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    return new GroupWatch(shell, server.client(shell), id).follow(json);
  }
}
