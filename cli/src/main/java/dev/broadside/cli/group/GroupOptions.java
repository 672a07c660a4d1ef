package dev.broadside.cli.group;

import dev.broadside.cli.remote.ServerClasses;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.input.JobField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// The options of a group in addition to its file.
@Command
final class GroupOptions {
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

  /// One for each field of the group as a whole.
  private final Map<JobField<?>, OptionSpec> own = new LinkedHashMap<>();

  GroupOptions() {
    GroupDocument.OWN.forEach(field -> own.put(field, JobOptions.option(field)));
  }

  CommandLine addTo(CommandLine line) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(this);
    own.values().forEach(spec::addOption);
    line.getCommandSpec().addMixin("group", spec);
    return line;
  }

  /// Puts the options into the document, with the texts of files and the secrets.
  void putInto(GroupSource source, ServerClient client, Shell shell)
      throws CommandException, InterruptedException {
    for (var one : own.entrySet()) {
      List<String> texts = one.getValue().stringValues();
      if (!texts.isEmpty()) {
        source.put(one.getKey(), String.join(",", texts), JobOptions.name(one.getKey()));
      }
    }
    source.share(confirm, yesTarget);
    source.complete(ServerClasses.of(client), secrets, shell);
  }

  /// Sends it; problems name the line or the option that causes them.
  static JsonNode post(ServerClient client, String path, GroupSource source)
      throws CommandException, InterruptedException {
    try {
      return client.post(path, source.document());
    } catch (CommandException e) {
      throw e.with(source.placed(List.copyOf(e.problems())));
    }
  }
}
