package dev.broadside.cli.job;

import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `broadside job submit`.
@Command(
    name = "submit",
    customSynopsis = "broadside job submit [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Submit a job to a server.",
      "Every parameter of the job class is an option; 'broadside jobs JOBCLASS' lists them."
    })
public final class JobSubmitCommand extends SubmissionCommand {
  @Option(names = "--watch", description = "Follow it until its end.")
  private boolean watch;

  public JobSubmitCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerSubmission submission = submission();
    submission.requireOneJob();
    RemoteJob job = new RemoteJob(submission.post("/jobs"));
    if (watch) {
      shell().err().println("job " + PlainText.line(job.id()));
      return JobWatchCommand.watch(shell(), submission.client(), job.id(), false, json());
    }
    shell().print(json(), job.json(), job.id());
    return ExitStatus.OK;
  }
}
