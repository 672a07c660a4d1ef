package dev.broadside.cli.job;

import dev.broadside.cli.remote.JsonCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.HistoryText;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunHistory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job history`.
@Command(
    name = "history",
    description = {
      "Show all runs of a definition, and where the level of a figure changed.",
      "Of each change: by how much, how sure that is, the first run after it, and what was",
      "configured differently in that one."
    })
public final class JobHistoryCommand extends JsonCommand {
  @Parameters(
      index = "0",
      paramLabel = "NAME|ID",
      description = "The definition, or a job that is a run of it.")
  private String of = "";

  public JobHistoryCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode tree = client().get("/history?of=" + ServerClient.segment(of));
    RunHistory history = Json.mapper().treeToValue(tree, RunHistory.class);
    print(history, () -> HistoryText.of(history, shell.outTerminal()));
    return ExitStatus.OK;
  }
}
