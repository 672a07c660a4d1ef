package dev.broadside.cli;

import dev.broadside.cli.agents.AgentsCommand;
import dev.broadside.cli.agents.AgentsDrainCommand;
import dev.broadside.cli.agents.AgentsInviteCommand;
import dev.broadside.cli.agents.AgentsListCommand;
import dev.broadside.cli.agents.AgentsRemoveCommand;
import dev.broadside.cli.agents.AgentsRenameCommand;
import dev.broadside.cli.agents.AgentsRevokeCommand;
import dev.broadside.cli.completion.CompletionCommand;
import dev.broadside.cli.db.DbCommand;
import dev.broadside.cli.db.DbStartCommand;
import dev.broadside.cli.db.DbStopCommand;
import dev.broadside.cli.demo.DemoCommand;
import dev.broadside.cli.file.AuditCommand;
import dev.broadside.cli.file.JobBundleCommand;
import dev.broadside.cli.file.JobExportCommand;
import dev.broadside.cli.file.JobImportCommand;
import dev.broadside.cli.file.JobProfileCommand;
import dev.broadside.cli.file.ReplayCommand;
import dev.broadside.cli.group.GroupCommand;
import dev.broadside.cli.group.GroupEditCommand;
import dev.broadside.cli.group.GroupListCommand;
import dev.broadside.cli.group.GroupShowCommand;
import dev.broadside.cli.group.GroupSubmitCommand;
import dev.broadside.cli.group.GroupWatchCommand;
import dev.broadside.cli.job.JobChangeCommand;
import dev.broadside.cli.job.JobCommand;
import dev.broadside.cli.job.JobControlCommand;
import dev.broadside.cli.job.JobHistoryCommand;
import dev.broadside.cli.job.JobListCommand;
import dev.broadside.cli.job.JobLogCommand;
import dev.broadside.cli.job.JobNoteCommand;
import dev.broadside.cli.job.JobShowCommand;
import dev.broadside.cli.job.JobSubmitCommand;
import dev.broadside.cli.job.JobTagCommand;
import dev.broadside.cli.job.JobTestCommand;
import dev.broadside.cli.job.JobWatchCommand;
import dev.broadside.cli.notebook.JobAttachCommand;
import dev.broadside.cli.notebook.JobAttachmentCommand;
import dev.broadside.cli.notebook.JobAttachmentsCommand;
import dev.broadside.cli.notebook.JobCommentCommand;
import dev.broadside.cli.notebook.JobCommentsCommand;
import dev.broadside.cli.order.OrderCommand;
import dev.broadside.cli.order.WorkKind;
import dev.broadside.cli.packs.JobsCommand;
import dev.broadside.cli.packs.PackBuildCommand;
import dev.broadside.cli.packs.PackCommand;
import dev.broadside.cli.packs.PackDownloadCommand;
import dev.broadside.cli.packs.PackInstallCommand;
import dev.broadside.cli.packs.PackKeygenCommand;
import dev.broadside.cli.packs.PackListCommand;
import dev.broadside.cli.packs.PackRemoveCommand;
import dev.broadside.cli.packs.PackShowCommand;
import dev.broadside.cli.project.NewJobCommand;
import dev.broadside.cli.remote.ReportCommand;
import dev.broadside.cli.run.RunCommand;
import dev.broadside.cli.serve.AgentCommand;
import dev.broadside.cli.serve.AgentRecordsCommand;
import dev.broadside.cli.serve.ServerBackupCommand;
import dev.broadside.cli.serve.ServerChannelsCommand;
import dev.broadside.cli.serve.ServerCommand;
import dev.broadside.cli.serve.ServerStatusCommand;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.study.CompareCommand;
import dev.broadside.cli.study.StudyCommand;
import dev.broadside.cli.study.StudyListCommand;
import dev.broadside.cli.study.StudyResultsCommand;
import dev.broadside.cli.study.StudyShowCommand;
import dev.broadside.cli.study.StudySubmitCommand;
import dev.broadside.cli.targets.TargetChangeCommand;
import dev.broadside.cli.targets.TargetCommand;
import dev.broadside.cli.targets.TargetDeleteCommand;
import dev.broadside.cli.targets.TargetListCommand;
import dev.broadside.cli.targets.TargetShowCommand;
import dev.broadside.cli.targets.TargetTestCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The tree of commands.
@Command(
    name = "broadside",
    description = "Distributed load generation for databases.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Exit status: 0 done, 1 failed, 2 wrong use, 3 a threshold broke, 4 the run is not valid,",
      "5 server or database unreachable, 130 or 143 stopped by a signal."
    })
final class Commands {
  private final Shell shell;

  private Commands(Shell shell) {
    this.shell = shell;
  }

  /// The commands that a command line may mean: only the one that it names, for making all of them
  /// costs time; all of them where it names none, so that help and suggestions know them.
  static CommandLine tree(Shell shell, String... line) {
    Commands commands = new Commands(shell);
    CommandLine root = new CommandLine(commands);
    Map<String, Supplier<Object>> all = commands.all();
    String word = line.length == 0 ? "" : line[0];
    all.forEach((name, make) -> {
      if (!all.containsKey(word) || name.equals(word)) {
        root.addSubcommand(name, make.get());
      }
    });
    return root;
  }

  private Map<String, Supplier<Object>> all() {
    Map<String, Supplier<Object>> all = new LinkedHashMap<>();
    all.put("demo", () -> new DemoCommand(shell));
    all.put("server", this::server);
    all.put("agent", this::agent);
    all.put("run", () -> RunCommand.line(shell));
    all.put("jobs", () -> new JobsCommand(shell));
    all.put("job", this::job);
    all.put("study", this::study);
    all.put("group", this::group);
    all.put("compare", () -> new CompareCommand(shell));
    all.put("replay", () -> ReplayCommand.line(shell, new Broadside(shell)::run));
    all.put("audit", () -> new AuditCommand(shell));
    all.put("target", this::target);
    all.put("agents", this::agents);
    all.put("pack", this::pack);
    all.put("new-job", () -> new NewJobCommand(shell));
    all.put("db", this::db);
    all.put("completion", () -> new CompletionCommand(shell, () -> Broadside.all(shell)));
    all.put("version", () -> new VersionCommand(shell));
    return all;
  }

  private CommandLine server() {
    return new CommandLine(new ServerCommand(shell))
        .addSubcommand(new ServerStatusCommand(shell))
        .addSubcommand(new ServerChannelsCommand(shell))
        .addSubcommand(new ServerBackupCommand(shell));
  }

  private CommandLine agent() {
    return new CommandLine(new AgentCommand(shell)).addSubcommand(new AgentRecordsCommand(shell));
  }

  private CommandLine job() {
    return jobOrders(
        new CommandLine(new JobCommand())
            .addSubcommand(new JobSubmitCommand(shell).line())
            .addSubcommand(new JobTestCommand(shell).line())
            .addSubcommand(new JobListCommand(shell))
            .addSubcommand(new JobShowCommand(shell))
            .addSubcommand(new JobWatchCommand(shell))
            .addSubcommand(new JobLogCommand(shell))
            .addSubcommand(ReportCommand.job(shell))
            .addSubcommand(new JobExportCommand(shell))
            .addSubcommand(new JobProfileCommand(shell))
            .addSubcommand(new JobImportCommand(shell))
            .addSubcommand(new JobBundleCommand(shell))
            .addSubcommand(new JobTagCommand(shell))
            .addSubcommand(JobChangeCommand.rerun(shell))
            .addSubcommand(JobChangeCommand.edit(shell))
            .addSubcommand(new JobHistoryCommand(shell))
            .addSubcommand(new CompareCommand(shell))
            .addSubcommand(new JobControlCommand(shell))
            .addSubcommand(new JobNoteCommand(shell))
            .addSubcommand(new JobCommentCommand(shell))
            .addSubcommand(new JobCommentsCommand(shell))
            .addSubcommand(new JobAttachCommand(shell))
            .addSubcommand(new JobAttachmentsCommand(shell))
            .addSubcommand(new JobAttachmentCommand(shell)));
  }

  private CommandLine jobOrders(CommandLine job) {
    return job.addSubcommand(
            OrderCommand.line(
                shell, WorkKind.JOB, "disable", "Keep jobs that wait from beginning."))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.JOB,
                "enable",
                "Let disabled jobs begin; repeated ones at their next time."))
        .addSubcommand(OrderCommand.cancelJob(shell))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.JOB,
                "delete",
                "Delete jobs that have ended, with their records and results.",
                "For a day 'job restore' brings them back."))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.JOB,
                "restore",
                "Bring jobs back that were deleted within a day.",
                "'job list state:deleted' shows them."));
  }

  private CommandLine study() {
    return new CommandLine(new StudyCommand())
        .addSubcommand(new StudySubmitCommand(shell).line())
        .addSubcommand(new StudyListCommand(shell))
        .addSubcommand(new StudyShowCommand(shell))
        .addSubcommand(new StudyResultsCommand(shell))
        .addSubcommand(ReportCommand.study(shell))
        .addSubcommand(
            OrderCommand.line(
                shell, WorkKind.STUDY, "pause", "Begin no further step until they are resumed."))
        .addSubcommand(
            OrderCommand.line(shell, WorkKind.STUDY, "resume", "Go on with paused studies."))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.STUDY,
                "cancel",
                "End studies; what they have done so far is kept."));
  }

  private CommandLine group() {
    return new CommandLine(new GroupCommand())
        .addSubcommand(GroupSubmitCommand.line(shell))
        .addSubcommand(new GroupListCommand(shell))
        .addSubcommand(new GroupShowCommand(shell))
        .addSubcommand(new GroupWatchCommand(shell))
        .addSubcommand(GroupEditCommand.line(shell))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.GROUP,
                "disable",
                "Keep groups that wait for their time from beginning."))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.GROUP,
                "enable",
                "Let disabled groups begin; repeated ones at their next time."))
        .addSubcommand(ReportCommand.group(shell))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.GROUP,
                "stop",
                "Cancel the members that go on, and let no other begin."))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.GROUP,
                "resume",
                "Go on behind the last good step: what failed or was stopped begins again."))
        .addSubcommand(
            OrderCommand.line(shell, WorkKind.GROUP, "rerun", "Submit the same groups once more."))
        .addSubcommand(
            OrderCommand.line(
                shell,
                WorkKind.GROUP,
                "delete",
                "Forget groups that are over; their jobs and studies stay."));
  }

  private CommandLine target() {
    return new CommandLine(new TargetCommand())
        .addSubcommand(TargetChangeCommand.add(shell))
        .addSubcommand(new TargetListCommand(shell))
        .addSubcommand(new TargetShowCommand(shell))
        .addSubcommand(TargetChangeCommand.edit(shell))
        .addSubcommand(new TargetTestCommand(shell))
        .addSubcommand(new TargetDeleteCommand(shell));
  }

  private CommandLine agents() {
    return new CommandLine(new AgentsCommand())
        .addSubcommand(new AgentsListCommand(shell))
        .addSubcommand(new AgentsInviteCommand(shell))
        .addSubcommand(new AgentsRenameCommand(shell))
        .addSubcommand(new AgentsDrainCommand(shell))
        .addSubcommand(new AgentsRemoveCommand(shell))
        .addSubcommand(new AgentsRevokeCommand(shell));
  }

  private CommandLine pack() {
    return new CommandLine(new PackCommand())
        .addSubcommand(new PackBuildCommand(shell))
        .addSubcommand(new PackInstallCommand(shell))
        .addSubcommand(new PackListCommand(shell))
        .addSubcommand(new PackShowCommand(shell))
        .addSubcommand(new PackRemoveCommand(shell))
        .addSubcommand(new PackDownloadCommand(shell))
        .addSubcommand(new PackKeygenCommand(shell));
  }

  private CommandLine db() {
    return new CommandLine(new DbCommand())
        .addSubcommand(new DbStartCommand(shell))
        .addSubcommand(new DbStopCommand(shell));
  }
}
