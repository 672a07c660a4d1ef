package dev.broadside.cli.group;

import dev.broadside.cli.remote.ServerClasses;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.group.GroupDocument;
import dev.broadside.core.input.JobField;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside group submit`.
@Command(
    name = "submit",
    description = {
      "Submit the jobs and studies of a file, each of which begins when what it waits for has come.",
      "docs/groups.md has the file."
    })
public final class GroupSubmitCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

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

  @Option(
      names = "--confirm",
      paramLabel = "NAME",
      description = "The name of a protected target, to say that load on it is meant.")
  private Optional<String> confirm = Optional.empty();

  @Option(
      names = "--yes-target",
      description = "Load on databases that are neither on this host nor named is meant.")
  private boolean yesTarget;

  @Option(
      names = "--secret-env",
      paramLabel = "PARAMETER=VARIABLE",
      description = "A secret parameter of all members, in a variable of the environment.")
  private Map<String, String> secrets = new LinkedHashMap<>();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /// What is asked of the group as a whole, one for each such field of its file.
  private final Map<JobField<?>, OptionSpec> own = new LinkedHashMap<>();

  private GroupSubmitCommand(Shell shell) {
    this.shell = shell;
    GroupDocument.OWN.forEach(field -> own.put(field, JobOptions.option(field)));
  }

  public static CommandLine line(Shell shell) {
    GroupSubmitCommand command = new GroupSubmitCommand(shell);
    CommandLine line = new CommandLine(command);
    command.own.values().forEach(line.getCommandSpec()::addOption);
    return line;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    GroupSource source = GroupSource.of(file);
    for (var one : own.entrySet()) {
      List<String> texts = one.getValue().stringValues();
      if (!texts.isEmpty()) {
        source.put(one.getKey(), String.join(",", texts), JobOptions.name(one.getKey()));
      }
    }
    source.check();
    ServerClient client = server.client(shell);
    source.share(confirm, yesTarget);
    source.complete(ServerClasses.of(client), secrets, shell);
    if (dryRun) {
      JsonNode outlook = post(client, "/groups/check", source);
      shell.print(json, outlook, () -> GroupText.outlook(outlook, shell.outTerminal()));
      return ExitStatus.OK;
    }
    JsonNode group = post(client, "/groups", source);
    String id = group.path("id").asString("");
    if (watch) {
      return new GroupWatch(shell, client, id).follow(json);
    }
    shell.print(json, group, id);
    return ExitStatus.OK;
  }

  private static JsonNode post(ServerClient client, String path, GroupSource source)
      throws CommandException, InterruptedException {
    try {
      return client.post(path, source.document());
    } catch (CommandException e) {
      throw e.told(source.placed(List.copyOf(e.problems())));
    }
  }
}
