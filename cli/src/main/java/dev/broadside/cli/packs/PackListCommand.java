package dev.broadside.cli.packs;

import dev.broadside.cli.remote.ListCommand;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside pack list`.
@Command(name = "list", description = "List the server's packs.")
public final class PackListCommand extends ListCommand {

  public PackListCommand(Shell shell) {
    super(shell, "packs");
  }

  @Override
  protected String path() {
    return "/packs";
  }

  @Override
  protected Table table() {
    return new Table(
        Column.words("name"),
        Column.words("version"),
        Column.words("job classes"),
        Column.words("sha256").unlessNarrow(1));
  }

  @Override
  protected void row(Table table, JsonNode pack) {
    table.row(
        pack.path("name").asString(""),
        pack.path("version").asString(""),
        joined(pack.path("classes")),
        pack.path("sha256").asString(""));
  }
}
