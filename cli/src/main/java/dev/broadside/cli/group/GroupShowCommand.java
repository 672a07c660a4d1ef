package dev.broadside.cli.group;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside group show`.
@Command(
    name = "show",
    description = {
      "Show how far a group is, member by member.",
      "Exit status: as of 'group watch' once it is over, 0 before."
    })
public final class GroupShowCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The group.")
  private String id = "";

  @Option(names = "--yaml", description = "Print the file that would submit it again.")
  private boolean yaml;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public GroupShowCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/groups/" + ServerClient.segment(id);
    JsonNode group = client.get(path);
    if (yaml) {
      shell.out().print(client.get(path + "/document").path("yaml").asString(""));
    } else {
      shell.print(json, group, () -> GroupText.lines(group, shell.outTerminal()));
    }
    return GroupWatch.exitStatus(group);
  }
}
