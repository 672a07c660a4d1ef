package dev.broadside.core.param;

import java.util.regex.Pattern;

/// What the kinds of [Parameter] share.
final class Names {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final int QUOTED = 83;

  private Names() {}

  static void check(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "parameter name " + quote(name) + " is not lower-case letters, digits and dashes");
    }
  }

  static <T> Parsed<T> wrong(Parameter<T> parameter, String what, String mend) {
    return new Parsed.Wrong<>(Problem.wrong("parameter " + parameter.name(), what, mend));
  }

  /// Quotes what a user wrote, bounded and without control characters, since it may be hostile.
  static String quote(String text) {
    return '"' + PlainText.line(text, QUOTED) + '"';
  }
}
