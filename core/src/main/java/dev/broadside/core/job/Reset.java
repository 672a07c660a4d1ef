package dev.broadside.core.job;

import dev.broadside.core.param.CommandWords;
import java.util.List;
import java.util.Optional;

/// How the data of a job are brought back to what was loaded, before the job uses them.
public sealed interface Reset {
  /// What can be written.
  String FORM =
      "write reload, or command and a program with its arguments, those with blanks in quotes";

  /// The word before a program.
  String COMMAND = "command ";

  /// The job class drops its tables, and loads them anew.
  record Reload() implements Reset {}

  /// A program on the host of the first agent.
  ///
  /// @param line with at least one of the [CommandWords]
  record Command(String line) implements Reset {
    public List<String> words() {
      return CommandWords.of(line).orElseThrow();
    }
  }

  /// Reads `reload` or `command PROGRAM ARGUMENTS`; empty if the text is neither.
  static Optional<Reset> of(String text) {
    if (text.strip().equals("reload")) {
      return Optional.of(new Reload());
    }
    return Optional.of(text.strip())
        .filter(all -> all.startsWith(COMMAND))
        .map(all -> all.substring(COMMAND.length()).strip())
        .filter(line -> CommandWords.of(line).isPresent())
        .map(Command::new);
  }

  /// The text that [#of] reads.
  default String text() {
    return switch (this) {
      case Reload _ -> "reload";
      case Command(String line) -> COMMAND + line;
    };
  }
}
