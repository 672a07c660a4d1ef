package dev.broadside.cli.study;

import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/// `broadside study submit`.
@Command(
    name = "submit",
    customSynopsis = "broadside study submit [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Submit a job that is run at each place of a study, or whose knee is searched for.",
      "Places are along --threads 1,2,4,8, or along anything else by --along NAME=VALUE,VALUE; the",
      "search is between the two rates of --knee.",
      "Every parameter of the job class is an option; 'broadside jobs JOBCLASS' lists them."
    })
public final class StudySubmitCommand extends SubmissionCommand {
  public StudySubmitCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    ServerSubmission submission = submission();
    JsonNode study = submission.submit("/studies");
    print(study, study.path("id").asString(""));
    return ExitStatus.OK;
  }
}
