package dev.broadside.cli.job;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `broadside job submit`.
@Command(
    name = "submit",
    customSynopsis = "broadside job submit [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Submit a job to a server.",
      "Every parameter of the job class is an option; 'broadside jobs JOBCLASS' lists them."
    })
public final class JobSubmitCommand implements Callable<Integer> {
  private final Shell shell;
  private final JobOptions options = new JobOptions(Set.of());

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(names = "--watch", description = "Follow it until its end.")
  private boolean watch;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private JobSubmitCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help tells of the job class that it is given.
  public static CommandLine line(Shell shell) {
    JobSubmitCommand command = new JobSubmitCommand(shell);
    return JobClassHelp.addTo(
        command.options.addTo(new CommandLine(command)),
        terminal -> ServerSubmission.describe(command.options, command.server, shell, terminal),
        shell.outTerminal());
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerSubmission submission = ServerSubmission.of(server.client(shell), options, shell);
    submission.requireOneJob();
    RemoteJob job = new RemoteJob(submission.post("/jobs"));
    if (watch) {
      shell.err().println("job " + PlainText.line(job.id()));
      return JobWatchCommand.watch(shell, submission.client(), job.id(), false, json);
    }
    shell.print(json, job.json(), job.id());
    return ExitStatus.OK;
  }
}
