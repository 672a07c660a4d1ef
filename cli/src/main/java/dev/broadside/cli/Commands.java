package dev.broadside.cli;

import dev.broadside.cli.agents.AgentsCommand;
import dev.broadside.cli.completion.CompletionCommand;
import dev.broadside.cli.db.DbCommand;
import dev.broadside.cli.demo.DemoCommand;
import dev.broadside.cli.file.AuditCommand;
import dev.broadside.cli.file.ConvertLogCommand;
import dev.broadside.cli.file.ReplayCommand;
import dev.broadside.cli.group.GroupCommand;
import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.help.HelpPage.Subcommands;
import dev.broadside.cli.job.JobCommand;
import dev.broadside.cli.packs.JobsCommand;
import dev.broadside.cli.packs.PackCommand;
import dev.broadside.cli.project.NewJobCommand;
import dev.broadside.cli.run.LoadCommand;
import dev.broadside.cli.run.RunCommand;
import dev.broadside.cli.serve.AgentCommand;
import dev.broadside.cli.serve.ServerCommand;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import dev.broadside.cli.study.CompareCommand;
import dev.broadside.cli.study.StudyCommand;
import dev.broadside.cli.targets.TargetCommand;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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

  private Commands(Shell shell, String second) {
    this.shell = shell;
    this.help = new HelpPage(shell.outTerminal(), second);
  }

  /// The tree for a command line: only the command that its first two words name; all of them if
  /// they name none.
  static CommandLine tree(Shell shell, String... line) {
    HelpPage root = new HelpPage(shell.outTerminal(), word(0, line));
    Commands commands = new Commands(shell, word(1, line));
    CommandLine tree = commands.all(root.commands(commands));
    root.install(tree);
    return tree;
  }

  private static String word(int index, String... line) {
    return index < line.length ? line[index] : "";
  }

  /// In the order of help.
  private CommandLine all(Subcommands root) {
    String here = "On this machine";
    String hosts = "Server and load hosts";
    String remote = "With a server";
    String results = "Results";
    String tools = "Shell";
    return root.under(here, "demo", () -> new DemoCommand(shell))
        .under(here, "run", () -> RunCommand.line(shell))
        .under(here, "load", () -> LoadCommand.line(shell, new Broadside(shell)::run))
        .under(here, "jobs", () -> new JobsCommand(shell))
        .under(here, "new-job", () -> NewJobCommand.line(shell))
        .under(here, "convert-log", () -> new ConvertLogCommand(shell))
        .under(here, "db", () -> DbCommand.tree(shell, help))
        .under(hosts, "server", () -> ServerCommand.tree(shell, help))
        .under(hosts, "agent", () -> AgentCommand.tree(shell, help))
        .under(remote, "job", () -> JobCommand.tree(shell, help))
        .under(remote, "study", () -> StudyCommand.tree(shell, help))
        .under(remote, "group", () -> GroupCommand.tree(shell, help))
        .under(remote, "target", () -> TargetCommand.tree(shell, help))
        .under(remote, "agents", () -> AgentsCommand.tree(shell, help))
        .under(remote, "pack", () -> PackCommand.tree(shell, help))
        .under(results, "compare", () -> new CompareCommand(shell))
        .under(results, "replay", () -> ReplayCommand.line(shell, new Broadside(shell)::run))
        .under(results, "audit", () -> new AuditCommand(shell))
        .under(tools, "completion", () -> new CompletionCommand(shell, () -> Commands.tree(shell)))
        .under(tools, "version", () -> new VersionCommand(shell))
        .line();
  }

  /// `broadside version`.
  @Command(name = "version", description = "Print the version.")
  private static final class VersionCommand implements Callable<Integer> {
    private final Shell shell;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    VersionCommand(Shell shell) {
      this.shell = shell;
    }

    @Override
    public Integer call() {
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("version", Version.text());
      facts.put("java", System.getProperty("java.version"));
      facts.put("javaHome", System.getProperty("java.home"));
      facts.put("vm", System.getProperty("java.vm.name"));
      facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
      String text =
          "broadside %s (Java %s, %s)"
              .formatted(facts.get("version"), facts.get("java"), facts.get("os"));
      shell.print(json, facts, text);
      return ExitStatus.OK;
    }
  }
}
