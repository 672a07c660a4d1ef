package dev.broadside.cli.job;

import dev.broadside.cli.remote.Findings;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Command;

/// `broadside job test`.
@Command(
    name = "test",
    customSynopsis = "broadside job test [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Try a job without any load: agents, clocks, disks, driver, target, privileges, data.",
      "It takes the options of 'broadside job submit'. Exit status 1 if the job cannot be run."
    })
public final class JobTestCommand extends SubmissionCommand {
  public JobTestCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerSubmission submission = submission();
    submission.requireOneJob();
    return new Findings(submission.post("/job-tests")).print(remote, shell);
  }
}
