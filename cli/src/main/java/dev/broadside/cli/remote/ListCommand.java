package dev.broadside.cli.remote;

import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What lists of a server's things have in common: one call, and its answer as a table or as JSON.
public abstract class ListCommand extends JsonCommand {
  private final String things;

  /// @param things the list's name in the answer
  public ListCommand(Shell shell, String things) {
    super(shell);
    this.things = things;
  }

  /// Where the list lies, below `/api/v1`.
  protected abstract String path();

  protected abstract Table table();

  protected abstract void row(Table table, JsonNode thing);

  @Override
  public final Integer call() throws CommandException, InterruptedException {
    JsonNode answer = client().get(path());
    print(answer, () -> lines(answer));
    return ExitStatus.OK;
  }

  private List<String> lines(JsonNode answer) {
    Table table = table();
    answer.path(things).forEach(thing -> row(table, thing));
    List<String> lines = new ArrayList<>(table.lines(shell.outTerminal().columns()));
    lines.addAll(notes(answer));
    return lines;
  }

  /// What is to be said below the table.
  protected List<String> notes(JsonNode answer) {
    return List.of();
  }

  /// The texts of a list of texts, in one line.
  public static String joined(JsonNode texts) {
    return String.join(", ", texts.valueStream().map(text -> text.asString("")).toList());
  }
}
