package dev.broadside.cli.job;

import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.HistoryText;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunHistory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job history`.
@Command(
    name = "history",
    description = {
      "Show all runs of a definition, and where the level of a figure changed: by how much, how sure",
      "that is, the first run after it, and what was configured differently in that one."
    })
public final class JobHistoryCommand implements Callable<Integer> {
  private final Shell shell;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME|ID",
      description = "The definition, or a job that is a run of it.")
  private String of = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  public JobHistoryCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    JsonNode tree = server.client(shell).get("/history?of=" + ServerClient.segment(of));
    RunHistory history = Json.mapper().treeToValue(tree, RunHistory.class);
    shell.print(json, history, () -> HistoryText.of(history, shell.outTerminal()));
    return ExitStatus.OK;
  }
}
