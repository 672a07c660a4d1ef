package dev.broadside.cli.group;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside group edit`.
@Command(
    name = "edit",
    description = {
      "Change a group that waits for its time.",
      "What you do not give stays as it is. A file given by -f replaces all of it; secrets are kept if"
          + " the job class stays the same."
    })
public final class GroupEditCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  private final GroupOptions options = new GroupOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The group.")
  private String id = "";

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "The group, in YAML or JSON.")
  private Optional<Path> file = Optional.empty();

  private GroupEditCommand(Shell shell) {
    this.shell = shell;
  }

  public static CommandLine line(Shell shell) {
    GroupEditCommand command = new GroupEditCommand(shell);
    return command.options.addTo(new CommandLine(command));
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    String path = "/groups/" + ServerClient.segment(id) + "/document";
    GroupSource source =
        file.isPresent()
            ? GroupSource.of(file.get())
            : GroupSource.of((ObjectNode) client.get(path).path("document"));
    options.putInto(source, client, shell);
    JsonNode group = GroupOptions.post(client, path, source);
    return remote.print(shell, group, GroupText.head(group));
  }
}
