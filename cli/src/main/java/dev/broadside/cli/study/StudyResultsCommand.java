package dev.broadside.cli.study;

import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.output.RunOutputs;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.RemoteCommand;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.StudySummary;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.study.StudyDocument;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `broadside study results`.
@Command(
    name = "results",
    description = "Show a study's table so far: throughput, response, host, scale-up and peak.")
public final class StudyResultsCommand extends RemoteCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The study.")
  private String id = "";

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the study's document as JSON; - for standard output.")
  private Optional<String> json = Optional.empty();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the table as CSV; - for standard output.")
  private Optional<String> csv = Optional.empty();

  @Mixin private GeneratorOption generator = new GeneratorOption();

  public StudyResultsCommand(Shell shell) {
    super(shell);
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    OutputFiles files = OutputFiles.NONE.with("--json", json).with("--csv", csv);
    files.check();
    ServerClient client = client();
    String path = "/studies/" + ServerClient.segment(id);
    StudyDocument study =
        Json.mapper().treeToValue(client.get(ServerClient.figures(path)), StudyDocument.class);
    Shell terminal = files.useStandardOutput() ? shell.withDataOnOut() : shell;
    StudySummary.of(study, terminal.outTerminal()).forEach(terminal.out()::println);
    if (json.isPresent()) {
      new Download(client).prettyTo(path + "/results", "--json " + json.get(), json.get(), shell);
    }
    writeTable(study);
    return exitStatus(study);
  }

  /// Of a study that goes on nothing can be said but that a threshold was broken.
  private int exitStatus(StudyDocument study) {
    int status = generator.status(study);
    boolean over = !StudyWatch.goesOn(study.study().state());
    return over || status == ExitStatus.THRESHOLD_BROKEN ? status : ExitStatus.OK;
  }

  private void writeTable(StudyDocument study) throws CommandException {
    OutputFiles table = OutputFiles.NONE.with("--csv", csv);
    try (RunOutputs outputs = table.openForStudy(shell, "", _ -> {})) {
      List<Problem> unwritten = outputs.finish(study);
      if (!unwritten.isEmpty()) {
        throw CommandException.failure(unwritten);
      }
    }
  }
}
