package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.ParameterOptions;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.output.RunOutputs;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.DistributionText;
import dev.broadside.cli.term.StudySummary;
import dev.broadside.cli.term.Terminal;
import dev.broadside.client.run.LocalOrder;
import dev.broadside.client.run.LocalRun;
import dev.broadside.client.run.LocalStudy;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.StudyDocument;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
  /// How long a run that was stopped may verify and clean up once its threads have ended.
  private static final Duration AFTER_GRACE = Duration.ofSeconds(15);

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
      description = "Write the intervals, or a ladder's table, as CSV; - for standard output.")
  private Optional<String> csv = Optional.empty();

  @Option(
      names = "--ndjson",
      paramLabel = "FILE",
      description = {
        "Write lines of JSON as they come: the job, each interval, the summary;",
        "- for standard output."
      })
  private Optional<String> ndjson = Optional.empty();

  @Option(names = "--quiet", description = "Only the summary.")
  private boolean quiet;

  @Option(names = "--distribution", description = "Show the latencies in powers of two, too.")
  private boolean distribution;

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
    OutputFiles files = new OutputFiles(json, csv, ndjson);
    files.check();
    try (RunPacks packs = RunPacks.of(pack, shell)) {
      Catalogue.Found found = packs.catalogue().find(jobClass);
      List<String> own = List.copyOf(spec.optionsMap().keySet());
      var given = ParameterOptions.read(found.jobClass(), left, shell, own);
      String id = Orders.newId();
      List<LocalOrder> orders =
          new Orders(load, workerOptions, commandLine()).orders(id, found, given.values(), shell);
      return orders.size() == 1 ? run(orders.getFirst(), files) : study(id, orders, files);
    }
  }

  private List<String> commandLine() {
    List<String> line = new ArrayList<>(List.of("broadside"));
    line.addAll(spec.root().commandLine().getParseResult().originalArgs());
    return line;
  }

  private int run(LocalOrder order, OutputFiles files)
      throws CommandException, IOException, InterruptedException {
    Shell terminal = terminal(files);
    try (RunView view = new RunView(terminal, quiet);
        RunOutputs outputs = files.open(shell, view::note)) {
      LocalRun run = new LocalRun(order, new ViewListener(view, outputs), new SystemTime());
      Signals signals = stopping(run::stop, view::note);
      return switch (run.execute()) {
        case LocalRun.Result.Refused(List<Problem> problems) ->
            throw new CommandException(problems);
        case LocalRun.Result.Ran(RunDocument document) -> {
          view.end(document);
          showDistribution(document, terminal);
          require(List.of(), outputs.finish(document));
          yield signals.exitStatus().orElse(RunStatus.of(document));
        }
      };
    }
  }

  private int study(String id, List<LocalOrder> orders, OutputFiles files)
      throws CommandException, IOException, InterruptedException {
    Shell terminal = terminal(files);
    try (StudyDisplay view = new StudyDisplay(terminal, quiet, load.threads().counts());
        RunOutputs outputs = files.openForStudy(shell, view::note)) {
      LocalStudy study =
          new LocalStudy(id, orders, new StudyListener(view, outputs), new SystemTime());
      Signals signals = stopping(study::stop, view::note);
      LocalStudy.Result result = study.execute();
      StudyDocument document = result.document();
      boolean any = !document.steps().isEmpty();
      if (any) {
        show(document, terminal);
      }
      require(result.problems(), any ? outputs.finish(document) : List.of());
      return signals.exitStatus().orElse(RunStatus.of(document));
    }
  }

  private void show(StudyDocument study, Shell terminal) {
    terminal.out().println();
    StudySummary.of(study, terminal.outTerminal()).forEach(terminal.out()::println);
    study.steps().forEach(step -> showDistribution(step.run(), terminal));
  }

  /// Goes on only where nothing was refused and everything could be written.
  private static void require(List<Problem> refused, List<Problem> unwritten)
      throws CommandException {
    if (!unwritten.isEmpty()) {
      throw CommandException.failure(Stream.concat(refused.stream(), unwritten.stream()).toList());
    }
    if (!refused.isEmpty()) {
      throw new CommandException(refused);
    }
  }

  private Shell terminal(OutputFiles files) {
    return files.useStandardOutput() ? shell.withDataOnOut() : shell;
  }

  /// A signal stops the run. The next one, or the deadline after SIGTERM, kills what still keeps it
  /// from ending, so that its result is told in any case.
  private Signals stopping(Runnable stop, Consumer<String> note) {
    Signals signals = Signals.install();
    signals.onSecond(
        load.grace().plus(AFTER_GRACE),
        () -> {
          note.accept("ending at once");
          stop.run();
        });
    signals.onFirst(() -> {
      note.accept("stopping; once more to end at once");
      stop.run();
    });
    return signals;
  }

  private void showDistribution(RunDocument run, Shell terminal) {
    if (distribution) {
      terminal.out().println();
      terminal.out().println(PlainText.line(run.job().id()));
      DistributionText.of(run, terminal.outTerminal()).forEach(terminal.out()::println);
    }
  }
}
