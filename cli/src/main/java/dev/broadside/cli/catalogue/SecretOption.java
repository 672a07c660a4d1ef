package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.pack.ParameterDescriptor;
import dev.broadside.core.param.Parameter;
import dev.broadside.core.param.Problem;
import java.io.Console;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import picocli.CommandLine.Model.OptionSpec;

/// An option that says where a secret parameter is to be read from.
///
/// @param option its name without dashes, such as `password-env`
/// @param parameter the parameter's name, such as `password`
public record SecretOption(String option, String parameter, Source source) {

  /// Where secrets may come from.
  public enum Source {
    VARIABLE("-env"),
    FILE("-file"),
    PROMPT("-prompt");

    private final String suffix;

    Source(String suffix) {
      this.suffix = suffix;
    }
  }

  /// Reads an option's name; empty if it is no such option.
  static Optional<SecretOption> of(String option, Predicate<String> isSecret) {
    return Arrays.stream(Source.values())
        .filter(source -> option.endsWith(source.suffix))
        .map(source -> new SecretOption(option, withoutEnd(option, source.suffix), source))
        .filter(one -> isSecret.test(one.parameter()))
        .findFirst();
  }

  private static String withoutEnd(String text, String end) {
    return text.substring(0, text.length() - end.length());
  }

  /// The options, with dashes, that a parameter makes.
  static List<String> optionsOf(ParameterDescriptor parameter) {
    String option = "--" + parameter.name();
    return parameter.kind().equals("secret")
        ? Arrays.stream(Source.values()).map(source -> option + source.suffix).toList()
        : List.of(option);
  }

  /// The options as a command declares them.
  public static List<OptionSpec> options(Parameter.Hidden secret) {
    return Arrays.stream(Source.values())
        .map(source -> {
          OptionSpec.Builder option = OptionSpec.builder("--" + secret.name() + source.suffix);
          return source == Source.PROMPT
              ? option.type(boolean.class).description(secret.help() + ", asked for.").build()
              : option
                  .type(String.class)
                  .paramLabel(source == Source.FILE ? "FILE" : "VARIABLE")
                  .description(
                      secret.help() + (source == Source.FILE ? ", in a file." : ", in a variable."))
                  .build();
        })
        .toList();
  }

  /// The secret that an option of [#options] names.
  ///
  /// @param option with its dashes
  /// @param value the file or the variable; nothing of a prompt
  public static String read(String option, String value, Shell shell) throws CommandException {
    SecretOption one = of(option.substring(2), _ -> true).orElseThrow();
    return switch (one.source) {
      case PROMPT -> asked("option " + option, one.parameter);
      case VARIABLE -> shell.secretFromVariable("option " + option, value);
      case FILE -> Shell.secretFromFile("option " + option, Path.of(value));
    };
  }

  /// What is typed at the terminal, without being shown.
  private static String asked(String option, String name) throws CommandException {
    Optional<Console> console = Optional.ofNullable(System.console()).filter(Console::isTerminal);
    if (console.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              option, "there is no terminal to ask at", "read it from a variable or a file"));
    }
    return Optional.ofNullable(console.get().readPassword("%s: ", name))
        .map(String::new)
        .orElseThrow(() ->
            new CommandException(Problem.wrong(option, "nothing was typed", "type the secret")));
  }
}
