package dev.broadside.cli.job;

import static dev.broadside.cli.remote.ServerClient.segment;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.order.OrderCommand;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ReportCommand;
import dev.broadside.cli.remote.Search;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.study.CompareCommand;
import dev.broadside.cli.term.HistoryText;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.RunHistory;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.search.WorkKind;
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
    name = "job",
    description = "Submit jobs to a server, follow them, change them, and use their results.",
    synopsisSubcommandLabel = "COMMAND")
public final class JobCommand extends Notebook {
  private JobCommand(Shell shell) {
    super(shell);
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new JobCommand(shell))
        .under(
            "Submit and follow",
            new JobSubmitCommand(shell).line(),
            new JobTestCommand(shell).line(),
            "list",
            new JobShowCommand(shell),
            new JobWatchCommand(shell),
            new JobLogCommand(shell))
        .under(
            "Change",
            new JobControlCommand(shell),
            JobChangeCommand.edit(shell),
            JobChangeCommand.rerun(shell))
        .under("Change", OrderCommand.all(shell, WorkKind.JOB, "rerun", "file").toArray())
        .under(
            "Results",
            new CompareCommand(shell),
            "history",
            new ReportCommand(shell, WorkKind.JOB),
            JobExportCommand.line(shell),
            "import",
            "bundle",
            new JobProfileCommand(shell))
        .under(
            "Notebook",
            new JobTagCommand(shell),
            "note",
            "comment",
            "comments",
            "attach",
            "attachments",
            "attachment")
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
    JsonNode answer = remote.client(shell).get(search.path("jobs", query, more));
    List<String> leftOut =
        usual
            ? List.of("steps of studies are left out: broadside job list '*' has them")
            : List.of();
    return search.print(remote, shell, answer, "jobs", table(answer), leftOut);
  }

  private static Table table(JsonNode answer) {
    Table table =
        new Table(
            Column.words("id"),
            Column.words("job class").unlessNarrow(4),
            Column.words("state"),
            Column.words("audit").unlessNarrow(3),
            Column.numbers("tps"),
            Column.words("generator").unlessNarrow(6),
            Column.words("submitted").unlessNarrow(5),
            Column.words("name").unlessNarrow(1),
            Column.words("folder, #tags").unlessNarrow(7),
            Column.words("reason").unlessNarrow(2));
    for (JsonNode node : answer.path("jobs")) {
      RemoteJob job = new RemoteJob(node);
      table.row(
          job.id(),
          job.text("jobClass"),
          job.outcome(),
          job.audit(),
          job.throughput(),
          job.generator(),
          job.toTheSecond("submittedAt"),
          job.text("name"),
          job.filing(),
          job.reason());
    }
    return table;
  }

  @Command(
      name = "history",
      description = {
        "Show all runs of a definition, and where the level of a figure changed.",
        "Of each change: by how much, how sure that is, the first run after it, and what was",
        "configured differently in that one."
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
        "Bring a job into a server that 'broadside job export ID FILE' took from another one.",
        "Its result and its seal are the same there; its secrets are not in the file."
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
              description = "Where to; - for standard output.")
          String output,
      @Option(names = "--packs", description = "With the pack that ran.") boolean packs)
      throws CommandException, InterruptedException {
    String path = "/jobs/" + segment(id) + "/bundle.zip" + (packs ? "?packs=true" : "");
    return bring(server, path, output);
  }
}
