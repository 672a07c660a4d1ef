package dev.broadside.cli.study;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/// `broadside study submit`.
@Command(
    name = "submit",
    customSynopsis = "broadside study submit [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Submit a job that is run once for each number of threads, such as --threads 1,2,4,8.",
      "Every parameter of the job class is an option; 'broadside jobs JOBCLASS' lists them."
    })
public final class StudySubmitCommand implements Callable<Integer> {
  private final Shell shell;
  private final JobOptions options = new JobOptions(Set.of());

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private StudySubmitCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help tells of the job class that it is given.
  public static CommandLine line(Shell shell) {
    StudySubmitCommand command = new StudySubmitCommand(shell);
    return JobClassHelp.addTo(
        command.options.addTo(new CommandLine(command)),
        terminal -> ServerSubmission.describe(command.options, command.server, shell, terminal),
        shell.outTerminal());
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerSubmission submission = ServerSubmission.of(server.client(shell), options, shell);
    JsonNode study = submission.post("/studies");
    shell.print(json, study, study.path("id").asString(""));
    return ExitStatus.OK;
  }
}
