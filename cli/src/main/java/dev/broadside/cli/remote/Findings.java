package dev.broadside.cli.remote;

import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// The findings of a test on agents, as the server reports them.
///
/// @param json all of it
public record Findings(JsonNode json) {
  /// Prints them.
  ///
  /// @return the exit status: 1 if a check failed
  public int print(Remote remote, Shell shell) {
    remote.print(shell, json, () -> lines(shell.outTerminal().columns()));
    return json.path("fit").asBoolean(false) ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  /// The table, and below it a line of advice for each check that failed.
  private List<String> lines(int width) {
    Table table =
        new Table(
            Column.words(""), Column.words("check"), Column.words("where"), Column.words("found"));
    List<String> mends = new ArrayList<>();
    for (JsonNode line : json.path("findings")) {
      String level = line.path("level").asString("");
      String check = line.path("check").asString("");
      String where = line.path("where").asString("");
      table.row(level, check, where, line.path("figures").asString(""));
      String mend = line.path("mend").asString("");
      if (!mend.isEmpty()) {
        mends.add(PlainText.line("%s %s, %s: %s.".formatted(level, check, where, mend)));
      }
    }
    List<String> lines = new ArrayList<>(table.lines(width));
    if (!mends.isEmpty()) {
      lines.add("");
      lines.addAll(mends);
    }
    return lines;
  }
}
