package dev.broadside.cli.study;

import dev.broadside.cli.remote.FoundCommand;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.report.Json;
import dev.broadside.core.study.StudyPoint;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside study list`.
@Command(
    name = "list",
    description = {
      "List the server's studies, the newest first.",
      "A query finds all for which each of its terms holds: words of name and id; tag:best,"
          + " folder:nightly, class:igenoltp, target:db1, state:running, outcome:failed,"
          + " since:2026-11-01, until:7d."
    })
public final class StudyListCommand extends FoundCommand {
  public StudyListCommand(Shell shell) {
    super(shell, "studies");
  }

  @Override
  protected Table table() {
    return new Table(
        Column.words("id"),
        Column.words("job class"),
        Column.words("state"),
        Column.words("steps"),
        Column.words("along").unlessNarrow(1),
        Column.words("submitted").unlessNarrow(3),
        Column.words("name").unlessNarrow(2),
        Column.words("reason").unlessNarrow(4));
  }

  @Override
  protected void row(Table table, JsonNode study) {
    JsonNode steps = study.path("steps");
    long done =
        steps
            .valueStream()
            .filter(step -> step.path("state").asString("").equals("completed"))
            .count();
    table.row(
        study.path("id").asString(""),
        study.path("jobClass").asString(""),
        study.path("state").asString(""),
        study.path("plan").has("knee") ? "" + done : done + " of " + steps.size(),
        study.path("axis").asString(""),
        RemoteJob.toTheSecond(study, "submittedAt"),
        study.path("name").asString(""),
        study.path("reason").asString(""));
  }

  /// Where a step lies, in words.
  static String place(JsonNode step) {
    return Json.mapper().treeToValue(step.path("point"), StudyPoint.class).words();
  }
}
