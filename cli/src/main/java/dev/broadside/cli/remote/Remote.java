package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// The options of a command that is a method, asks a server, and prints its answer for people or as
/// JSON.
public final class Remote {
  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private ServerOptions server = new ServerOptions();

  /// Whether programs read what is printed.
  public boolean json() {
    return json;
  }

  /// Whether an option or the environment names a server.
  public boolean named(Shell shell) {
    return server.named(shell);
  }

  /// A client of the server that options and environment name.
  public ServerClient client(Shell shell) throws CommandException {
    return server.client(shell);
  }

  /// A client of the server at an address; options and environment say the rest.
  public ServerClient client(Shell shell, String url) throws CommandException {
    return server.client(shell, url);
  }

  /// @param text one line, in which nothing is trusted
  /// @return the exit status of a command that did what it was told
  public int print(Shell shell, Object answer, String text) {
    shell.print(json, answer, text);
    return ExitStatus.OK;
  }

  /// @param lines are made only where they are printed; in which nothing is left to distrust
  /// @return the exit status of a command that did what it was told
  public int print(Shell shell, Object answer, Supplier<List<String>> lines) {
    shell.print(json, answer, lines);
    return ExitStatus.OK;
  }

  /// @param notes what is to be said below the table; nothing is left in it to distrust
  public int print(Shell shell, Object answer, Table table, List<String> notes) {
    return print(
        shell,
        answer,
        () ->
            Stream.concat(table.lines(shell.outTerminal().columns()).stream(), notes.stream())
                .toList());
  }

  /// An instant without what is less than a second.
  public static String seconds(JsonNode instant) {
    return instant.asString("").replaceFirst("[.][0-9]+", "");
  }

  /// The texts of a list of texts, in one line.
  public static String joined(JsonNode texts) {
    return String.join(", ", texts.valueStream().map(text -> text.asString("")).toList());
  }
}
