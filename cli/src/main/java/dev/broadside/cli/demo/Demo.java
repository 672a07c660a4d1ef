package dev.broadside.cli.demo;

import dev.broadside.cli.db.LocalDatabase;
import dev.broadside.cli.job.JobWatch;
import dev.broadside.cli.process.Child;
import dev.broadside.cli.process.Signals;
import dev.broadside.cli.remote.Download;
import dev.broadside.cli.remote.ServerClient;
import dev.broadside.cli.run.RunStatus;
import dev.broadside.cli.run.RunView;
import dev.broadside.cli.shell.Causes;
import dev.broadside.cli.shell.CommandException;
import dev.broadside.cli.shell.ExitStatus;
import dev.broadside.cli.shell.Shell;
import dev.broadside.core.param.Spans;
import dev.broadside.core.report.RunDocument;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// What the demo does, in order: starts the database and beside it the server and its agents, tells
/// the page's address, submits a job to the two agents like any other client, follows it, and tells
/// its result.
final class Demo {
  private static final String JOB = "demo";
  private static final int THREADS_PER_AGENT = 4;
  private static final String WARM_UP = "3s";

  private final Shell shell;
  private final Cluster cluster;
  private final Signals signals;
  private final Wishes wishes;
  private final RunView view;
  private volatile Runnable stop = Thread.currentThread()::interrupt;

  /// What the user wants of the demo.
  ///
  /// @param port of the page; 0 for any free one
  /// @param browser whether to open the page
  /// @param keep whether to stay up afterwards
  /// @param json whether to print the result as JSON
  record Wishes(Duration duration, int port, boolean browser, boolean keep, boolean json) {}

  Demo(Shell shell, Cluster cluster, Signals signals, Wishes wishes) {
    this.shell = shell;
    this.cluster = cluster;
    this.signals = signals;
    this.wishes = wishes;
    this.view = new RunView(wishes.json() ? shell.withDataOnOut() : shell, false);
  }

  /// Runs it all. A signal ends it early: before the job is submitted at once, then by cancelling
  /// the job, so that the result so far is told.
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
    ServerClient client = cluster.startServer(wishes.port(), this::ended);
    tellPage(client);
    cluster.startAgents(this::ended);
    view.note("starting a database and " + Cluster.AGENTS + " agents");
    LocalDatabase.Serving target = cluster.awaitDatabase();
    view.note("database " + target.title() + " at " + target.url());
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
    Shell told = wishes.json() ? shell.withDataOnOut() : shell;
    String link = client.post("/login-links", Map.of()).path("link").asString("");
    String page = told.outTerminal().live() ? link : link.replaceFirst("#.*", "");
    told.out().println("Broadside demo: " + page);
    if (wishes.browser()) {
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
        Map.of("url", target.url(), "user", target.user(), "password", target.password().reveal()),
        "agents",
        Cluster.AGENTS,
        "threads",
        THREADS_PER_AGENT,
        "warmup",
        WARM_UP,
        "duration",
        Spans.format(wishes.duration()));
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
    if (wishes.keep() && signals.exitStatus().isEmpty()) {
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
    if (wishes.json()) {
      new Download(client).printResult(JOB, shell);
    }
  }
}
