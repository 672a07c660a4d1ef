package dev.broadside.cli.group;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside group edit`.
@Command(
    name = "edit",
    description = {
      "Ask for something else of a group that waits for its time.",
      "What is not said stays as it is. A file that -f names says all of it anew; secrets stay where"
          + " the job class is told the same."
    })
public final class GroupEditCommand extends JsonCommand {
  private final GroupOptions options = new GroupOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The group.")
  private String id = "";

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The group, in YAML or JSON.")
  private Optional<Path> file = Optional.empty();

  private GroupEditCommand(Shell shell) {
    super(shell);
  }

  public static CommandLine line(Shell shell) {
    GroupEditCommand command = new GroupEditCommand(shell);
    return command.options.addTo(new CommandLine(command));
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = client();
    String path = "/groups/" + ServerClient.segment(id) + "/document";
    GroupSource source =
        file.isPresent()
            ? GroupSource.of(file.get())
            : GroupSource.of((ObjectNode) client.get(path).path("document"));
    options.putInto(source, client, shell);
    JsonNode group = GroupOptions.post(client, path, source);
    print(group, GroupText.head(group));
    return ExitStatus.OK;
  }
}
