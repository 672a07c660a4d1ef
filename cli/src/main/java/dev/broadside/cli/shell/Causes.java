package dev.broadside.cli.shell;

import dev.broadside.core.sentence.FileCause;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// What an exception says, for a sentence.
public final class Causes {
  private Causes() {}

  /// Its message, or its kind if it has none; without a final full stop, and without the place that
  /// JSON's reader adds in lines of its own.
  public static String of(Throwable thrown) {
    Optional<String> message =
        switch (thrown) {
          case IOException file -> Optional.of(FileCause.of(file));
          case JacksonException json -> Optional.ofNullable(json.getOriginalMessage());
          default -> Optional.ofNullable(thrown.getMessage());
        };
    String text = message.orElse(thrown.getClass().getSimpleName());
    return text.strip().replaceAll("\\.$", "");
  }
}
