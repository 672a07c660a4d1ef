package dev.broadside.cli.group;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.TellingLines;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.util.ArrayList;
import java.util.List;
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
      List<String> lines = new ArrayList<>(GroupText.lines(group, shell.outTerminal()));
      lines.addAll(json ? List.of() : TellingLines.undelivered(client, "group", group));
      print(group, () -> lines);
    }
    return GroupWatch.exitStatus(group, client, generator);
  }
}
