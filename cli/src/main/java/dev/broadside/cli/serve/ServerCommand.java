package dev.broadside.cli.serve;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.log.LogConfigurator;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import dev.broadside.core.report.Json;
import dev.broadside.server.Server;
import dev.broadside.server.ServerConfig;
import dev.broadside.server.security.Backup;
import dev.broadside.server.security.SetupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/// `broadside server`, and its commands `login` and `backup`.
@Command(
    name = "server",
    description = {
      "Run the server: the page, the HTTP API and the gateway for agents.",
      "Without --listen it serves this host only. It takes agents and commands over TLS, and browsers"
          + " by a login link."
    },
    footer = {
      "Examples:",
      "  broadside server --data data",
      "  broadside server --data data --listen 192.0.2.5 --notify notify.yaml"
    })
public final class ServerCommand implements Callable<Integer> {
  private static final String AGAIN =
      "'broadside server login%1$s' prints another link, and 'broadside agents invite%1$s' another"
          + " join command.";
  private static final String HOW =
      "'broadside server login%1$s' prints a link for a browser, and 'broadside agents invite%1$s' a"
          + " join command for agents on other hosts.";

  private final Shell shell;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Folder for everything it keeps. Default: one in the user's state folder.")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--port",
      converter = PortConverter.class,
      paramLabel = "PORT",
      defaultValue = "" + ServerOptions.PORT,
      description = "Port; 0 for a free one. Default: ${DEFAULT-VALUE}.")
  private int port = ServerOptions.PORT;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      description = "Address of this host to listen on; repeat it for several.")
  private List<String> listen = new ArrayList<>();

  @Option(
      names = "--name",
      paramLabel = "HOST",
      description = "Other name it is called by, such as an alias; repeat it for several.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--pack-keys",
      paramLabel = "DIR",
      description =
          "Take only packs that are signed by one of the public keys in this folder, NAME.pub"
              + " each.")
  private Optional<Path> packKeys = Optional.empty();

  @Option(
      names = "--named-targets-only",
      description = "Let jobs put load on named targets only; 'broadside target add' names one.")
  private boolean namedTargetsOnly;

  @Option(
      names = "--notify",
      paramLabel = "FILE",
      description =
          "Tell webhooks and mailboxes of jobs, as this YAML file names them; docs/operating.md."
              + " Without it the server calls nobody.")
  private Optional<Path> notify = Optional.empty();

  @Mixin private StorageOptions storage = new StorageOptions();

  @Option(names = "--leash", hidden = true, description = "End when standard input ends.")
  private boolean leash;

  @Option(
      names = "--json",
      description = "Print the address, and what else there is to know, as JSON.")
  private boolean json;

  private ServerCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new ServerCommand(shell))
        .under(
            "Commands",
            "login",
            new ServerStatusCommand(shell),
            new ServerChannelsCommand(shell),
            "backup")
        .line();
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    System.setProperty(LogConfigurator.LEVEL, "info");
    Lifetime lifetime = Lifetime.begin(leash);
    try (Server server = Server.start(config())) {
      announce(server);
      lifetime.await();
    } catch (SetupException e) {
      throw new CommandException(e.problems());
    }
    return lifetime.exitStatus();
  }

  @Command(
      name = "login",
      description = {
        "Print a link by which a browser logs in to a server's page once, within 10 minutes.",
        "On the server's host, as its user, it needs no option but its data folder, if that is not"
            + " the usual one."
      })
  int login(@Mixin Remote remote) throws CommandException, InterruptedException {
    JsonNode made = remote.client(shell).post("/login-links", Map.of());
    return remote.print(shell, made, made.path("link").asString(""));
  }

  @Command(
      name = "backup",
      description = {
        "Copy a server's data folder as it is at this moment, on its host, while it goes on.",
        "The copy is a data folder: 'broadside server --data DIR' starts a server with it.",
        "It holds the server's keys. Results that lie in PostgreSQL are not in it; use pg_dump."
      })
  int backup(
      @Parameters(index = "0", paramLabel = "DIR", description = "Where to; a new folder.") Path to,
      @Option(
              names = "--data",
              paramLabel = "DIR",
              description =
                  "The server's data folder. Default: the one in the user's state folder.")
          Optional<Path> from)
      throws CommandException {
    try {
      boolean results = Backup.make(folder(from), to);
      shell.out().println(to + (results ? "" : "  without results: they lie in PostgreSQL"));
    } catch (SetupException e) {
      throw new CommandException(e.problems());
    }
    return ExitStatus.OK;
  }

  private Path folder(Optional<Path> named) {
    return named.orElseGet(() -> ServerOptions.usualFolder(shell)).toAbsolutePath().normalize();
  }

  private ServerConfig config() throws CommandException {
    Path packs = shell.home().root().resolve("packs");
    ServerConfig config = ServerConfig.local(folder(data), port, Version.text());
    config = Files.isDirectory(packs) ? config.withBundledPacks(packs) : config;
    config = packKeys.isEmpty() ? config : config.trusting(packKeys.get());
    config = namedTargetsOnly ? config.withNamedTargetsOnly() : config;
    config = notify.isEmpty() ? config : config.notifying(notify.get());
    config = listen.isEmpty() ? config : config.listeningOn(listen);
    return storage.applyTo(config.calledAlso(names), shell);
  }

  /// The address first, then how browsers and agents come in. What lets somebody in goes to a
  /// terminal and nowhere else: a journal, or a cluster's log, has more readers than the server has
  /// administrators.
  private void announce(Server server) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("address", server.address().toString());
    facts.put("ca", server.authority());
    facts.put("data", server.data().toString());
    if (shell.outTerminal().live() && !json) {
      facts.put("login", server.newLoginLink().toString());
      if (!listen.isEmpty()) {
        facts.put("join", server.newJoinCommand());
      }
    }
    if (json) {
      shell.out().println(Json.mapper().writeValueAsString(facts));
    } else {
      facts.forEach((name, value) -> shell.out().println(label(name) + value));
      String named = data.isPresent() ? " --server " + server.data() : "";
      shell.out().println((facts.containsKey("login") ? AGAIN : HOW).formatted(named));
    }
    shell.out().flush();
  }

  private static String label(String name) {
    return switch (name) {
      case "address" -> "Broadside server: ";
      case "login" -> "Log in once, within 10 minutes: ";
      case "join" -> "One agent joins within 15 minutes by: ";
      case "ca" -> "Its authority: ";
      default -> "Its data folder: ";
    };
  }
}
