package dev.broadside.cli.group;

import dev.broadside.cli.remote.FoundCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside group list`.
@Command(
    name = "list",
    description = {
      "List the server's groups, the newest first.",
      "A query finds all for which each of its terms holds: words of name and id; tag:best,"
          + " folder:nightly, class:igenoltp, target:db1, definition:nightly, state:running, outcome:failed,"
          + " since:2026-11-01, until:7d."
    })
public final class GroupListCommand extends FoundCommand {
  public GroupListCommand(Shell shell) {
    super(shell, "groups");
  }

  @Override
  protected Table table() {
    return new Table(
        Column.words("id"),
        Column.words("state"),
        Column.words("over"),
        Column.words("name").unlessNarrow(2),
        Column.words("submitted").unlessNarrow(3),
        Column.words("reason").unlessNarrow(1));
  }

  @Override
  protected void row(Table table, JsonNode group) {
    JsonNode members = group.path("members");
    long over =
        members
            .valueStream()
            .map(member -> member.path("state").asString(""))
            .filter(state -> !state.equals("waiting") && !state.equals("running"))
            .count();
    table.row(
        group.path("id").asString(""),
        group.path("state").asString(""),
        over + " of " + members.size(),
        group.path("name").asString(""),
        RemoteJob.toTheSecond(group, "submittedAt"),
        group.path("reason").asString(""));
  }
}
