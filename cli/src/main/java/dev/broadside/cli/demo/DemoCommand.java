package dev.broadside.cli.demo;

import dev.broadside.cli.db.LocalDatabase;
import dev.broadside.cli.job.JobWatch;
import dev.broadside.cli.process.Child;
import dev.broadside.cli.process.Folders;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.RunStatus;
import dev.broadside.cli.run.RunView;
import dev.broadside.cli.serve.PortConverter;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.PlainText;
import dev.broadside.core.param.Problem;
import dev.broadside.core.param.Spans;
import dev.broadside.core.report.RunDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/// `broadside demo`.
@Command(
    name = "demo",
    description =
        "Show everything at once: a database, a server and two agents, live in the browser.")
public final class DemoCommand implements Callable<Integer> {
  private final Shell shell;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "2m",
      converter = SpanConverter.class,
      description = "Measured load. Default: ${DEFAULT-VALUE}.")
  private Duration duration = Duration.ofMinutes(2);

  @Option(
      names = "--port",
      converter = PortConverter.class,
      paramLabel = "PORT",
      description = "The page's port. Default: a free one.")
  private int port;

  @Option(names = "--no-browser", description = "Do not open the page in a browser.")
  private boolean noBrowser;

  @Option(names = "--keep", description = "Stay up afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(
      names = "--json",
      description = "Print the result as JSON, and everything else on standard error.")
  private boolean json;

  public DemoCommand(Shell shell) {
    this.shell = shell;
  }

  @Override
  public Integer call() throws CommandException, IOException, InterruptedException {
    if (duration.isZero()) {
      throw new CommandException(
          Problem.wrong("--duration", "nothing would be run", "give more than 0s"));
    }
    Signals signals = Signals.install();
    try (Cluster cluster = Cluster.begin(shell.home(), Folders.of(shell.environment()))) {
      return new Demo(cluster, signals).show();
    }
  }

  /// Reads a length of time from an option: `250ms`, `30s`, `5m`, `2h`; a bare number counts
  /// seconds.
  static final class SpanConverter implements ITypeConverter<Duration> {
    private static final int LONGEST = 40;

    @Override
    public Duration convert(String text) {
      try {
        return Spans.parse(text).orElseThrow(() -> notASpan(text));
      } catch (ArithmeticException _) {
        throw notASpan(text);
      }
    }

    private static TypeConversionException notASpan(String text) {
      return new TypeConversionException(
          '"'
              + PlainText.line(text, LONGEST)
              + "\" is not a length of time such as 250ms, 30s, 5m or 2h");
    }
  }

  /// The demo, in order: starts the database and beside it the server and its agents, prints the
  /// page's address, submits a job to the two agents like any other client, follows it, and prints
  /// its result.
  private final class Demo {
    private static final String JOB = "demo";
    private static final int THREADS_PER_AGENT = 4;
    private static final String WARM_UP = "3s";

    private final Cluster cluster;
    private final Signals signals;
    private final RunView view;
    private volatile Runnable stop = Thread.currentThread()::interrupt;

    Demo(Cluster cluster, Signals signals) {
      this.cluster = cluster;
      this.signals = signals;
      this.view = new RunView(json ? shell.withDataOnOut() : shell, false);
    }

    /// Runs it all. A signal ends it early: before the job is submitted at once, then by cancelling
    /// the job, so that the result so far is shown.
    ///
    /// @return the exit status
    int show() throws CommandException, IOException, InterruptedException {
      signals.onFirst(() -> stop.run());
      try (view) {
        return showUntilInterrupted();
      } catch (InterruptedException _) {
        view.note("stopped before the job began");
        return signals.exitStatus().orElse(ExitStatus.FAILURE);
      }
    }

    private int showUntilInterrupted() throws CommandException, IOException, InterruptedException {
      ServerClient client = cluster.startServer(port, this::ended);
      tellPage(client);
      cluster.startAgents(this::ended);
      view.note("starting a database and " + Cluster.AGENTS + " agents");
      LocalDatabase.Serving target = cluster.awaitDatabase();
      view.note("database " + target.title() + " at " + target.url());
      String mend = target.settings().get(LocalDatabase.FOR_MARIADB);
      if (mend != null) {
        view.note(LocalDatabase.FOR_MARIADB + " " + mend);
      }
      client.post("/jobs", job(target));
      return follow(client);
    }

    /// Without one of its processes the demo makes no sense.
    private void ended(Child child) {
      view.note("the process " + child.name() + " ended: " + child.lastWords());
      stop.run();
    }

    /// The link that lets in goes to a browser and to a terminal, and into no file.
    private void tellPage(ServerClient client) throws CommandException, InterruptedException {
      Shell people = json ? shell.withDataOnOut() : shell;
      String link = client.post("/login-links", Map.of()).path("link").asString("");
      String page = people.outTerminal().live() ? link : link.replaceFirst("#.*", "");
      people.out().println("Broadside demo: " + page);
      if (!noBrowser) {
        Browser.open(link, cluster.folder(), shell.environment());
      }
    }

    private Map<String, Object> job(LocalDatabase.Serving target) throws IOException {
      return Map.of(
          "id",
          JOB,
          "name",
          "iGenOLTP on a throw-away " + target.title(),
          "jobClass",
          "igenoltp",
          "parameters",
          Map.of(
              "url", target.url(), "user", target.user(), "password", target.password().reveal()),
          "agents",
          Cluster.AGENTS,
          "threads",
          THREADS_PER_AGENT,
          "warmup",
          WARM_UP,
          "duration",
          Spans.format(duration));
    }

    private int follow(ServerClient client) throws CommandException, InterruptedException {
      stop = () -> cancel(client);
      int exitStatus =
          switch (new JobWatch(client, JOB, view).follow()) {
            case JobWatch.End.NeverBegan(int status) -> status;
            case JobWatch.End.Ran(RunDocument run) -> {
              tell(run, client);
              yield RunStatus.of(run);
            }
          };
      // What has ended cannot be cancelled.
      stop = () -> view.note("stopping");
      if (keep && signals.exitStatus().isEmpty()) {
        view.note("staying up; end it with Ctrl-C");
        signals.await();
      }
      return signals.exitStatus().orElse(exitStatus);
    }

    private void cancel(ServerClient client) {
      view.note("stopping; once more to end at once");
      try {
        client.post("/jobs/" + JOB + "/cancel", Map.of());
      } catch (CommandException e) {
        view.note("the job cannot be cancelled: " + Causes.of(e));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }

    private void tell(RunDocument run, ServerClient client)
        throws CommandException, InterruptedException {
      view.end(run);
      if (json) {
        new Download(client).printResult(JOB, shell);
      }
    }

    /// Opens a page in the user's browser, if there is a display to open it on.
    private static final class Browser {
      private Browser() {}

      /// Tries to; a page that does not open is no failure, since its address has been printed.
      ///
      /// @param link logs in anybody who has it. Other users of the host can read command lines, so
      ///   the browser is given a file that leads to the link
      /// @param folder for that file; closed to other users
      static void open(String link, Path folder, Map<String, String> environment) {
        Optional<String> opener = opener(environment);
        if (opener.isEmpty()) {
          return;
        }
        try {
          Path file =
              Files.writeString(
                  folder.resolve("page.html"),
                  "<meta http-equiv=\"refresh\" content=\"0; url=" + link + "\">");
          new ProcessBuilder(List.of(opener.get(), file.toUri().toString()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
        } catch (IOException _) {
          // No such program, or no room: the user can still follow the address.
        }
      }

      private static Optional<String> opener(Map<String, String> environment) {
        if (System.getProperty("os.name").startsWith("Mac")) {
          return Optional.of("open");
        }
        boolean display =
            environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY");
        return display && !environment.containsKey("CI")
            ? Optional.of("xdg-open")
            : Optional.empty();
      }
    }
  }
}
