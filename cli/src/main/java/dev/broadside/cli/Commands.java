package dev.broadside.cli;

import dev.broadside.cli.agents.AgentsCommand;
import dev.broadside.cli.completion.CompletionCommand;
import dev.broadside.cli.db.DbCommand;
import dev.broadside.cli.db.DbStartCommand;
import dev.broadside.cli.db.DbStopCommand;
import dev.broadside.cli.demo.DemoCommand;
import dev.broadside.cli.file.AuditCommand;
import dev.broadside.cli.file.JobExportCommand;
import dev.broadside.cli.file.JobProfileCommand;
import dev.broadside.cli.file.ReplayCommand;
import dev.broadside.cli.group.GroupCommand;
import dev.broadside.cli.group.GroupEditCommand;
import dev.broadside.cli.group.GroupSubmitCommand;
import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.help.HelpPage.Subcommands;
import dev.broadside.cli.job.JobChangeCommand;
import dev.broadside.cli.job.JobCommand;
import dev.broadside.cli.job.JobControlCommand;
import dev.broadside.cli.job.JobLogCommand;
import dev.broadside.cli.job.JobShowCommand;
import dev.broadside.cli.job.JobSubmitCommand;
import dev.broadside.cli.job.JobTagCommand;
import dev.broadside.cli.job.JobTestCommand;
import dev.broadside.cli.job.JobWatchCommand;
import dev.broadside.cli.order.OrderCommand;
import dev.broadside.cli.order.WorkKind;
import dev.broadside.cli.packs.JobsCommand;
import dev.broadside.cli.packs.PackBuildCommand;
import dev.broadside.cli.packs.PackCommand;
import dev.broadside.cli.project.NewJobCommand;
import dev.broadside.cli.remote.ReportCommand;
import dev.broadside.cli.run.RunCommand;
import dev.broadside.cli.serve.AgentCommand;
import dev.broadside.cli.serve.AgentRecordsCommand;
import dev.broadside.cli.serve.ServerChannelsCommand;
import dev.broadside.cli.serve.ServerCommand;
import dev.broadside.cli.serve.ServerStatusCommand;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.study.CompareCommand;
import dev.broadside.cli.study.StudyCommand;
import dev.broadside.cli.study.StudySubmitCommand;
import dev.broadside.cli.targets.TargetChangeCommand;
import dev.broadside.cli.targets.TargetCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The tree of commands.
@Command(
    name = "broadside",
    description = "Distributed load for databases, with results that add up.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "Examples:",
      "  broadside demo",
      "  broadside run igenoltp --url jdbc:mysql://127.0.0.1:3306/test --user bench \\",
      "    --password-env DB_PASSWORD --threads 8 --duration 30s --json result.json",
      "  broadside run igenoltp --url jdbc:h2:mem:try --threads 1,2,4,8 --duration 10s",
      "  broadside server --listen 192.0.2.5",
      "  broadside job submit -f job.yaml --watch",
      "",
      "Exit status:",
      "  0  done",
      "  1  failed",
      "  2  wrong use",
      "  3  a threshold was broken",
      "  4  the result is not valid",
      "  5  server or database unreachable",
      "  130, 143  stopped by SIGINT or SIGTERM"
    })
final class Commands {
  private final Shell shell;
  private final HelpPage help;

  private Commands(Shell shell) {
    this.shell = shell;
    this.help = new HelpPage(shell.outTerminal());
  }

  /// The commands that a command line may mean: only the one that it names, for making all of them
  /// costs time; all of them where it names none, so that help and suggestions know them.
  static CommandLine tree(Shell shell, String... line) {
    Commands commands = new Commands(shell);
    Subcommands root = commands.help.commands(commands);
    Map<String, Map<String, Supplier<Object>>> all = commands.all();
    String word = line.length == 0 ? "" : line[0];
    boolean named = all.values().stream().anyMatch(group -> group.containsKey(word));
    all.forEach((heading, group) ->
        group.forEach((name, make) -> {
          if (!named || name.equals(word)) {
            root.add(heading, name, make.get());
          }
        }));
    commands.help.install(root.line());
    return root.line();
  }

  /// By their headings, in the order of help.
  private Map<String, Map<String, Supplier<Object>>> all() {
    Map<String, Supplier<Object>> here = new LinkedHashMap<>();
    here.put("demo", () -> new DemoCommand(shell));
    here.put("run", () -> RunCommand.line(shell));
    here.put("jobs", () -> new JobsCommand(shell));
    here.put("new-job", () -> new NewJobCommand(shell));
    here.put("db", this::db);
    Map<String, Supplier<Object>> daemons = new LinkedHashMap<>();
    daemons.put("server", this::server);
    daemons.put("agent", this::agent);
    Map<String, Supplier<Object>> remote = new LinkedHashMap<>();
    remote.put("job", this::job);
    remote.put("study", this::study);
    remote.put("group", this::group);
    remote.put("target", this::target);
    remote.put("agents", this::agents);
    remote.put("pack", this::pack);
    Map<String, Supplier<Object>> results = new LinkedHashMap<>();
    results.put("compare", () -> new CompareCommand(shell));
    results.put("replay", () -> ReplayCommand.line(shell, new Broadside(shell)::run));
    results.put("audit", () -> new AuditCommand(shell));
    Map<String, Supplier<Object>> tools = new LinkedHashMap<>();
    tools.put("completion", () -> new CompletionCommand(shell, () -> Commands.tree(shell)));
    tools.put("version", () -> new VersionCommand(shell));
    Map<String, Map<String, Supplier<Object>>> all = new LinkedHashMap<>();
    all.put("On this machine", here);
    all.put("Server and load hosts", daemons);
    all.put("With a server", remote);
    all.put("Results", results);
    all.put("Shell", tools);
    return all;
  }

  private CommandLine server() {
    return help.commands(new ServerCommand(shell))
        .under(
            "Commands", new ServerStatusCommand(shell), new ServerChannelsCommand(shell), "backup")
        .line();
  }

  private CommandLine agent() {
    return help.commands(new AgentCommand(shell))
        .under("Commands", new AgentRecordsCommand(shell))
        .line();
  }

  private CommandLine job() {
    return help.commands(new JobCommand(shell))
        .under(
            "Submit and follow",
            new JobSubmitCommand(shell).line(),
            new JobTestCommand(shell).line(),
            "list",
            new JobShowCommand(shell),
            new JobWatchCommand(shell),
            new JobLogCommand(shell))
        .under("Change", jobChanges().toArray())
        .under(
            "Results",
            new CompareCommand(shell),
            "history",
            ReportCommand.job(shell),
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

  private List<Object> jobChanges() {
    return List.of(
        new JobControlCommand(shell),
        JobChangeCommand.edit(shell),
        JobChangeCommand.rerun(shell),
        order(WorkKind.JOB, "disable", "Keep waiting jobs from beginning."),
        order(WorkKind.JOB, "enable", "Let disabled jobs begin; repeated ones at their next time."),
        OrderCommand.cancelJob(shell),
        order(
            WorkKind.JOB,
            "delete",
            "Delete jobs that have ended, with their records and results.",
            "For a day 'job restore' brings them back."),
        order(
            WorkKind.JOB,
            "restore",
            "Bring back jobs that were deleted within the last day.",
            "'job list --deleted' shows them."));
  }

  private CommandLine order(WorkKind kind, String name, String... description) {
    return OrderCommand.line(shell, kind, name, description);
  }

  private CommandLine study() {
    return help.commands(new StudyCommand(shell))
        .under(
            "Commands",
            new StudySubmitCommand(shell).line(),
            "list",
            "show",
            "watch",
            "results",
            ReportCommand.study(shell),
            order(WorkKind.STUDY, "pause", "Begin no further step until the study is resumed."),
            order(WorkKind.STUDY, "resume", "Go on with paused studies."),
            order(WorkKind.STUDY, "cancel", "Cancel studies; the steps that have ended are kept."),
            order(
                WorkKind.STUDY,
                "delete",
                "Delete studies that have ended, with the jobs of their steps.",
                "For a day 'study restore' brings them back."),
            order(
                WorkKind.STUDY,
                "restore",
                "Bring back studies that were deleted within the last day.",
                "'study list --deleted' shows them."))
        .line();
  }

  private CommandLine group() {
    return help.commands(new GroupCommand(shell))
        .under(
            "Submit and follow",
            GroupSubmitCommand.line(shell),
            "list",
            "show",
            "watch",
            ReportCommand.group(shell))
        .under(
            "Change",
            GroupEditCommand.line(shell),
            order(
                WorkKind.GROUP, "disable", "Keep groups that wait for their time from beginning."),
            order(
                WorkKind.GROUP,
                "enable",
                "Let disabled groups begin; repeated ones at their next time."),
            order(WorkKind.GROUP, "stop", "Cancel running members, and let no other begin."),
            order(
                WorkKind.GROUP,
                "resume",
                "Go on after the last good step: what failed or was stopped begins again."),
            order(WorkKind.GROUP, "rerun", "Submit the same groups once more."),
            order(
                WorkKind.GROUP,
                "delete",
                "Delete groups that have ended; their jobs and studies stay.",
                "For a day 'group restore' brings them back."),
            order(
                WorkKind.GROUP,
                "restore",
                "Bring back groups that were deleted within the last day.",
                "'group list --deleted' shows them."))
        .line();
  }

  private CommandLine target() {
    return help.commands(new TargetCommand(shell))
        .under(
            "Commands",
            TargetChangeCommand.add(shell),
            "list",
            "show",
            "test",
            TargetChangeCommand.edit(shell),
            "delete")
        .line();
  }

  private CommandLine agents() {
    return help.commands(new AgentsCommand(shell))
        .under("Commands", "list", "invite", "rename", "drain", "remove", "revoke")
        .line();
  }

  private CommandLine pack() {
    return help.commands(new PackCommand(shell))
        .under(
            "Commands",
            new PackBuildCommand(shell),
            "install",
            "list",
            "show",
            "download",
            "remove",
            "keygen")
        .line();
  }

  private CommandLine db() {
    return help.commands(new DbCommand())
        .under("Commands", new DbStartCommand(shell), new DbStopCommand(shell))
        .line();
  }
}
