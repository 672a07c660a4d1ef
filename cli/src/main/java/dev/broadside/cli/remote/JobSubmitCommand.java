package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// `broadside job submit`.
@Command(
    name = "submit",
    description = {
      "Submit a job to a server.",
      "Every parameter of the job class is an option; 'broadside jobs JOBCLASS' lists them."
    })
public final class JobSubmitCommand implements Callable<Integer> {
  private final Shell shell;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private SubmitOptions options = new SubmitOptions();

  @Parameters(index = "0", paramLabel = "JOBCLASS", description = "What to run.")
  private String jobClass = "";

  @Option(names = "--watch", description = "Follow it until its end.")
  private boolean watch;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Unmatched private List<String> left = new ArrayList<>();

  private JobSubmitCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help tells of the job class that it is given.
  public static CommandLine line(Shell shell) {
    JobSubmitCommand command = new JobSubmitCommand(shell);
    return JobClassHelp.addTo(
        new CommandLine(command),
        terminal -> command.options.describe(command.jobClass, shell, terminal),
        shell.outTerminal());
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    if (options.threads().several()) {
      throw new CommandException(
          Problem.wrong(
              "--threads",
              "a job has one number of threads",
              "use 'broadside study submit' for a ladder"));
    }
    List<String> own = List.copyOf(spec.optionsMap().keySet());
    SubmitOptions.Submission submission = options.submission(jobClass, left, own, shell);
    RemoteJob job = new RemoteJob(submission.client().post("/jobs", submission.body()));
    if (watch) {
      shell.err().println("job " + PlainText.line(job.id()));
      return JobWatchCommand.watch(shell, submission.client(), job.id(), false, json);
    }
    shell.print(json, job.json(), job.id());
    return ExitStatus.OK;
  }
}
