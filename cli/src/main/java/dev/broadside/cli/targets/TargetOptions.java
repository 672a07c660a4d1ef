package dev.broadside.cli.targets;

import dev.broadside.cli.catalogue.SecretOption;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.input.JobField;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.TargetDocument;
import dev.broadside.core.param.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The options that say what a target is, one for each field that [TargetDocument] declares; a
/// secret comes from the environment, a file or a prompt.
final class TargetOptions {
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

  /// What is on can be switched off again.
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

  /// What is given, as the document that the server takes.
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
