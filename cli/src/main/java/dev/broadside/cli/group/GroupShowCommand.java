package dev.broadside.cli.group;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
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
public final class GroupShowCommand extends JsonCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The group.")
  private String id = "";

  @Option(names = "--yaml", description = "Print the file that would submit it again.")
  private boolean yaml;

  @Mixin private GeneratorOption generator = new GeneratorOption();

  public GroupShowCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = client();
    String path = "/groups/" + ServerClient.segment(id);
    JsonNode group = client.get(path);
    if (yaml) {
      shell.out().print(client.get(path + "/document").path("yaml").asString(""));
    } else {
      print(group, () -> GroupText.lines(group, shell.outTerminal()));
    }
    return GroupWatch.exitStatus(group, client, generator);
  }
}
