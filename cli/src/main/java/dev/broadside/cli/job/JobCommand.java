package dev.broadside.cli.job;

import static dev.broadside.cli.remote.ServerClient.segment;
import static dev.broadside.cli.remote.WorkTable.Cell.number;
import static dev.broadside.cli.remote.WorkTable.Cell.words;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.order.Many;
import dev.broadside.cli.order.OrderCommand;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.Findings;
import dev.broadside.cli.remote.LiveEvents;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ReportCommand;
import dev.broadside.cli.remote.Search;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.remote.ServerSubmission;
import dev.broadside.cli.remote.SubmissionCommand;
import dev.broadside.cli.remote.WorkTable;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.study.CompareCommand;
import dev.broadside.cli.term.HistoryText;
import dev.broadside.core.input.Filing;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.study.RunHistory;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.WorkKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside job`, and those of its commands that need few words; the others are classes of their
/// own.
@Command(
    addMethodSubcommands = false,
    name = "job",
    description = "Submit jobs to a server, follow them, change them, and use their results.",
    synopsisSubcommandLabel = "COMMAND")
public final class JobCommand extends Notebook {
  private static final WorkTable LIST =
      WorkTable.of(
          WorkKind.JOB,
          words("id", RemoteJob::id),
          words("job class", 4, job -> job.text("jobClass")),
          words("state", RemoteJob::outcome),
          words("audit", 3, RemoteJob::audit),
          number("tps", RemoteJob::throughput),
          words("generator", 6, RemoteJob::generator),
          words("submitted", 5, job -> job.toTheSecond("submittedAt")),
          words("name", 1, job -> job.text("name")),
          words("folder, #tags", 7, RemoteJob::filing),
          words("reason", 2, RemoteJob::reason));

  private static final Filing.Change NO_CHANGE =
      new Filing.Change(Optional.empty(), List.of(), List.of());

  /// How many characters of a line of a log are printed.
  private static final int LONGEST_LINE = 8_000;

  private JobCommand(Shell shell) {
    super(shell);
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    String follow = "Submit and follow";
    String change = "Change";
    String results = "Results";
    return help.commands(new JobCommand(shell))
        .under(follow, "submit", () -> new JobSubmitCommand(shell).line())
        .under(follow, "test", () -> new Trial(shell).line())
        .under(follow, "list")
        .under(follow, "show", () -> new JobShowCommand(shell))
        .under(follow, "watch", () -> new JobWatchCommand(shell))
        .under(follow, "log")
        .under(change, "control", () -> new JobControlCommand(shell))
        .under(change, "edit", () -> JobChangeCommand.edit(shell))
        .under(change, "rerun", () -> JobChangeCommand.rerun(shell))
        .under(change, OrderCommand.all(shell, WorkKind.JOB, "rerun", "file"))
        .under(results, "compare", () -> new CompareCommand(shell))
        .under(results, "history")
        .under(results, "report", () -> new ReportCommand(shell, WorkKind.JOB))
        .under(results, "export", () -> JobExportCommand.line(shell))
        .under(results, "import", "bundle", "profile")
        .under(
            "Notebook", "tag", "note", "comment", "comments", "attach", "attachments", "attachment")
        .line();
  }

  @Command(
      name = "list",
      description = {
        "List the server's jobs, newest first.",
        "Without a query, steps of studies are left out: '*' lists all jobs, study:ID"
            + " the steps of one study.",
        "A query finds the jobs that match all of its terms: words of name, id and"
            + " title; tag:best, folder:nightly, class:igenoltp, target:db1,"
            + " definition:nightly, state:running, outcome:failed, since:2026-11-01,"
            + " until:7d; and figures of the result, quoted for the shell: 'p99>20ms'"
            + " 'throughput<1000/s'. OR, NOT and brackets, quoted too, join terms otherwise."
      },
      footer = {
        "Examples:",
        "  broadside job list state:running",
        "  broadside job list folder:nightly 'p99>20ms' since:7d --json",
        "  broadside job list '(tag:best OR tag:good) NOT outcome:failed'"
      })
  int list(
      @Mixin Remote remote,
      @Mixin Search search,
      @Option(
              names = "--state",
              paramLabel = "STATE",
              description = "Only jobs in this state, such as running.")
          Optional<String> state,
      @Option(
              names = "--definition",
              paramLabel = "NAME",
              description = "Only runs of this definition.")
          Optional<String> definition)
      throws CommandException, InterruptedException {
    String more =
        state.map(word -> "&state=" + segment(word)).orElse("")
            + definition.map(name -> "&definition=" + segment(name)).orElse("");
    boolean usual = search.isUsual() && more.isEmpty();
    String query = usual ? "study:" + JobQuery.NO_STUDY : "";
    List<String> leftOut =
        usual
            ? List.of("steps of studies are left out: broadside job list '*' has them")
            : List.of();
    return search.list(remote, shell, LIST, query, more, leftOut);
  }

  @Command(
      name = "log",
      description = {
        "Print what a job's workers wrote, and their agents about them.",
        "Of a long log it prints the beginning, how many lines are left out, and the newest lines."
      })
  int log(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Option(
              names = {"-f", "--follow"},
              description = "Go on printing what is written until the job ends.")
          boolean follow,
      @Option(names = "--json", description = "Print lines of JSON.") boolean json)
      throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + segment(id);
    Log log = new Log(json);
    client.get(path + "/log").path("lines").forEach(log::print);
    if (follow) {
      String after = log.last == 0 ? "" : "" + log.last;
      new LiveEvents(client, path, after, note -> shell.err().println(PlainText.line(note)))
          .each(event -> {
            if (event.name().equals("log")) {
              log.print(Json.mapper().readTree(event.data()));
            }
          });
    }
    return ExitStatus.OK;
  }

  /// Prints each line of a log once, whichever way it came.
  private final class Log {
    private final boolean json;
    private long last;

    Log(boolean json) {
      this.json = json;
    }

    void print(JsonNode line) {
      long number = line.path("id").asLong(0);
      if (number > 0 && number <= last) {
        return;
      }
      last = Math.max(last, number);
      String agent = line.path("agent").asString("");
      String text =
          line.path("at").asString("")
              + "  "
              + (agent.isEmpty() ? "" : agent + ": ")
              + line.path("line").asString("");
      shell
          .out()
          .println(
              json ? Json.mapper().writeValueAsString(line) : PlainText.line(text, LONGEST_LINE));
    }
  }

  @Command(
      name = "profile",
      description = {
        "Download the flight recordings of a job that was submitted with --profile.",
        "Each agent's is ID-AGENT.jfr, for JDK Mission Control or the command 'jfr' of a JDK."
      })
  int profile(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Option(
              names = {"-o", "--output"},
              paramLabel = "DIR",
              defaultValue = ".",
              description = "Folder to write to. Default: the present one.")
          Path output)
      throws CommandException, InterruptedException {
    ServerClient client = server.client(shell);
    String path = "/jobs/" + segment(id) + "/recordings";
    JsonNode recordings = client.get(path).path("recordings");
    if (recordings.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "job " + id,
              "it has no flight recordings: nobody asked for them",
              "submit it again with --profile"));
    }
    makeFolder(output);
    Download download = new Download(client);
    boolean all = true;
    for (JsonNode one : recordings) {
      String agent = one.path("agent").asString();
      if (one.has("missing")) {
        all = false;
        shell.err().println(agent + ": " + one.path("missing").asString());
      } else {
        String file = output.resolve(safe(id) + "-" + safe(agent) + ".jfr").toString();
        download.to(path + "/" + segment(agent), "--output " + output, file, shell);
        shell.out().println(file);
      }
    }
    return all ? ExitStatus.OK : ExitStatus.FAILURE;
  }

  private static String safe(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  private static void makeFolder(Path folder) throws CommandException {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw CommandException.failure(
          List.of(
              Problem.wrong(
                  "--output " + folder, "it is no folder that can be made", "name another one")));
    }
  }

  /// Jobs, and what changes of their tags and folder.
  static final class Tagged {
    @Parameters(arity = "0..*", paramLabel = "ID", description = "The jobs.")
    private List<String> ids = List.of();

    @Option(names = "--add", split = ",", paramLabel = "TAG", description = "Tags that they get.")
    private List<String> add = List.of();

    @Option(
        names = "--remove",
        split = ",",
        paramLabel = "TAG",
        description = "Tags that they lose.")
    private List<String> remove = List.of();

    @Option(
        names = "--folder",
        paramLabel = "FOLDER",
        description = "Folder in which lists have them, such as nightly/mysql; '' for none.")
    private Optional<String> folder = Optional.empty();
  }

  @Command(name = "tag", description = "Change tags and folder of jobs, in any state.")
  int tag(@Mixin Remote remote, @Mixin Many.OfJobs many, @Mixin Tagged tagged)
      throws CommandException, InterruptedException {
    Filing.Change change = new Filing.Change(tagged.folder, tagged.add, tagged.remove);
    if (change.equals(NO_CHANGE)) {
      throw new CommandException(
          Problem.wrong("job tag", "nothing is to be changed", "give --add, --remove or --folder"));
    }
    try {
      return file(remote, many, tagged.ids, change);
    } catch (CommandException e) {
      throw e.with(e.problems().stream().map(JobCommand::ofOption).toList());
    }
  }

  /// A problem of the body's field as one of the option that fills it.
  private static Problem ofOption(Problem one) {
    String option = one.where().replaceFirst("^(/filing)?/(add|remove|folder)(/.*)?$", "--$2");
    return new Problem(one.kind(), option, one.what(), one.mend());
  }

  private int file(Remote remote, Many many, List<String> ids, Filing.Change change)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    if (!many.one(ids)) {
      return many.file(client, shell, ids, change, remote.json());
    }
    String path = "/jobs/" + segment(ids.getFirst()) + "/filing";
    RemoteJob job = new RemoteJob(client.post(path, change));
    return remote.print(shell, job.json(), job.id() + "  " + job.filing());
  }

  @Command(
      name = "history",
      description = {
        "Show all runs of a definition, and where the level of a figure changed.",
        "For each change it shows by how much, with what confidence, the first run after it, and",
        "what was configured differently in that run."
      })
  int history(
      @Mixin Remote remote,
      @Parameters(
              index = "0",
              paramLabel = "NAME|ID",
              description = "The definition, or a job that is a run of it.")
          String of)
      throws CommandException, InterruptedException {
    JsonNode tree = remote.client(shell).get("/history?of=" + segment(of));
    RunHistory history = Json.mapper().treeToValue(tree, RunHistory.class);
    return remote.print(shell, history, () -> HistoryText.of(history, shell.outTerminal()));
  }

  @Command(
      name = "import",
      description = {
        "Bring a job into a server from a file that 'broadside job export ID FILE' wrote.",
        "Its result and its seal stay the same; its secrets are not in the file."
      })
  int importJob(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "FILE", description = "The job.") Path file)
      throws CommandException, InterruptedException {
    RemoteJob job = new RemoteJob(remote.client(shell).upload("/job-archives", file));
    return remote.print(shell, job.json(), job.id() + "  " + job.state());
  }

  @Command(
      name = "bundle",
      description = {
        "Write a job that has ended as a zip with all that is needed to run it again.",
        "It holds what was asked, the result, versions, settings, environment and the report.",
        "Secrets are not in it. 'broadside replay' runs it again."
      })
  int bundle(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The job.") String id,
      @Option(
              names = {"-o", "--output"},
              required = true,
              paramLabel = "FILE",
              description = "File to write; - for standard output.")
          String output,
      @Option(names = "--packs", description = "Put the pack that ran into it.") boolean packs)
      throws CommandException, InterruptedException {
    String path = "/jobs/" + segment(id) + "/bundle.zip" + (packs ? "?packs=true" : "");
    return bring(server, path, output);
  }

  /// `broadside job test`.
  @Command(
      name = "test",
      customSynopsis = "broadside job test [OPTIONS] [JOBCLASS [PARAMETERS]]",
      description = {
        "Try a job without any load: agents, clocks, disks, driver, target, privileges, data.",
        "It takes the options of 'broadside job submit'. Exit status 1 if the job cannot be run."
      })
  private static final class Trial extends SubmissionCommand {
    public Trial(Shell shell) {
      super(shell);
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
      ServerSubmission submission = submission();
      submission.requireOneJob();
      return new Findings(submission.post("/job-tests")).print(remote, shell);
    }
  }
}
