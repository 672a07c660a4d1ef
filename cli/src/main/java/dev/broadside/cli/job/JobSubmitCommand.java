package dev.broadside.cli.job;

import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `broadside job submit`.
@Command(
    name = "submit",
    customSynopsis = "broadside job submit [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Submit a job to a server.",
      "Every parameter of the job class is an option; 'broadside job submit"
          + " JOBCLASS --help' lists them."
    },
    footer = {
      "Examples:",
      "  broadside job submit igenoltp --target orders --agents 2 --threads 8 --watch",
      "  broadside job submit -f job.yaml --at +2h --notify ops",
      "  broadside job submit -f job.yaml --repeat '0 2 * * 1-5' --zone Europe/Berlin"
    })
public final class JobSubmitCommand extends SubmissionCommand {
  @Option(names = "--watch", description = "Follow the job until it ends.")
  private boolean watch;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = JobWatchCommand.JUNIT + " Needs --watch.")
  private Optional<String> junit = Optional.empty();

  @Mixin private GeneratorOption generator = new GeneratorOption();

  public JobSubmitCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (junit.isPresent() && !watch) {
      throw new CommandException(
          Problem.wrong("--junit", "there is no result before the job has ended", "add --watch"));
    }
    generator.requireWatch(watch);
    OutputFiles files = JobWatchCommand.files(remote.json(), junit);
    ServerSubmission submission = submission();
    submission.requireOneJob();
    RemoteJob job = new RemoteJob(submission.submit("/jobs"));
    if (watch) {
      shell.err().println("job " + PlainText.line(job.id()));
      return JobWatchCommand.watch(shell, submission.client(), job.id(), false, files, generator);
    }
    return remote.print(shell, job.json(), job.id());
  }
}
