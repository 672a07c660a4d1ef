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
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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

  private Commands(Shell shell) {
    this.shell = shell;
    this.help = new HelpPage(shell.outTerminal());
  }

  /// A command, and its heading in the help.
  private record Entry(String heading, String name, Supplier<Object> make) {}

  /// The tree for a command line: only the command that it names, since making all of them costs
  /// time; all of them if it names none, so that help and suggestions know them.
  static CommandLine tree(Shell shell, String... line) {
    Commands commands = new Commands(shell);
    Subcommands root = commands.help.commands(commands);
    List<Entry> all = commands.all();
    String word = line.length == 0 ? "" : line[0];
    boolean named = all.stream().anyMatch(entry -> entry.name().equals(word));
    for (Entry entry : all) {
      if (!named || entry.name().equals(word)) {
        root.add(entry.heading(), entry.name(), entry.make().get());
      }
    }
    commands.help.install(root.line());
    return root.line();
  }

  /// In the order of help.
  private List<Entry> all() {
    String here = "On this machine";
    String hosts = "Server and load hosts";
    String remote = "With a server";
    String results = "Results";
    String tools = "Shell";
    return List.of(
        new Entry(here, "demo", () -> new DemoCommand(shell)),
        new Entry(here, "run", () -> RunCommand.line(shell)),
        new Entry(here, "load", () -> LoadCommand.line(shell, new Broadside(shell)::run)),
        new Entry(here, "jobs", () -> new JobsCommand(shell)),
        new Entry(here, "new-job", () -> NewJobCommand.line(shell)),
        new Entry(here, "convert-log", () -> new ConvertLogCommand(shell)),
        new Entry(here, "db", () -> DbCommand.tree(shell, help)),
        new Entry(hosts, "server", () -> ServerCommand.tree(shell, help)),
        new Entry(hosts, "agent", () -> AgentCommand.tree(shell, help)),
        new Entry(remote, "job", () -> JobCommand.tree(shell, help)),
        new Entry(remote, "study", () -> StudyCommand.tree(shell, help)),
        new Entry(remote, "group", () -> GroupCommand.tree(shell, help)),
        new Entry(remote, "target", () -> TargetCommand.tree(shell, help)),
        new Entry(remote, "agents", () -> AgentsCommand.tree(shell, help)),
        new Entry(remote, "pack", () -> PackCommand.tree(shell, help)),
        new Entry(results, "compare", () -> new CompareCommand(shell)),
        new Entry(results, "replay", () -> ReplayCommand.line(shell, new Broadside(shell)::run)),
        new Entry(results, "audit", () -> new AuditCommand(shell)),
        new Entry(
            tools, "completion", () -> new CompletionCommand(shell, () -> Commands.tree(shell))),
        new Entry(tools, "version", () -> new VersionCommand(shell)));
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
