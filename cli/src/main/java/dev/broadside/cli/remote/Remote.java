package dev.broadside.cli.remote;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// The options of a command that asks a server and prints its answer, for people or as JSON.
public final class Remote extends ServerOptions {
  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /// Whether the answer is printed as JSON.
  public boolean json() {
    return json;
  }

  /// @param text one line, which is escaped here
  /// @return the exit status of a command that succeeded
  public int print(Shell shell, Object answer, String text) {
    shell.print(json, answer, text);
    return ExitStatus.OK;
  }

  /// @param lines are made only if they are printed; hostile text in them is escaped already
  /// @return the exit status of a command that succeeded
  public int print(Shell shell, Object answer, Supplier<List<String>> lines) {
    shell.print(json, answer, lines);
    return ExitStatus.OK;
  }

  /// @param notes lines below the table; hostile text in them is escaped already
  public int print(Shell shell, Object answer, Table table, List<String> notes) {
    return print(
        shell,
        answer,
        () ->
            Stream.concat(table.lines(shell.outTerminal().columns()).stream(), notes.stream())
                .toList());
  }

  /// An instant without the parts of its second.
  public static String seconds(JsonNode instant) {
    return instant.asString("").replaceFirst("[.][0-9]+", "");
  }

  /// The texts of a list of texts, in one line.
  public static String joined(JsonNode texts) {
    return String.join(", ", texts.valueStream().map(text -> text.asString("")).toList());
  }
}
