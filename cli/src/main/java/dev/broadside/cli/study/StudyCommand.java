package dev.broadside.cli.study;

import static dev.broadside.cli.remote.ServerClient.segment;
import static dev.broadside.cli.remote.WorkTable.Cell.words;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.order.OrderCommand;
import dev.broadside.cli.output.OutputFiles;
import dev.broadside.cli.output.RunOutputs;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.NoticeLines;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ReportCommand;
import dev.broadside.cli.remote.Search;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.remote.WorkTable;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.TextReport;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.section.StudyReport;
import dev.broadside.core.report.study.StudyDocument;
import dev.broadside.core.search.WorkKind;
import dev.broadside.core.study.StudyPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside study`, and its commands but `submit`, which is [Submit].
@Command(
    addMethodSubcommands = false,
    name = "study",
    description = "Run a job at several loads or settings, or search for its knee.",
    synopsisSubcommandLabel = "COMMAND")
public final class StudyCommand {
  private static final WorkTable LIST =
      WorkTable.of(
          WorkKind.STUDY,
          words("id", RemoteJob::id),
          words("job class", study -> study.text("jobClass")),
          words("state", RemoteJob::state),
          words("steps", StudyCommand::done),
          words("along", 1, study -> study.text("axis")),
          words("submitted", 3, study -> study.toTheSecond("submittedAt")),
          words("name", 2, study -> study.text("name")),
          words("reason", 4, RemoteJob::reason));

  private final Shell shell;

  private StudyCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    String heading = "Commands";
    return help.commands(new StudyCommand(shell))
        .under(heading, "submit", () -> new Submit(shell).line())
        .under(heading, "list", "show", "watch", "results")
        .under(heading, "report", () -> new ReportCommand(shell, WorkKind.STUDY))
        .under(heading, OrderCommand.all(shell, WorkKind.STUDY))
        .line();
  }

  private static String path(String id) {
    return "/studies/" + segment(id);
  }

  @Command(
      name = "list",
      description = {
        "List the server's studies, the newest first.",
        "A query finds those that match its terms: words of name and id; tag:best,"
            + " folder:nightly, class:igenoltp, target:db1, state:running, outcome:failed,"
            + " since:2026-11-01, until:7d."
      })
  int list(@Mixin Remote remote, @Mixin Search search)
      throws CommandException, InterruptedException {
    return search.list(remote, shell, LIST);
  }

  private static String done(RemoteJob study) {
    JsonNode steps = study.json().path("steps");
    long done =
        steps
            .valueStream()
            .filter(step -> step.path("state").asString("").equals("completed"))
            .count();
    return study.json().path("plan").has("knee") ? "" + done : done + " of " + steps.size();
  }

  @Command(name = "show", description = "Show how far a study is, step by step.")
  int show(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The study.") String id)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    JsonNode study = client.get(path(id));
    List<String> undelivered =
        remote.json() ? List.of() : NoticeLines.undelivered(client, "study", study);
    return remote.print(shell, study, () -> lines(study, undelivered));
  }

  private List<String> lines(JsonNode node, List<String> undelivered) {
    RemoteJob study = new RemoteJob(node);
    String reason = study.reason().isEmpty() ? "" : ": " + study.reason();
    String head = study.id() + "  " + study.text("jobClass") + "  " + study.state() + reason;
    List<String> lines = new ArrayList<>(List.of(PlainText.line(head)));
    lines.addAll(NoticeLines.of(node));
    lines.addAll(undelivered);
    lines.addAll(steps(node).lines(shell.outTerminal().columns()));
    return lines;
  }

  private static Table steps(JsonNode study) {
    Table table =
        new Table(
            Column.words("point"),
            Column.words("job"),
            Column.words("state"),
            Column.words("audit").unlessNarrow(2),
            Column.numbers("tps"),
            Column.words("reason").unlessNarrow(1));
    for (JsonNode node : study.path("steps")) {
      RemoteJob step = new RemoteJob(node);
      table.row(
          place(node),
          step.text("jobId"),
          step.outcome(),
          step.audit(),
          step.throughput(),
          step.reason());
    }
    return table;
  }

  /// Where a step lies, in words.
  static String place(JsonNode step) {
    return Json.mapper().treeToValue(step.path("point"), StudyPoint.class).words();
  }

  @Command(
      name = "watch",
      description = {
        "Follow a study until its end, with a line for each step, and show its table.",
        "Its exit status is that of 'broadside study results'."
      })
  int watch(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The study.") String id,
      @Option(
              names = "--json",
              description =
                  "Print the study's document as JSON, and everything else on standard error.")
          boolean json,
      @Mixin GeneratorOption generator)
      throws CommandException, InterruptedException {
    return new StudyWatch(shell, server.client(shell), id).follow(json, generator);
  }

  @Command(
      name = "results",
      description = "Show a study's table so far: throughput, response, host, scale-up and peak.")
  int results(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The study.") String id,
      @Option(
              names = "--json",
              paramLabel = "FILE",
              description = "Write the study's document as JSON; - for standard output.")
          Optional<String> json,
      @Option(
              names = "--csv",
              paramLabel = "FILE",
              description = "Write the table as CSV; - for standard output.")
          Optional<String> csv,
      @Mixin GeneratorOption generator)
      throws CommandException, InterruptedException {
    OutputFiles table = OutputFiles.NONE.with("--csv", csv);
    OutputFiles files = table.with("--json", json);
    files.check();
    ServerClient client = server.client(shell);
    StudyDocument study =
        Json.mapper().treeToValue(client.get(ServerClient.figures(path(id))), StudyDocument.class);
    Shell people = files.useStandardOutput() ? shell.withDataOnOut() : shell;
    TextReport.of(StudyReport.of(study, ""), people.outTerminal()).forEach(people.out()::println);
    if (json.isPresent()) {
      String where = "--json " + json.get();
      new Download(client).prettyTo(path(id) + "/results", where, json.get(), shell);
    }
    write(study, table);
    return exitStatus(study, generator);
  }

  /// While a study goes on, only a broken threshold is known for certain.
  private static int exitStatus(StudyDocument study, GeneratorOption generator) {
    int status = generator.status(study);
    boolean over = !StudyWatch.goesOn(study.study().state());
    return over || status == ExitStatus.THRESHOLD_BROKEN ? status : ExitStatus.OK;
  }

  private void write(StudyDocument study, OutputFiles table) throws CommandException {
    try (RunOutputs outputs = table.openForStudy(shell, "", _ -> {})) {
      List<Problem> unwritten = outputs.finish(study);
      if (!unwritten.isEmpty()) {
        throw CommandException.failure(unwritten);
      }
    }
  }

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
  private static final class Submit extends SubmissionCommand {
    @Option(names = "--watch", description = "Follow the study until it ends.")
    private boolean watch;

    @Mixin private GeneratorOption generator = new GeneratorOption();

    public Submit(Shell shell) {
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
}
