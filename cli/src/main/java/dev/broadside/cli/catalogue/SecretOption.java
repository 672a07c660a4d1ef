package dev.broadside.cli.catalogue;

import dev.broadside.core.pack.ParameterDescriptor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// An option that says where a secret parameter is to be read from.
///
/// @param option its name without dashes, such as `password-env`
/// @param parameter the parameter's name, such as `password`
record SecretOption(String option, String parameter, Source source) {

  /// Where secrets may come from.
  enum Source {
    VARIABLE("-env"),
    FILE("-file"),
    PROMPT("-prompt");

    private final String suffix;

    Source(String suffix) {
      this.suffix = suffix;
    }
  }

  /// Reads an option's name; empty where it is no such option.
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
}
