package dev.broadside.cli.serve;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.log.LogConfigurator;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Home;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.client.agent.Agent;
import dev.broadside.client.agent.AgentConfig;
import dev.broadside.client.agent.AgentConfig.Joining;
import dev.broadside.client.pack.PackDescriptors;
import dev.broadside.client.share.StartException;
import dev.broadside.client.share.UnclaimedFolder;
import dev.broadside.client.share.UnclaimedFolder.Note;
import dev.broadside.client.share.WorkerLauncher;
import dev.broadside.core.load.Bounds;
import dev.broadside.core.pack.PackTrust;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Secret;
import dev.broadside.core.report.Json;
import dev.broadside.core.wire.Message;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `broadside agent`, and `broadside agent records`.
@Command(
    addMethodSubcommands = false,
    name = "agent",
    description = {
      "Run an agent, which makes load for the jobs of its server.",
      "It joins once, and its folder remembers that. It finds the server that its user runs on"
          + " this host by itself; a server elsewhere wants --token."
    },
    footer = {
      "Examples:",
      "  broadside agent",
      "  broadside agent --join-file data/join --name a1",
      "  broadside agent --server https://192.0.2.5:8080 --token ... --ca sha256:... \\",
      "    --name a1 --label rack=a"
    })
public final class AgentCommand implements Callable<Integer> {
  private final Shell shell;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder of this agent alone. Default: one for its name in the user's state folder.")
  private Optional<Path> data = Optional.empty();

  @Mixin private ServerOptions.Address server = new ServerOptions.Address();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Its stable name. Default: the host's.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--join-file",
      paramLabel = "FILE",
      description =
          "File with a token. On the server's own host that is 'join' in its data folder, which also"
              + " names the server.")
  private Optional<Path> joinFile = Optional.empty();

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      description = "Token from a join command; better in a file, with --join-file.")
  private Optional<String> token = Optional.empty();

  @Option(
      names = "--label",
      paramLabel = "NAME[=VALUE]",
      mapFallbackValue = "",
      description = "Label by which jobs choose agents (--on-label); repeat it for several.")
  private Map<String, String> labels = new LinkedHashMap<>();

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "How many jobs it runs at once, each in a worker of its own, on this host together."
              + " Default: 1.")
  private int jobs = 1;

  @Option(
      names = "--watch-only",
      description =
          "Make no load, and only watch this host for every job: for the host of a database.")
  private boolean watchOnly;

  @Option(
      names = "--worker-option",
      paramLabel = "FLAG",
      description =
          "Flag of the workers' JVM, such as --worker-option=-Xmx2g; repeat it for several.")
  private List<String> workerOptions = new ArrayList<>();

  @Mixin private HostGrants grants = new HostGrants();

  @Option(
      names = "--pack-keys",
      paramLabel = "DIR",
      description =
          "Run only packs that are signed by one of the public keys in this folder, NAME.pub each;"
              + " those of this installation need no signature.")
  private Optional<Path> packKeys = Optional.empty();

  @Mixin final HeapOption heap = new HeapOption();

  @Option(names = "--end-with-stdin", hidden = true, description = "End when standard input ends.")
  private boolean endWithStdin;

  @Option(names = "--json", description = "Print its name, its server and its folder as JSON.")
  private boolean json;

  private AgentCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new AgentCommand(shell)).under("Commands", "records").line();
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    System.setProperty(LogConfigurator.LEVEL, "info");
    Lifetime lifetime = Lifetime.begin(endWithStdin);
    AgentConfig config = config();
    try (Agent agent = start(config, lifetime)) {
      lifetime.onSecond(Agent.LONGEST_LEAVING, agent::close);
      announce(config, agent);
      lifetime.await();
      if (lifetime.signalled()) {
        agent.leave();
      }
    } catch (StartException e) {
      throw new CommandException(e.problem());
    } catch (InterruptedException e) {
      if (!lifetime.over()) {
        throw e;
      }
    }
    return lifetime.exitStatus();
  }

  /// Joining may wait for a server that is not there.
  private static Agent start(AgentConfig config, Lifetime lifetime)
      throws StartException, InterruptedException {
    try (Lifetime.Interruption _ = lifetime.interruptAtEnd(Thread.currentThread())) {
      return Agent.start(config);
    }
  }

  private void announce(AgentConfig config, Agent agent) {
    if (json) {
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("agent", agent.name());
      facts.put("server", agent.server().toString());
      facts.put("data", config.data().toString());
      shell.out().println(Json.mapper().writeValueAsString(facts));
    } else {
      String since = agent.name().equals(config.name()) ? "" : ", started as " + config.name();
      shell
          .out()
          .println(
              "Broadside agent " + PlainText.line(agent.name() + since) + " of " + agent.server());
    }
  }

  private AgentConfig config() throws CommandException {
    Home home = shell.home();
    String agent = name.orElseGet(AgentCommand::hostName);
    requireGood(agent);
    requireJobs();
    Path folder = data.orElseGet(() -> usualFolder(shell, agent)).toAbsolutePath().normalize();
    Joining joining = joining();
    List<String> flags = new ArrayList<>(home.startFlags("worker"));
    flags.addAll(workerOptions);
    flags.addAll(grants.flags(List.of()));
    if (watchOnly) {
      labels.put(Message.WATCH_ONLY, "true");
    }
    try {
      return new AgentConfig(
          agent,
          new AgentConfig.Access(server.address(shell), server.authority(shell), joining),
          new AgentConfig.Offer(labels, jobs),
          new WorkerLauncher.Settings(home.drivers(), flags),
          folder,
          AgentConfig.SPOOL_BYTES,
          trust(home),
          Version.text());
    } catch (IllegalArgumentException e) {
      // The name has been looked at, so it is a label.
      throw new CommandException(
          Problem.wrong("--label", Causes.of(e), "change it, or leave it out"));
    }
  }

  private void requireJobs() throws CommandException {
    if (jobs < 1 || jobs > Message.MOST_JOBS) {
      throw new CommandException(
          Problem.wrong(
              "--jobs", jobs + " is not from 1 to " + Message.MOST_JOBS, "give another number"));
    }
  }

  private PackTrust trust(Home home) throws CommandException {
    if (packKeys.isEmpty()) {
      return PackTrust.ANYBODY;
    }
    try {
      Set<String> own = new HashSet<>();
      for (Path pack : home.packs()) {
        own.add(PackDescriptors.sha256(pack));
      }
      return PackTrust.in(packKeys.get()).with(own);
    } catch (PackTrust.BadKeysException e) {
      throw new CommandException(e.problem());
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong("the installation", Causes.of(e), "install it again"));
    }
  }

  private static void requireGood(String agent) throws CommandException {
    try {
      Bounds.name(agent, "the agent's name");
    } catch (IllegalArgumentException e) {
      throw new CommandException(Problem.wrong("--name", Causes.of(e), "give another one"));
    }
  }

  private Joining joining() throws CommandException {
    if (joinFile.isPresent() && token.isPresent()) {
      throw new CommandException(
          Problem.wrong(
              "--token", "--join-file says how to join already", "leave one of the two out"));
    }
    if (token.isPresent()) {
      return new Joining.ByToken(new Secret(token.get()));
    }
    Optional<Path> named =
        joinFile.or(() -> server.folder(shell).map(data -> data.resolve("join")));
    if (named.isPresent()) {
      return new Joining.ByFile(named.get());
    }
    return server.address(shell).isPresent()
        ? new Joining.Already()
        : new Joining.Usually(ServerOptions.usualFolder(shell).resolve("join"));
  }

  /// The folder of an agent of a name.
  private static Path usualFolder(Shell shell, String agent) {
    String safe = agent.replaceAll("[^A-Za-z0-9_-]", "-");
    return Folders.of(shell.environment()).state().resolve("agent-" + safe);
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
    } catch (UnknownHostException _) {
      return "agent";
    }
  }

  @Command(
      name = "records",
      description = {
        "List the records that an agent keeps because no server has them; it may run meanwhile.",
        "They are sent when the agent starts and when the server knows their run again, and deleted"
            + " after 30 days."
      })
  int records(
      @Option(
              names = "--data",
              paramLabel = "DIR",
              description = "The agent's folder. Default: the one for its name.")
          Optional<Path> folder,
      @Option(
              names = "--name",
              paramLabel = "NAME",
              description = "The agent's name. Default: the host's.")
          Optional<String> agent,
      @Option(
              names = "--remove",
              paramLabel = "RUN",
              description = "Delete the records of a run for good.")
          Optional<String> run,
      @Option(names = "--json", description = "Print JSON.") boolean asJson)
      throws CommandException {
    Path kept = folder.orElseGet(() -> usualFolder(shell, agent.orElseGet(AgentCommand::hostName)));
    UnclaimedFolder unclaimed = UnclaimedFolder.of(kept.toAbsolutePath().normalize());
    try {
      List<Note> notes = run.isPresent() ? removed(unclaimed, run.get()) : unclaimed.list();
      shell.print(
          asJson,
          Map.of("records", notes.stream().map(AgentCommand::document).toList()),
          () -> lines(notes));
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new CommandException(
          Problem.wrong("--data", "the folder cannot be read: " + e.getMessage(), "name another"));
    }
  }

  private static List<Note> removed(UnclaimedFolder unclaimed, String run)
      throws CommandException, IOException {
    List<Note> removed = unclaimed.remove(run);
    if (removed.isEmpty()) {
      throw new CommandException(
          Problem.wrong(
              "--remove",
              "no records of that run are kept here",
              "look with broadside agent records, and name a run that it lists"));
    }
    return removed;
  }

  private static Map<String, Object> document(Note kept) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("run", kept.runId());
    document.put("worker", kept.worker());
    document.put("records", kept.records());
    document.put("since", kept.since().toString());
    document.put("why", kept.why());
    document.put("folder", kept.folder().toString());
    return document;
  }

  private List<String> lines(List<Note> all) {
    Table table =
        new Table(
            Column.words("run"),
            Column.numbers("worker"),
            Column.numbers("records"),
            Column.words("since"),
            Column.words("why").unlessNarrow(1),
            Column.words("folder").unlessNarrow(2));
    for (Note kept : all) {
      table.row(
          kept.runId(),
          Long.toString(kept.worker()),
          Long.toString(kept.records()),
          kept.since().toString(),
          kept.why(),
          kept.folder().toString());
    }
    return table.lines(shell.outTerminal().columns());
  }
}
