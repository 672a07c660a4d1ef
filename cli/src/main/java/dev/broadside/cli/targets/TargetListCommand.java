package dev.broadside.cli.targets;

import dev.broadside.cli.remote.ListCommand;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside target list`.
@Command(name = "list", description = "List the databases that the server knows by name.")
public final class TargetListCommand extends ListCommand {

  public TargetListCommand(Shell shell) {
    super(shell, "targets");
  }

  @Override
  protected String path() {
    return "/targets";
  }

  @Override
  protected Table table() {
    return new Table(
        Column.words("name"),
        Column.words("url"),
        Column.words("user").unlessNarrow(2),
        Column.words("limits"),
        Column.words("labels").unlessNarrow(1),
        Column.words("used by").unlessNarrow(3));
  }

  @Override
  protected void row(Table table, JsonNode target) {
    table.row(
        target.path("name").asString(""),
        target.path("url").asString(""),
        target.path("user").asString(""),
        TargetText.limits(target),
        joined(target.path("labels")),
        joined(target.path("usedBy")));
  }

  @Override
  protected List<String> notes(JsonNode answer) {
    return answer.path("only").asBoolean(false)
        ? List.of("This server puts load on these only.")
        : List.of();
  }
}
