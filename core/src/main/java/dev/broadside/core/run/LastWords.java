package dev.broadside.core.run;

import java.util.Optional;

/// What a worker writes about its own end in the last lines of its error stream, for its agent to
/// put into the reason. Job code may write such lines, too: they are quoted, and cut to a length.
public enum LastWords {
  /// The places of load threads that do not end.
  HANGS("the load does not end: "),

  /// The place at which job code called `System.exit`.
  EXITED("job code called System.exit"),

  /// What a JVM prints by `-XX:+ExitOnOutOfMemoryError`.
  OUT_OF_MEMORY("Terminating due to java.lang.OutOfMemoryError");

  private static final int MOST_CHARACTERS = 400;

  private final String beginning;

  LastWords(String beginning) {
    this.beginning = beginning;
  }

  /// The line that a worker writes.
  public String line(String rest) {
    return beginning + rest;
  }

  /// The rest of the last line with this beginning; empty if there is no such line.
  Optional<String> in(String lastWords) {
    return lastWords
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(beginning))
        .reduce((_, later) -> later)
        .map(line -> line.substring(beginning.length()))
        .map(rest -> rest.substring(0, Math.min(rest.length(), MOST_CHARACTERS)));
  }
}
