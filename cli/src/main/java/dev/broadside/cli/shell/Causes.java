package dev.broadside.cli.shell;

import java.util.Objects;

/// What an exception says, for a sentence.
public final class Causes {
  private Causes() {}

  /// Its message, or its kind where it has none; without a final full stop.
  public static String of(Throwable thrown) {
    String text =
        Objects.requireNonNullElse(thrown.getMessage(), thrown.getClass().getSimpleName());
    return text.strip().replaceAll("\\.$", "");
  }
}
