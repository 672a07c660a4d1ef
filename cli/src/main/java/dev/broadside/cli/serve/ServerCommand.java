package dev.broadside.cli.serve;

import dev.broadside.cli.help.HelpPage;
import dev.broadside.cli.log.LogConfigurator;
import dev.broadside.cli.remote.NoticeLines;
import dev.broadside.cli.remote.Remote;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.remote.ServerOptions;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.cli.shell.Version;
import dev.broadside.cli.term.Table;
import dev.broadside.cli.term.Table.Column;
import dev.broadside.core.figures.NumberText;
import dev.broadside.core.job.AllowedPrograms;
import dev.broadside.core.load.Counted;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.report.Json;
import dev.broadside.server.Server;
import dev.broadside.server.ServerConfig;
import dev.broadside.server.security.Backup;
import dev.broadside.server.security.SetupException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// `broadside server`, and its commands.
@Command(
    addMethodSubcommands = false,
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
      description = "Another name by which it is reached, such as an alias; repeat it for several.")
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
      names = "--allow-tools",
      paramLabel = "NAMES",
      split = ",",
      description =
          "Programs that jobs of class tool may run where agents allow them: names, any or none."
              + " Default: any; none with --named-targets-only.")
  private List<String> tools = new ArrayList<>();

  @Option(
      names = "--notify",
      paramLabel = "FILE",
      description =
          "YAML file of webhooks and mailboxes that are notified of jobs; see docs/operating.md."
              + " Without it and --push the server calls nobody.")
  private Optional<Path> notify = Optional.empty();

  @Option(
      names = "--push",
      paramLabel = "FILE",
      description =
          "YAML file of receivers to which the metrics of running jobs are pushed, by OTLP or"
              + " Prometheus's remote write; see docs/operating.md.")
  private Optional<Path> push = Optional.empty();

  @Mixin private StorageOptions storage = new StorageOptions();

  @Mixin final HeapOption heap = new HeapOption();

  @Option(names = "--end-with-stdin", hidden = true, description = "End when standard input ends.")
  private boolean endWithStdin;

  @Option(
      names = "--json",
      description = "Print the address, the authority and the data folder as JSON.")
  private boolean json;

  private ServerCommand(Shell shell) {
    this.shell = shell;
  }

  /// The command, with those under it in the order of help.
  public static CommandLine tree(Shell shell, HelpPage help) {
    return help.commands(new ServerCommand(shell))
        .under("Commands", "login", "status", "channels", "backup")
        .line();
  }

  @Override
  public Integer call() throws CommandException, InterruptedException {
    System.setProperty(LogConfigurator.LEVEL, "info");
    Lifetime lifetime = Lifetime.begin(endWithStdin);
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
      name = "status",
      description = {
        "Show a server's version, the room left for results and how long it will last, and how the"
            + " receivers of --push fare.",
        "It also lists the jobs that are due but not deleted, and why."
      })
  int status(
      @Mixin Remote remote,
      @Option(
              names = "--yes",
              description =
                  "Confirm that the server's clock is right, and let it delete every job that is"
                      + " due, even more than a tenth of them.")
          boolean yes)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    JsonNode answer = yes ? client.post("/server/upkeep", Map.of()) : client.get("/server");
    return remote.print(shell, answer, () -> StatusText.lines(answer));
  }

  @Command(
      name = "channels",
      description =
          "List the channels that a server notifies, as its --notify file names them, and the"
              + " notices that have not arrived.")
  int channels(@Mixin Remote remote, @Mixin Sending sending)
      throws CommandException, InterruptedException {
    ServerClient client = remote.client(shell);
    if (sending.what.test.isPresent()) {
      return test(remote, client, sending.what.test.get());
    }
    if (sending.what.resend.isPresent()) {
      String channel = sending.what.resend.get();
      JsonNode answer = toChannel(client, channel, "resend");
      long notices = answer.path("notices").asLong(0);
      return remote.print(
          shell, answer, Counted.of(notices, "notice") + " for " + channel + " sent again");
    }
    ObjectNode answer = (ObjectNode) client.get("/channels");
    answer.set("undelivered", client.get("/notices").path("notices"));
    return remote.print(shell, answer, () -> channelLines(answer));
  }

  /// What to send to a channel, if anything.
  static final class Sending {
    @ArgGroup private What what = new What();

    /// At most one of the two.
    private static final class What {
      @Option(
          names = "--test",
          paramLabel = "CHANNEL",
          description = "Send that channel a test notice now.")
      private Optional<String> test = Optional.empty();

      @Option(
          names = "--resend",
          paramLabel = "CHANNEL",
          description =
              "Send that channel all notices at once that have not arrived, even those given up.")
      private Optional<String> resend = Optional.empty();
    }
  }

  private static JsonNode toChannel(ServerClient client, String channel, String what)
      throws CommandException, InterruptedException {
    return client.post("/channels/" + ServerClient.segment(channel) + "/" + what, Map.of());
  }

  private int test(Remote remote, ServerClient client, String channel)
      throws CommandException, InterruptedException {
    JsonNode answer = toChannel(client, channel, "test");
    boolean arrived = answer.path("arrived").asBoolean(false);
    remote.print(
        shell,
        answer,
        arrived
            ? "the notice has arrived at " + channel
            : "the notice did not arrive at "
                + channel
                + ": "
                + answer.path("failure").asString(""));
    return arrived ? ExitStatus.OK : ExitStatus.UNREACHABLE;
  }

  private List<String> channelLines(JsonNode answer) {
    Table table = new Table(Column.words("channel"), Column.words("kind"));
    answer
        .path("channels")
        .forEach(one -> table.row(one.path("name").asString(""), one.path("kind").asString("")));
    List<String> lines = new ArrayList<>(table.lines(shell.outTerminal().columns()));
    answer
        .path("undelivered")
        .forEach(notice ->
            lines.add(
                PlainText.line(
                        notice.path("kind").asString("") + " " + notice.path("id").asString(""))
                    + ": "
                    + NoticeLines.undelivered(notice)));
    return lines;
  }

  @Command(
      name = "backup",
      description = {
        "Copy a server's data folder as it is at this moment, on its host, while it runs.",
        "The copy is a data folder: 'broadside server --data DIR' starts a server with it.",
        "It holds the server's keys. Results that lie in PostgreSQL are not in it; use pg_dump."
      })
  int backup(
      @Parameters(index = "0", paramLabel = "DIR", description = "The new folder for the copy.")
          Path to,
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

  /// The arguments of a program may name any database.
  private List<String> allowedTools() {
    String usual = namedTargetsOnly ? "none" : AllowedPrograms.ANY;
    return tools.isEmpty() ? List.of(usual) : tools;
  }

  private ServerConfig config() throws CommandException {
    Path packs = shell.home().root().resolve("packs");
    ServerConfig config = ServerConfig.local(folder(data), port, Version.text());
    config = Files.isDirectory(packs) ? config.withBundledPacks(packs) : config;
    config = packKeys.isEmpty() ? config : config.trusting(packKeys.get());
    config = namedTargetsOnly ? config.withNamedTargetsOnly() : config;
    config = config.allowing(new AllowedPrograms(allowedTools()));
    config = notify.isEmpty() ? config : config.notifying(notify.get());
    config = push.isEmpty() ? config : config.pushing(push.get());
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

  /// The state of a server, a line for each fact.
  private static final class StatusText {
    private static final double DAY_MILLIS = Duration.ofDays(1).toMillis();

    private StatusText() {}

    static List<String> lines(JsonNode answer) {
      JsonNode disk = answer.path("disk");
      List<String> lines = new ArrayList<>();
      lines.add("version    " + answer.path("version").asString(""));
      if (disk.path("storeBytes").isNumber()) {
        lines.add("results    " + bytes(disk.path("storeBytes")));
      }
      double free = disk.path("freeBytes").asDouble(-1);
      lines.add("free       " + (free < 0 ? "not known" : NumberText.bytes(free)));
      if (disk.path("daysLeft").isNumber()) {
        lines.add("lasts      " + days(disk.path("daysLeft")) + " at the rate of the last day");
      }
      answer.path("kept").forEach(rule -> lines.add("keeps      " + kept(rule)));
      String sentence = disk.path("sentence").asString("");
      if (!sentence.isEmpty()) {
        lines.add("trouble    " + sentence);
      }
      answer.path("push").forEach(receiver -> lines.add("pushes     " + pushed(receiver)));
      String waiting = answer.path("waiting").asString("");
      if (!waiting.isEmpty()) {
        lines.add("waiting    " + waiting);
      }
      return lines;
    }

    /// `to prometheus: 120 sent, 3 waiting; nobody answers at its address; it is tried again`.
    private static String pushed(JsonNode receiver) {
      StringBuilder line =
          new StringBuilder("to " + PlainText.line(receiver.path("name").asString("")) + ": ");
      line.append(receiver.path("sent").asLong()).append(" sent");
      for (String of : List.of("waiting", "dropped", "refused")) {
        long count = receiver.path(of).asLong();
        line.append(count == 0 ? "" : ", " + count + " " + of);
      }
      String trouble = receiver.path("trouble").asString("");
      return line.append(trouble.isEmpty() ? "" : "; " + trouble).toString();
    }

    /// A rule for keeping jobs, and how far its limits are used.
    private static String kept(JsonNode rule) {
      String folder = rule.path("folder").asString("");
      StringBuilder line = new StringBuilder(folder.isEmpty() ? "every job" : "folder " + folder);
      boolean aged = rule.path("days").isNumber();
      boolean sized = rule.path("mostBytes").isNumber();
      line.append(aged ? " for " + days(rule.path("days")) : sized ? "" : ", for ever");
      if (sized) {
        line.append(" while they take at most ").append(bytes(rule.path("mostBytes")));
      }
      int ended = rule.path("jobs").asInt();
      line.append("; ").append(ended).append(ended == 1 ? " has ended" : " have ended");
      if (rule.path("bytes").isNumber()) {
        line.append(", with ").append(bytes(rule.path("bytes")));
      }
      if (rule.path("daysLeft").isNumber()) {
        line.append(", the next goes in ").append(days(rule.path("daysLeft")));
      }
      return line.toString();
    }

    private static String days(JsonNode days) {
      return NumberText.span(days.asDouble() * DAY_MILLIS);
    }

    private static String bytes(JsonNode bytes) {
      return NumberText.bytes(bytes.asDouble());
    }
  }
}
