package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.PackDescriptor.ClassDescriptor;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Suggestions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.OptionSpec;

/// Reads the options that a job class's parameters make, from what a command's own options left
/// over.
///
/// `--NAME VALUE` or `--NAME=VALUE`; a flag may stand alone. A secret NAME is given by `--NAME-env
/// VARIABLE`, `--NAME-file FILE` or `--NAME-prompt`, never on the command line, which every user of
/// the machine can read.
public final class ParameterOptions {
  private static final Set<String> FLAG_WORDS = Set.of("true", "false", "on", "off", "yes", "no");

  private final ClassDescriptor jobClass;
  private final Shell shell;
  private final List<String> ownOptions;
  private final String lists;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final List<Problem> problems;

  private ParameterOptions(
      ClassDescriptor jobClass,
      Shell shell,
      List<String> ownOptions,
      String lists,
      List<Problem> problems) {
    this.jobClass = jobClass;
    this.shell = shell;
    this.ownOptions = ownOptions;
    this.lists = lists;
    this.problems = problems;
  }

  /// Reads texts by parameter name, secrets included: only what the user gave.
  ///
  /// @param left the arguments that the command itself did not know
  /// @param ownOptions the command's own options, for suggestions
  /// @param lists what lists all that can be given, for a name that is like none of it
  /// @param problems gets the problems of the options; whether the texts are good is not looked at
  /// @throws CommandException if a secret cannot be had
  public static Map<String, String> read(
      ClassDescriptor jobClass,
      List<String> left,
      Shell shell,
      List<String> ownOptions,
      String lists,
      List<Problem> problems)
      throws CommandException {
    ParameterOptions options = new ParameterOptions(jobClass, shell, ownOptions, lists, problems);
    options.refuseNamesakes();
    options.readAll(left);
    return options.texts;
  }

  /// The options as a command would declare them, if it knew the job class: for shells to complete.
  public static List<OptionSpec> declare(ParameterDescriptor parameter) {
    if (parameter.parameter() instanceof Parameter.Hidden secret) {
      return SecretOption.options(secret);
    }
    OptionSpec.Builder option =
        OptionSpec.builder("--" + parameter.name()).description(parameter.help());
    return List.of(
        switch (parameter.kind()) {
          case "flag" -> option.type(boolean.class).build();
          case "files" -> option.type(Path.class).paramLabel("FILE").build();
          case "choice" -> option.type(String.class).completionCandidates(words(parameter)).build();
          default -> option.type(String.class).build();
        });
  }

  private static List<String> words(ParameterDescriptor choice) {
    return choice.choices().stream().map(Parameter.Option::value).toList();
  }

  /// A parameter with the name of one of the command's own options could never get a value.
  private void refuseNamesakes() {
    jobClass.parameters().stream()
        .map(one -> "--" + one.name())
        .filter(ownOptions::contains)
        .map(option ->
            Problem.wrong(
                "job class " + jobClass.id(),
                "one of its parameters is called as " + option + " of this command",
                "give it another name"))
        .forEach(problems::add);
  }

  private void readAll(List<String> left) throws CommandException {
    for (int i = 0; i < left.size(); i++) {
      String argument = left.get(i);
      if (!argument.startsWith("--")) {
        problems.add(
            Problem.wrong(Suggestions.quote(argument), "it belongs to no option", "leave it out"));
        continue;
      }
      int equals = argument.indexOf('=');
      String name = argument.substring(2, equals < 0 ? argument.length() : equals);
      Optional<String> value = Optional.empty();
      if (equals >= 0) {
        value = Optional.of(argument.substring(equals + 1));
      } else if (i + 1 < left.size() && takes(name, left.get(i + 1))) {
        value = Optional.of(left.get(++i));
      }
      readOne(name, value);
    }
  }

  /// Whether what follows an option is its value.
  private boolean takes(String name, String next) {
    return isOfKind(name, "flag") ? FLAG_WORDS.contains(next) : !next.startsWith("--");
  }

  private boolean isOfKind(String name, String kind) {
    return find(name).filter(one -> one.kind().equals(kind)).isPresent();
  }

  private Optional<ParameterDescriptor> find(String name) {
    return jobClass.parameters().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  private void readOne(String name, Optional<String> value) throws CommandException {
    Optional<ParameterDescriptor> parameter = find(name);
    Optional<SecretOption> secret = SecretOption.of(name, this::isSecret);
    if (isSecret(name)) {
      problems.add(
          Problem.wrong(
              "option --" + name,
              "a secret on the command line can be read by every user of this machine",
              "give --%1$s-env VARIABLE, --%1$s-file FILE or --%1$s-prompt".formatted(name)));
    } else if (parameter.isPresent()) {
      switch (parameter.get().kind()) {
        case "flag" -> put(name, name, value.or(() -> Optional.of("true")));
        case "files" -> putFiles(name, value);
        default -> put(name, name, value);
      }
    } else if (secret.isPresent()) {
      readSecret(secret.get(), value);
    } else {
      problems.add(unknown(name));
    }
  }

  private boolean isSecret(String name) {
    return isOfKind(name, "secret");
  }

  private void put(String option, String name, Optional<String> value) {
    if (value.isEmpty()) {
      problems.add(
          Problem.wrong("option --" + option, "its value is missing", "write it after the option"));
    } else if (texts.putIfAbsent(name, value.get()) != null) {
      problems.add(
          Problem.wrong("option --" + option, "its parameter is given twice", "give it once"));
    }
  }

  /// May be given several times.
  private void putFiles(String name, Optional<String> value) throws CommandException {
    if (value.isEmpty()) {
      put(name, name, value);
    } else {
      String read = TextFiles.read("option --" + name, value.get(), Path.of(""));
      texts.merge(name, read, String::concat);
    }
  }

  private void readSecret(SecretOption secret, Optional<String> value) throws CommandException {
    boolean prompt = secret.source() == SecretOption.Source.PROMPT;
    Optional<String> text =
        prompt || value.isPresent()
            ? Optional.of(SecretOption.read("--" + secret.option(), value.orElse(""), shell))
            : value;
    put(secret.option(), secret.parameter(), text);
  }

  private Problem unknown(String name) {
    List<String> known = new ArrayList<>(ownOptions);
    jobClass.parameters().forEach(one -> known.addAll(SecretOption.optionsOf(one)));
    String mend = Suggestions.mend("--" + name, known, lists);
    return Problem.wrong("option " + Suggestions.quote("--" + name), "unknown", mend);
  }
}
