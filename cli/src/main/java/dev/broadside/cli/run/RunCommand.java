package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.ParameterOptions;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Terminal;
import dev.broadside.client.run.LocalOrder;
import dev.broadside.client.run.LocalResult;
import dev.broadside.client.run.LocalRun;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// `broadside run`.
@Command(
    name = "run",
    description = {
      "Run a job class from this machine, without a server.",
      "Every parameter of the job class is an option; 'broadside run JOBCLASS --help' lists them."
    })
public final class RunCommand implements Callable<Integer> {
  private final Shell shell;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private LoadOptions load = new LoadOptions();

  @Parameters(
      index = "0",
      paramLabel = "JOBCLASS",
      description = "What to run; 'broadside jobs' lists them.")
  private String jobClass = "";

  @Option(
      names = "--pack",
      paramLabel = "FILE",
      description = "Take the job class from this pack or jar.")
  private Optional<Path> pack = Optional.empty();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the result as JSON; - for standard output.")
  private Optional<String> json = Optional.empty();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the intervals as CSV; - for standard output.")
  private Optional<String> csv = Optional.empty();

  @Option(names = "--quiet", description = "Only the summary.")
  private boolean quiet;

  @Option(
      names = "--worker-option",
      paramLabel = "FLAG",
      description =
          "Flag of the worker's JVM, such as --worker-option=-Xmx2g; repeat it for several.")
  private List<String> workerOptions = new ArrayList<>();

  @Unmatched private List<String> left = new ArrayList<>();

  private RunCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help tells of the job class that it is given.
  public static CommandLine line(Shell shell) {
    RunCommand command = new RunCommand(shell);
    return JobClassHelp.addTo(new CommandLine(command), command::describe, shell.outTerminal());
  }

  private List<String> describe(Terminal terminal) throws CommandException {
    if (jobClass.isEmpty()) {
      return List.of();
    }
    try (RunPacks packs = RunPacks.of(pack, shell)) {
      return Listing.details(packs.catalogue().find(jobClass).jobClass(), terminal);
    }
  }

  @Override
  public Integer call() throws CommandException, IOException, InterruptedException {
    load.check();
    OutputFiles files = new OutputFiles(json, csv);
    files.check();
    try (RunPacks packs = RunPacks.of(pack, shell)) {
      Catalogue.Found found = packs.catalogue().find(jobClass);
      List<String> own = List.copyOf(spec.optionsMap().keySet());
      var given = ParameterOptions.read(found.jobClass(), left, shell, own);
      LocalOrder order =
          new Orders(load, workerOptions, commandLine()).order(found, given.values(), shell);
      return run(order, files);
    }
  }

  private List<String> commandLine() {
    List<String> line = new ArrayList<>(List.of("broadside"));
    line.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return line;
  }

  private int run(LocalOrder order, OutputFiles files)
      throws CommandException, IOException, InterruptedException {
    RunView view = new RunView(files.useStandardOutput() ? shell.withDataOnOut() : shell, quiet);
    LocalRun run = new LocalRun(order, new ViewListener(view), new SystemTime());
    Signals signals = Signals.install();
    signals.onFirst(() -> {
      view.note("stopping; once more to end at once");
      run.stop();
    });
    return switch (run.execute()) {
      case LocalResult.Refused(List<Problem> problems) -> throw new CommandException(problems);
      case LocalResult.Ran(RunDocument document) -> {
        files.write(document, shell);
        view.end(document);
        yield signals.exitStatus().orElse(RunStatus.of(document));
      }
    };
  }
}
