package dev.broadside.cli.job;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.param.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside job test`.
@Command(
    name = "test",
    customSynopsis = "broadside job test [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Try a job without any load: agents, clocks, disks, driver, target, privileges, data.",
      "It takes the options of 'broadside job submit'. Exit status 1 where the job cannot be run."
    })
public final class JobTestCommand implements Callable<Integer> {
  private final Shell shell;
  private final JobOptions options = new JobOptions(Set.of());

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private JobTestCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help tells of the job class that it is given.
  public static CommandLine line(Shell shell) {
    JobTestCommand command = new JobTestCommand(shell);
    return JobClassHelp.addTo(
        command.options.addTo(new CommandLine(command)),
        terminal -> ServerSubmission.describe(command.options, command.server, shell, terminal),
        shell.outTerminal());
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerSubmission submission = ServerSubmission.of(server.client(shell), options, shell);
    submission.requireOneJob();
    JsonNode found = submission.post("/job-tests");
    shell.print(json, found, () -> lines(found));
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
    List<String> lines = new ArrayList<>(table.lines(shell.outTerminal().columns()));
    if (!mends.isEmpty()) {
      lines.add("");
      lines.addAll(mends);
    }
    return lines;
  }
}
