package dev.broadside.cli.group;

import static dev.broadside.cli.remote.ServerClient.segment;
import static dev.broadside.cli.remote.WorkTable.Cell.words;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.order.OrderCommand;
import dev.broadside.cli.remote.NoticeLines;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.RemoteJob;
import dev.broadside.cli.remote.ReportCommand;
import dev.broadside.cli.remote.Search;
import dev.broadside.cli.remote.ServerClasses;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.remote.WorkTable;
import dev.broadside.cli.run.GeneratorOption;
import dev.broadside.cli.run.JobOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.cli.term.Terminal;
import dev.broadside.cli.term.TextReport;
import dev.broadside.core.campaign.GroupDocument;
import dev.broadside.core.input.JobField;
import dev.broadside.core.param.Spans;
import dev.broadside.core.report.Json;
import dev.broadside.core.report.section.ReportDocument;
import dev.broadside.core.search.WorkKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside group`, and its commands.
@Command(
    addMethodSubcommands = false,
    name = "group",
    description = "Run jobs and studies that depend on each other's outcomes.",
    synopsisSubcommandLabel = "COMMAND")
public final class GroupCommand {
  private static final WorkTable LIST =
      WorkTable.of(
          WorkKind.GROUP,
          words("id", RemoteJob::id),
          words("state", RemoteJob::state),
          words("ended", GroupCommand::ended),
          words("name", 2, group -> group.text("name")),
          words("submitted", 3, group -> group.toTheSecond("submittedAt")),
          words("reason", 1, RemoteJob::reason));

  private final Shell shell;

  private GroupCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    String follow = "Submit and follow";
    String change = "Change";
    return help.commands(new GroupCommand(shell))
        .under(follow, "submit", () -> Submit.line(shell))
        .under(follow, "list", "show", "watch")
        .under(follow, "report", () -> new ReportCommand(shell, WorkKind.GROUP))
        .under(change, "edit", () -> Edit.line(shell))
        .under(change, OrderCommand.all(shell, WorkKind.GROUP))
        .line();
  }

  @Command(
      name = "list",
      description = {
        "List the server's groups, the newest first.",
        "A query finds those that match its terms: words of name and id; tag:best,"
            + " folder:nightly, class:igenoltp, target:db1, definition:nightly, state:running,"
            + " outcome:failed, since:2026-11-01, until:7d."
      })
  int list(@Mixin Remote remote, @Mixin Search search)
      throws CommandException, InterruptedException {
    return search.list(remote, shell, LIST);
  }

  private static String ended(RemoteJob group) {
    JsonNode members = group.json().path("members");
    long ended =
        members
            .valueStream()
            .map(member -> member.path("state").asString(""))
            .filter(state -> !state.equals("waiting") && !state.equals("running"))
            .count();
    return ended + " of " + members.size();
  }

  @Command(
      name = "show",
      description = {
        "Show the progress of a group, member by member.",
        "Exit status: 0 before its end, then that of 'group watch'."
      })
  int show(
      @Mixin Remote remote,
      @Parameters(index = "0", paramLabel = "ID", description = "The group.") String id,
      @Option(names = "--yaml", description = "Print the file that would submit it again.")
          boolean yaml,
      @Mixin GeneratorOption generator)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    String path = "/groups/" + segment(id);
    JsonNode group = client.get(path);
    if (yaml) {
      shell.out().print(client.get(path + "/document").path("yaml").asString(""));
    } else {
      List<String> lines = new ArrayList<>();
      if (!remote.json()) {
        lines.addAll(lines(client, group, shell.outTerminal()));
        lines.addAll(NoticeLines.undelivered(client, "group", group));
      }
      remote.print(shell, group, () -> lines);
    }
    return GroupWatch.exitStatus(group, client, generator);
  }

  /// A group's report, and who is notified of it.
  static List<String> lines(ServerClient client, JsonNode group, Terminal terminal)
      throws CommandException, InterruptedException {
    JsonNode report = client.get("/groups/" + segment(group.path("id").asString("")) + "/report");
    List<String> lines =
        new ArrayList<>(
            TextReport.of(Json.mapper().treeToValue(report, ReportDocument.class), terminal));
    lines.addAll(NoticeLines.of(group));
    return lines;
  }

  @Command(
      name = "watch",
      description = {
        "Follow a group to its end.",
        "Exit status: 0 if all members succeeded or were not needed, 3 if a threshold broke,",
        "4 if anything else failed or it was stopped."
      })
  int watch(
      @Mixin ServerOptions server,
      @Parameters(index = "0", paramLabel = "ID", description = "The group.") String id,
      @Option(
              names = "--json",
              description =
                  "Print the group at its end as JSON, and everything else on standard error.")
          boolean json,
      @Mixin GeneratorOption generator)
      throws CommandException, InterruptedException {
    return new GroupWatch(shell, server.client(shell), id).follow(json, generator);
  }

  /// `broadside group submit`.
  @Command(
      name = "submit",
      description = {
        "Submit the jobs and studies of a file; each begins when those that it waits for have ended.",
        "docs/nights.md describes the file."
      })
  private static final class Submit implements Callable<Integer> {
    private final Shell shell;

    @Mixin private Remote remote = new Remote();

    @Option(
        names = {"-f", "--file"},
        required = true,
        paramLabel = "FILE",
        description = "The group, in YAML or JSON.")
    private Path file = Path.of("");

    @Option(names = "--dry-run", description = "Only check it, and show what would be run.")
    private boolean dryRun;

    @Option(names = "--watch", description = "Follow it to its end.")
    private boolean watch;

    @Mixin private GeneratorOption generator = new GeneratorOption();

    private final GroupOptions options = new GroupOptions();

    private Submit(Shell shell) {
      this.shell = shell;
    }

    static CommandLine line(Shell shell) {
      Submit command = new Submit(shell);
      return command.options.addTo(new CommandLine(command));
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
      generator.requireWatch(watch);
      GroupSource source = GroupSource.of(file);
      ServerClient client = remote.client(shell);
      options.putInto(source, client, shell);
      if (dryRun) {
        JsonNode outlook = GroupOptions.post(client, "/groups/check", source);
        remote.print(shell, outlook, () -> outlook(outlook, shell.outTerminal()));
        return ExitStatus.OK;
      }
      JsonNode group = GroupOptions.post(client, "/groups", source);
      String id = group.path("id").asString("");
      if (watch) {
        return new GroupWatch(shell, client, id).follow(remote.json(), generator);
      }
      return remote.print(shell, group, id);
    }

    private static String after(JsonNode member) {
      return member
          .path("after")
          .valueStream()
          .map(one -> {
            String on = one.path("on").asString("");
            String name = one.path("member").asString("");
            return on.equals("success") ? name : name + " (" + on + ")";
          })
          .collect(Collectors.joining(", "));
    }

    /// The outlook on a group that is not submitted.
    private static List<String> outlook(JsonNode outlook, Terminal terminal) {
      Table table =
          new Table(
              Column.words("member"),
              Column.words("kind"),
              Column.words("job class"),
              Column.words("target").unlessNarrow(2),
              Column.words("after"),
              Column.words("one run takes").unlessNarrow(1));
      for (JsonNode member : outlook.path("members")) {
        long millis = Math.round(1_000 * member.path("plannedSeconds").asDouble(0));
        table.row(
            member.path("name").asString(""),
            member.path("kind").asString(""),
            member.path("document").path("jobClass").asString(""),
            member.path("document").path("target").asString(""),
            after(member),
            Spans.format(Duration.ofMillis(millis)));
      }
      List<String> lines = new ArrayList<>(table.lines(terminal.columns()));
      lines.add("Nothing was submitted.");
      return lines;
    }
  }

  /// `broadside group edit`.
  @Command(
      name = "edit",
      description = {
        "Change a group that waits for its time.",
        "What you do not give stays as it is. A file given by -f replaces all of it; secrets are kept if"
            + " the job class stays the same."
      })
  private static final class Edit implements Callable<Integer> {
    private final Shell shell;

    @Mixin private Remote remote = new Remote();

    private final GroupOptions options = new GroupOptions();

    @Parameters(index = "0", paramLabel = "ID", description = "The group.")
    private String id = "";

    @Option(
        names = {"-f", "--file"},
        paramLabel = "FILE",
        description = "The group, in YAML or JSON.")
    private Optional<Path> file = Optional.empty();

    private Edit(Shell shell) {
      this.shell = shell;
    }

    static CommandLine line(Shell shell) {
      Edit command = new Edit(shell);
      return command.options.addTo(new CommandLine(command));
    }

    @Override
    public Integer call() throws CommandException, InterruptedException {
      ServerClient client = remote.client(shell);
      String path = "/groups/" + ServerClient.segment(id) + "/document";
      GroupSource source =
          file.isPresent()
              ? GroupSource.of(file.get())
              : GroupSource.of((ObjectNode) client.get(path).path("document"));
      options.putInto(source, client, shell);
      RemoteJob group = new RemoteJob(GroupOptions.post(client, path, source));
      String reason = group.reason().isEmpty() ? "" : ": " + group.reason();
      return remote.print(
          shell,
          group.json(),
          group.id() + "  " + group.text("name") + "  " + group.state() + reason);
    }
  }

  /// The options of a group in addition to its file.
  @Command
  private static final class GroupOptions {
    @Option(
        names = "--confirm",
        paramLabel = "NAME",
        description = "The name of a protected target: yes, load on it is meant.")
    private Optional<String> confirm = Optional.empty();

    @Option(
        names = "--yes-target",
        description = "Load on databases that are neither on this host nor named is meant.")
    private boolean yesTarget;

    @Option(
        names = "--secret-env",
        paramLabel = "PARAMETER=VARIABLE",
        description = "A secret parameter of all members, read from a variable of the environment.")
    private Map<String, String> secrets = new LinkedHashMap<>();

    /// The options for the fields of the group as a whole.
    private final Map<JobField<?>, OptionSpec> own = new LinkedHashMap<>();

    GroupOptions() {
      GroupDocument.OWN.forEach(field -> own.put(field, JobOptions.option(field)));
    }

    CommandLine addTo(CommandLine line) {
      CommandSpec spec = CommandSpec.forAnnotatedObject(this);
      own.values().forEach(spec::addOption);
      line.getCommandSpec().addMixin("group", spec);
      return line;
    }

    /// Puts the options into the document, with the texts of files and the secrets.
    void putInto(GroupSource source, ServerClient client, Shell shell)
        throws CommandException, InterruptedException {
      for (var one : own.entrySet()) {
        List<String> texts = one.getValue().stringValues();
        if (!texts.isEmpty()) {
          source.put(one.getKey(), String.join(",", texts), JobOptions.name(one.getKey()));
        }
      }
      source.share(confirm, yesTarget);
      source.complete(ServerClasses.of(client), secrets, shell);
    }

    /// Sends it; problems name the line or the option that causes them.
    static JsonNode post(ServerClient client, String path, GroupSource source)
        throws CommandException, InterruptedException {
      try {
        return client.post(path, source.document());
      } catch (CommandException e) {
        throw e.with(source.placed(List.copyOf(e.problems())));
      }
    }
  }
}
