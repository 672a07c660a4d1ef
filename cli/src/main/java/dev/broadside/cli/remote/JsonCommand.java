package dev.broadside.cli.remote;

import dev.broadside.cli.shell.Shell;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/// What commands have in common that ask a server, and print its answer for people or as JSON.
public abstract class JsonCommand extends RemoteCommand {
  @Option(names = "--json", description = "Print JSON.")
  protected boolean json;

  protected JsonCommand(Shell shell) {
    super(shell);
  }

  /// @param text one line, in which nothing is trusted
  protected final void print(Object answer, String text) {
    shell.print(json, answer, text);
  }

  /// @param lines are made only where they are printed; in which nothing is left to distrust
  protected final void print(Object answer, Supplier<List<String>> lines) {
    shell.print(json, answer, lines);
  }
}
