package dev.broadside.cli.catalogue;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.core.param.Problem;
import java.io.Console;
import java.util.Optional;

/// Asks for a secret at the terminal, without showing what is typed.
final class Prompt {
  private Prompt() {}

  static String ask(String option, String name) throws CommandException {
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
