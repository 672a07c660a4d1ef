package dev.broadside.cli.targets;

import dev.broadside.cli.catalogue.SecretOption;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `broadside target add` and `edit`.
@Command
public final class TargetChangeCommand implements Callable<Integer> {
  private final Shell shell;
  private final boolean edit;
  private final TargetOptions options = new TargetOptions();

  @Mixin private Remote remote = new Remote();

  @Parameters(index = "0", paramLabel = "NAME", description = "The name that jobs use.")
  private String name = "";

  private TargetChangeCommand(Shell shell, boolean edit) {
    this.shell = shell;
    this.edit = edit;
  }

  public static CommandLine add(Shell shell) {
    return line(
        new TargetChangeCommand(shell, false),
        "add",
        "Name a database, so that jobs say where they go by --target NAME.");
  }

  public static CommandLine edit(Shell shell) {
    return line(
        new TargetChangeCommand(shell, true),
        "edit",
        "Change some fields of a target; the others stay. Waiting jobs use the changed target.");
  }

  private static CommandLine line(TargetChangeCommand command, String name, String description) {
    CommandLine line = new CommandLine(command);
    line.getCommandSpec().name(name).usageMessage().description(description);
    command.options.addTo(line.getCommandSpec());
    return line;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ObjectNode document = options.document(shell);
    if (!edit) {
      document.put(TargetDocument.NAME.path(), name);
    }
    JsonNode target = post(document);
    return remote.print(shell, target, () -> TargetText.lines(target));
  }

  private JsonNode post(ObjectNode document) throws CommandException, InterruptedException {
    String path = edit ? "/targets/" + ServerClient.segment(name) : "/targets";
    try {
      return remote.client(shell).post(path, document);
    } catch (CommandException e) {
      throw e.with(e.problems().stream().map(TargetChangeCommand::placed).toList());
    }
  }

  /// A problem of a field as one of the option that sets it.
  private static Problem placed(Problem problem) {
    List<String> options =
        TargetDocument.ALL.stream()
            .filter(field -> problem.where().equals("/" + field.path()))
            .map(TargetChangeCommand::option)
            .toList();
    return options.isEmpty()
        ? problem
        : new Problem(problem.kind(), options.getFirst(), problem.what(), problem.mend());
  }

  /// The option of a field; a secret has several.
  private static String option(JobField<?> field) {
    String name = field.declared().name();
    return field.equals(TargetDocument.NAME)
        ? "NAME"
        : field.declared() instanceof Parameter.Hidden ? "--" + name + "-prompt" : "--" + name;
  }

  /// The options of a target, one for each field that [TargetDocument] declares; a secret comes
  /// from the environment, a file or a prompt.
  private static final class TargetOptions {
    private final Map<JobField<?>, OptionSpec> options = new LinkedHashMap<>();
    private final Map<String, OptionSpec> secrets = new LinkedHashMap<>();

    TargetOptions() {
      for (JobField<?> field : TargetDocument.ALL) {
        if (field.declared() instanceof Parameter.Hidden secret) {
          SecretOption.options(secret).forEach(option -> secrets.put(option.longestName(), option));
        } else if (!field.equals(TargetDocument.NAME)) {
          options.put(field, option(field));
        }
      }
    }

    /// The option of a field; a flag can also be switched off.
    private static OptionSpec option(JobField<?> field) {
      return field.declared() instanceof Parameter.Flag flag
          ? OptionSpec.builder("--" + flag.name())
              .type(Boolean.class)
              .negatable(true)
              .description(flag.help())
              .build()
          : JobOptions.option(field);
    }

    void addTo(CommandSpec spec) {
      options.values().forEach(spec::addOption);
      secrets.values().forEach(spec::addOption);
    }

    /// The given options, as the document that the server takes.
    ObjectNode document(Shell shell) throws CommandException {
      ObjectNode document = JsonNodeFactory.instance.objectNode();
      options.forEach((field, option) -> {
        Optional<String> text =
            field.declared() instanceof Parameter.Flag
                ? Optional.ofNullable(option.<Boolean>getValue()).map(String::valueOf)
                : Optional.of(option.stringValues())
                    .filter(texts -> !texts.isEmpty())
                    .map(texts -> String.join(",", texts));
        text.ifPresent(one -> JobWriter.put(document, field.path(), JobWriter.node(field, one)));
      });
      for (OptionSpec option : secrets.values()) {
        List<String> given = option.stringValues();
        if (!given.isEmpty()) {
          document.put(
              TargetDocument.PASSWORD.path(),
              SecretOption.read(option.longestName(), given.getFirst(), shell));
        }
      }
      return document;
    }
  }
}
