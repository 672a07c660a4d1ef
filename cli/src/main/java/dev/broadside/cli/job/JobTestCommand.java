package dev.broadside.cli.job;

import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside job test`.
@Command(
    name = "test",
    customSynopsis = "broadside job test [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Try a job without any load: agents, clocks, disks, driver, target, privileges, data.",
      "It takes the options of 'broadside job submit'. Exit status 1 where the job cannot be run."
    })
public final class JobTestCommand extends SubmissionCommand {
  public JobTestCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerSubmission submission = submission();
    submission.requireOneJob();
    JsonNode found = submission.post("/job-tests");
    shell().print(json(), found, () -> lines(found));
    return found.path("fit").asBoolean(false) ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  /// The table, and under it what is to be done, one line for each finding that is not fit.
  private List<String> lines(JsonNode found) {
    Table table =
        new Table(
            Column.words(""), Column.words("check"), Column.words("where"), Column.words("found"));
    List<String> mends = new ArrayList<>();
    for (JsonNode line : found.path("findings")) {
      String level = line.path("level").asString("");
      String check = line.path("check").asString("");
      String where = line.path("where").asString("");
      table.row(level, check, where, line.path("figures").asString(""));
      String mend = line.path("mend").asString("");
      if (!mend.isEmpty()) {
        mends.add(PlainText.line("%s %s, %s: %s.".formatted(level, check, where, mend)));
      }
    }
    List<String> lines = new ArrayList<>(table.lines(shell().outTerminal().columns()));
    if (!mends.isEmpty()) {
      lines.add("");
      lines.addAll(mends);
    }
    return lines;
  }
}
