package dev.broadside.cli.group;

import dev.broadside.cli.remote.RemoteCommand;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
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
public final class GroupWatchCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The group.")
  private String id = "";

  @Option(
      names = "--json",
      description = "Print the group at its end as JSON, and everything else on standard error.")
  private boolean json;

  @Mixin private GeneratorOption generator = new GeneratorOption();

  public GroupWatchCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    return new GroupWatch(shell, client(), id).follow(json, generator);
  }
}
