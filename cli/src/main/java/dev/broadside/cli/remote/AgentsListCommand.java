package dev.broadside.cli.remote;

import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside agents list`.
@Command(name = "list", description = "List the server's agents.")
public final class AgentsListCommand extends ListCommand {

  public AgentsListCommand(Shell shell) {
    super(shell, "agents");
  }

  @Override
  String path() {
    return "/agents";
  }

  @Override
  Table table() {
    return new Table(
        Column.words("name"),
        Column.words("state"),
        Column.words("version"),
        Column.words("jobs").unlessNarrow(1));
  }

  @Override
  void row(Table table, JsonNode agent) {
    table.row(
        agent.path("name").asString(""),
        agent.path("state").asString(""),
        agent.path("version").asString(""),
        joined(agent.path("jobs")));
  }
}
