package dev.broadside.cli.remote;

import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import tools.jackson.databind.JsonNode;

/// `broadside study submit`.
@Command(
    name = "submit",
    description = {
      "Submit a job that is run once for each number of threads, such as --threads 1,2,4,8.",
      "Every parameter of the job class is an option; 'broadside jobs JOBCLASS' lists them."
    })
public final class StudySubmitCommand implements Callable<Integer> {
  private final Shell shell;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private SubmitOptions options = new SubmitOptions();

  @Parameters(index = "0", paramLabel = "JOBCLASS", description = "What to run.")
  private String jobClass = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Unmatched private List<String> left = new ArrayList<>();

  private StudySubmitCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help tells of the job class that it is given.
  public static CommandLine line(Shell shell) {
    StudySubmitCommand command = new StudySubmitCommand(shell);
    return JobClassHelp.addTo(
        new CommandLine(command),
        terminal -> command.options.describe(command.jobClass, shell, terminal),
        shell.outTerminal());
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    List<String> own = List.copyOf(spec.optionsMap().keySet());
    SubmitOptions.Submission submission = options.submission(jobClass, left, own, shell);
    Map<String, Object> body = submission.body();
    body.put("threads", options.threads().counts());
    JsonNode study = submission.client().post("/studies", body);
    shell.print(json, study, study.path("id").asString(""));
    return ExitStatus.OK;
  }
}
