package dev.broadside.cli.group;

import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside group submit`.
@Command(
    name = "submit",
    description = {
      "Submit the jobs and studies of a file; each begins when those that it waits for have ended.",
      "docs/campaigns.md has the file."
    })
public final class GroupSubmitCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private Remote remote = new Remote();

  @Option(
      names = {"-f", "--file"},
      required = true,
      paramLabel = "FILE",
      description = "The group, in YAML or JSON.")
  private Path file = Path.of("");

  @Option(names = "--dry-run", description = "Only check it, and show what would be run.")
  private boolean dryRun;

  @Option(names = "--watch", description = "Follow it to its end.")
  private boolean watch;

  @Mixin private GeneratorOption generator = new GeneratorOption();

  private final GroupOptions options = new GroupOptions();

  private GroupSubmitCommand(Shell shell) {
    this.shell = shell;
  }

  public static CommandLine line(Shell shell) {
    GroupSubmitCommand command = new GroupSubmitCommand(shell);
    return command.options.addTo(new CommandLine(command));
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    generator.requireWatch(watch);
    GroupSource source = GroupSource.of(file);
    ServerClient client = remote.client(shell);
    options.putInto(source, client, shell);
    if (dryRun) {
      JsonNode outlook = GroupOptions.post(client, "/groups/check", source);
      remote.print(shell, outlook, () -> GroupText.outlook(outlook, shell.outTerminal()));
      return ExitStatus.OK;
    }
    JsonNode group = GroupOptions.post(client, "/groups", source);
    String id = group.path("id").asString("");
    if (watch) {
      return new GroupWatch(shell, client, id).follow(remote.json(), generator);
    }
    return remote.print(shell, group, id);
  }
}
