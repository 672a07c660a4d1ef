package dev.broadside.cli.run;

import dev.broadside.cli.catalogue.Catalogue;
import dev.broadside.cli.catalogue.DescribedPack;
import dev.broadside.cli.catalogue.JobClassHelp;
import dev.broadside.cli.catalogue.Listing;
import dev.broadside.cli.catalogue.LocalPacks;
import dev.broadside.cli.help.Heading;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.output.RunOutputs;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.project.JobProject;
import dev.broadside.cli.serve.HostGrants;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import dev.broadside.cli.term.Terminal;
import dev.broadside.cli.term.TextReport;
import dev.broadside.client.pack.PackDescriptors;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.client.run.LocalOrder;
import dev.broadside.client.run.LocalRun;
import dev.broadside.client.run.LocalStudy;
import dev.broadside.core.campaign.Study;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.input.JobReader;
import dev.broadside.core.input.JobWriter;
import dev.broadside.core.input.JobYaml;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.RunDocument;
import dev.broadside.core.report.section.RunReport;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.study.StudyPlan;
import dev.broadside.core.time.NewIds;
import dev.broadside.core.time.SystemTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `broadside run`.
@Command(
    name = "run",
    preprocessor = OnceWord.class,
    customSynopsis = "broadside run [OPTIONS] [JOBCLASS [PARAMETERS]]",
    description = {
      "Run a job class from this machine, without a server.",
      "Every parameter of the job class is an option; 'broadside run JOBCLASS --help' lists them."
    },
    footer = {
      "Examples:",
      "  broadside run igenoltp --url jdbc:mysql://127.0.0.1:3306/test --user bench \\",
      "    --password-env DB_PASSWORD --threads 8 --warmup 10s --duration 1m",
      "  broadside run igenoltp --url jdbc:h2:mem:try --threads 1,2,4,8 --duration 10s",
      "  broadside run igenoltp --url jdbc:h2:mem:try --rate 500 --arrivals poisson \\",
      "    --threshold 'p99 < 20ms' --junit result.xml",
      "  broadside run -f job.yaml --json result.json --html report.html"
    })
public final class RunCommand implements Callable<Integer> {
  /// How long a run that was stopped may verify and clean up once its threads have ended.
  private static final Duration AFTER_GRACE = Duration.ofSeconds(15);

  private final Shell shell;

  private final JobOptions options = new JobOptions(JobReader.FOR_SERVERS);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--quiet",
      descriptionKey = Heading.RESULT,
      description = "Print the summary only.")
  private boolean quiet;

  @Option(
      names = "--distribution",
      descriptionKey = Heading.RESULT,
      description = "Print a histogram of the latencies, too.")
  private boolean distribution;

  @Option(
      names = "--worker-option",
      descriptionKey = Heading.AUTHOR,
      paramLabel = "FLAG",
      description = "JVM option of the worker, such as --worker-option=-Xmx2g; may be repeated.")
  private List<String> workerOptions = new ArrayList<>();

  @Mixin private HostGrants grants = new HostGrants();

  @Mixin private FilesOption data = new FilesOption();

  @Mixin private GeneratorOption generator = new GeneratorOption();

  @Mixin private AuthorOptions author = new AuthorOptions();

  private RunCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, whose help also describes the job class on its command line.
  public static CommandLine line(Shell shell) {
    RunCommand command = new RunCommand(shell);
    CommandLine line = command.options.addTo(new CommandLine(command));
    OutputFiles.addOptions(line.getCommandSpec());
    return JobClassHelp.addTo(line, command::describe, shell.outTerminal());
  }

  private List<String> describe(Terminal terminal) throws CommandException {
    if (options.jobClass().isEmpty()) {
      return List.of();
    }
    try (RunPacks packs = packs(options.pack(), options.jobClass())) {
      String id = options.classFile().isPresent() ? packs.only() : options.jobClass();
      return Listing.details(packs.catalogue().find(id).jobClass(), terminal);
    }
  }

  /// A file that declares the job class comes before installed packs.
  private RunPacks packs(Optional<String> pack, String jobClass) throws CommandException {
    return RunPacks.of(options.classFile().map(Path::toString).or(() -> pack), jobClass, shell);
  }

  @Override
  public Integer call() throws CommandException, IOException, InterruptedException {
    OutputFiles files = OutputFiles.given(spec);
    Optional<String> json = files.of("--json");
    files.check();
    author.check(files);
    JobSource source = options.source();
    boolean declared = options.classFile().isPresent();
    try (RunPacks packs = packs(source.pack(), declared ? "" : source.jobClass())) {
      packs.described().ifPresent(described -> described.warn(shell));
      if (declared) {
        source.put(JobDocument.JOB_CLASS, packs.only(), "JOBCLASS");
      }
      Catalogue.Found found = packs.catalogue().find(source.jobClass());
      options.addParameters(source, found.jobClass(), "", shell);
      JobReader reader = new JobReader(source.document());
      String sha256 = PackDescriptors.sha256(found.pack().file());
      JobReader.Code code = JobSource.code(found.jobClass(), sha256);
      JobSpec job = author.spec(source.spec(reader, code));
      StudyPlan plan = source.plan(reader, code);
      checkPlace(source, reader, job);
      if (!data.given()) {
        Consent.toRun(job, source, shell);
      }
      List<String> granted = grants.flags(commandLine());
      author.note().ifPresent(shell.err()::println);
      OnceView once = new OnceView(terminal(files), quiet);
      Orders orders =
          new Orders(
              found,
              author.forker(once::see, new SystemTime()),
              run ->
                  Stream.of(author.workerFlags(run, json), workerOptions, granted)
                      .flatMap(List::stream)
                      .toList(),
              commandLine());
      String id =
          new NewIds(new SystemTime()).make((plan.several() ? "study-" : "") + job.jobClass());
      if (data.given()) {
        return data.write(orders.order(id, job, shell), terminal(files), quiet);
      }
      if (author.once()) {
        return once(orders.order(id, job, shell), once, json);
      }
      return plan.several()
          ? study(
              Study.submitted(id, found.jobClass().title(), job, plan, new SystemTime().now()),
              orders,
              files)
          : run(orders.order(id, job, shell), files);
    }
  }

  /// A file may have fields that only a server obeys.
  private void checkPlace(JobSource source, JobReader reader, JobSpec job) throws CommandException {
    if (job.agents().count() > 1) {
      throw new CommandException(
          source.placed(
              List.of(
                  Problem.wrong(
                      "/agents/count",
                      "a run without a server has no agents",
                      "use 'broadside job submit', or ask for one"))));
    }
    if (!reader.forServers().isEmpty()) {
      String fields = String.join(", ", reader.forServers());
      shell.err().println("ignored, since there is no server: " + fields);
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
        RunOutputs outputs = files.open(shell, definition(order.spec()), view::note)) {
      LocalRun run = new LocalRun(order, new RunView.Listener(view, outputs), new SystemTime());
      Signals signals = stopping(order.spec().grace(), run::stop, view::note);
      return switch (run.execute()) {
        case LocalRun.Result.Refused(List<Problem> problems) ->
            throw new CommandException(problems);
        case LocalRun.Result.Ran(RunDocument document) -> {
          view.end(document);
          showDistribution(document, terminal);
          require(List.of(), outputs.finish(document));
          author.recording(document.job().id(), files.of("--json")).ifPresent(shell.err()::println);
          yield signals.exitStatus().orElse(generator.status(document));
        }
      };
    }
  }

  private int once(LocalOrder order, OnceView view, Optional<String> json)
      throws CommandException, IOException, InterruptedException {
    LocalRun run = new LocalRun(order, view, new SystemTime());
    Signals signals = stopping(order.spec().grace(), run::stop, view::line);
    return switch (run.execute()) {
      case LocalRun.Result.Refused(List<Problem> problems) -> throw new CommandException(problems);
      case LocalRun.Result.Ran(RunDocument document) -> {
        view.end(document);
        if (json.isPresent()) {
          view.write(json.get(), document);
        }
        yield signals.exitStatus().orElse(RunStatus.ofOnce(document));
      }
    };
  }

  private int study(Study asked, Orders orders, OutputFiles files)
      throws CommandException, IOException, InterruptedException {
    Shell terminal = terminal(files);
    try (StudyDisplay view = new StudyDisplay(terminal, quiet);
        RunOutputs outputs = files.openForStudy(shell, definition(asked.spec()), view::note)) {
      LocalStudy study =
          new LocalStudy(
              asked,
              (id, step) -> orders.order(id, step, shell),
              new StudyDisplay.Listener(view, outputs),
              new SystemTime());
      Signals signals = stopping(asked.spec().grace(), study::stop, view::note);
      LocalStudy.Result result = study.execute();
      StudyDocument document = result.document();
      boolean any = !document.steps().isEmpty();
      if (any) {
        show(document, terminal);
      }
      require(result.problems(), any ? outputs.finish(document) : List.of());
      document
          .steps()
          .forEach(step ->
              author
                  .recording(step.run().job().id(), files.of("--json"))
                  .ifPresent(shell.err()::println));
      return signals.exitStatus().orElse(generator.status(document));
    }
  }

  private static String definition(JobSpec job) {
    return JobYaml.write(JobWriter.write(job));
  }

  private void show(StudyDocument study, Shell terminal) {
    terminal.out().println();
    TextReport.of(StudyReport.of(study, ""), terminal.outTerminal())
        .forEach(terminal.out()::println);
    study.steps().forEach(step -> showDistribution(step.run(), terminal));
  }

  /// Throws unless nothing was refused and everything could be written.
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
  /// from ending, so that it has a result in any case.
  private Signals stopping(Duration grace, Runnable stop, Consumer<String> note) {
    Signals signals = Signals.install();
    signals.onSecond(
        grace.plus(AFTER_GRACE),
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
      TextReport.of(RunReport.distribution(run), terminal.outTerminal())
          .forEach(terminal.out()::println);
    }
  }

  /// Where a local run takes its job class from: the installed packs, one of them that the user
  /// names, or a file.
  private record RunPacks(Catalogue catalogue, Optional<DescribedPack> described)
      implements AutoCloseable {

    /// @param pack a file, or what [dev.broadside.core.pack.PackReference] reads
    /// @param jobClass which is wanted: if none of that name comes with Broadside, and the present
    ///   folder is a project of job classes, those are taken as they were last saved
    static RunPacks of(Optional<String> pack, String jobClass, Shell shell)
        throws CommandException {
      Optional<JobProject> project = JobProject.in(Path.of("")).filter(_ -> pack.isEmpty());
      if (project.isPresent() && !Catalogue.of(shell.home().packs()).has(jobClass)) {
        return new RunPacks(
            new Catalogue(List.of(project.get().pack(shell.home()))), Optional.empty());
      }
      if (pack.filter(RunPacks::isFile).isEmpty()) {
        return new RunPacks(LocalPacks.of(shell).catalogue(pack), Optional.empty());
      }
      DescribedPack described = DescribedPack.of(Path.of(pack.get()));
      return new RunPacks(new Catalogue(List.of(described.pack())), Optional.of(described));
    }

    private static boolean isFile(String pack) {
      return pack.endsWith(".jar") || pack.contains("/") || Files.isRegularFile(Path.of(pack));
    }

    /// The id of the one job class that a file declares.
    String only() {
      return catalogue.classes().getFirst().id();
    }

    @Override
    public void close() {
      described.ifPresent(DescribedPack::close);
    }
  }

  /// Makes the orders of local runs.
  ///
  /// @param found what runs
  /// @param forker what makes workers
  /// @param workerOptions flags of the worker's JVM, by the id of its run
  /// @param commandLine kept with the result; secrets never stand on it
  private record Orders(
      Catalogue.Found found,
      Worker.Forker forker,
      Function<String, List<String>> workerOptions,
      List<String> commandLine) {
    LocalOrder order(String id, JobSpec step, Shell shell) {
      return new LocalOrder(
          id,
          step,
          found.jobClass(),
          found.pack().file(),
          shell.home().drivers(),
          WorkerFlags.forThreads(step.openedThreads())
              .and(shell.home().startFlags("worker"))
              .and(workerOptions.apply(id)),
          forker,
          Map.of(
              "command line",
              String.join(" ", commandLine),
              "broadside",
              Version.text(),
              "pack.version",
              found.pack().reference()));
    }
  }
}
