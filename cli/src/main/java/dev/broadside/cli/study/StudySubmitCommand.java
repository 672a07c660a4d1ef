package dev.broadside.cli.study;

import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
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
  @Option(names = "--watch", description = "Follow the study until it ends.")
  private boolean watch;

  @Mixin private GeneratorOption generator = new GeneratorOption();

  public StudySubmitCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    generator.requireWatch(watch);
    ServerSubmission submission = submission();
    JsonNode study = submission.submit("/studies");
    String id = study.path("id").asString("");
    if (watch) {
      return new StudyWatch(shell, submission.client(), id).follow(remote.json(), generator);
    }
    return remote.print(shell, study, id);
  }
}
