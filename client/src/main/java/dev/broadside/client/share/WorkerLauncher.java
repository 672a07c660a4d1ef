package dev.broadside.client.share;

import dev.broadside.client.engine.WorkerArguments;
import dev.broadside.client.monitor.Monitors;
import dev.broadside.client.process.HostWorker;
import dev.broadside.client.process.Worker;
import dev.broadside.client.process.WorkerFlags;
import dev.broadside.client.process.WorkerProcess;
import dev.broadside.client.spool.Disk;
import dev.broadside.client.spool.RecordingSpool;
import dev.broadside.client.spool.Spool;
import dev.broadside.client.spool.SpoolQuota;
import dev.broadside.core.input.JobDocument;
import dev.broadside.core.job.Plan;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Codec;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Launches workers, each as a new incarnation with a spool and a counter file of its own. Safe for
/// use by several threads.
public final class WorkerLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerLauncher.class);

  private final Time time;
  private final DataFolder data;
  private final SpoolQuota quota;
  private final Worker.Forker forker;
  private final Function<String, Executor> threads;
  private final Settings settings;
  private final RecordingSpool recordings;
  private final Consumer<Message> server;

  /// What every worker of this agent is started with.
  ///
  /// @param drivers folder of JDBC driver jars
  /// @param flags more flags of the JVM, which win
  public record Settings(Path drivers, List<String> flags) {
    public Settings {
      flags = List.copyOf(flags);
    }

    /// What monitors of jobs may do.
    Monitors.Grant grant() {
      return Monitors.Grant.of(flags);
    }
  }

  /// @param threads makes an executor of a name that runs one task at a time
  /// @param server takes a message to the server, as long as there is a connection
  public WorkerLauncher(
      Time time,
      DataFolder data,
      SpoolQuota quota,
      Worker.Forker forker,
      Function<String, Executor> threads,
      Settings settings,
      RecordingSpool recordings,
      Consumer<Message> server) {
    this.time = time;
    this.data = data;
    this.quota = quota;
    this.forker = forker;
    this.threads = threads;
    this.settings = settings;
    this.recordings = recordings;
    this.server = server;
  }

  /// Launches a worker for a share. Returns at once.
  ///
  /// @param plan of any incarnation: the launcher gives it the next number of this agent
  public void launch(Plan plan, Path pack, WorkerRun.Listener listener) {
    Executor files = threads.apply("spool of " + plan.runId());
    files.execute(() -> {
      try {
        start(plan, pack, files, listener);
      } catch (IOException e) {
        listener.failed("no worker can be started: " + e.getMessage());
      } catch (RuntimeException | Error e) {
        // No more native threads, for one: the share must hear of it, or it hangs.
        LOG.error("no worker can be started", e);
        listener.failed("no worker can be started: " + e);
      }
    });
  }

  private void start(Plan asked, Path pack, Executor files, WorkerRun.Listener listener)
      throws IOException {
    Plan plan = asked.withIncarnation(data.nextIncarnation());
    Disk disk = data.disk();
    ShareHome home = data.home(plan.incarnation());
    Spool spool = Spool.create(disk, home.folder(), quota, head(plan));
    LogOutlet log = new LogOutlet(plan.runId(), time, server);
    WorkerProcess.Launch launch =
        new WorkerProcess.Launch(
            flags(plan), new WorkerArguments(pack, settings.drivers(), home.counters()));
    Worker.Forker maker =
        Monitors.codeless(plan) ? HostWorker.forker(time, settings.grant()) : forker;
    WorkerRun run =
        new WorkerRun(
            plan,
            new RecordRelay(spool, files, time, server, log::say),
            home,
            log::say,
            left ->
                data.unclaimed().keep(home, plan.runId(), left, data.clock(time).now(), log::say),
            new WorkerRun.Forking(maker, launch, log::workerWrote, home::mark, time),
            listener);
    var _ = run.worker().end().thenRun(log::workerEnded).thenRun(() -> ended(plan));
  }

  private WorkerFlags flags(Plan plan) throws IOException {
    WorkerFlags flags = WorkerFlags.forThreads(plan.slice().threads());
    return records(plan)
        ? flags.and(recordings.flags(plan.runId(), plan.incarnation())).and(settings.flags())
        : flags.and(settings.flags());
  }

  private void ended(Plan plan) {
    if (records(plan)) {
      recordings.ended(plan.runId(), plan.incarnation());
    }
  }

  /// Whether the worker of a share records itself.
  private static boolean records(Plan plan) {
    return JobDocument.PROFILE.in(plan.spec()) && !plan.slice().watches();
  }

  /// The plan as it is kept on disk: without its secrets.
  private static byte[] head(Plan plan) {
    Plan shown = plan.withoutSecrets();
    return new Codec()
        .encode(new Message.ShareOrder(plan.runId(), 0, new ShareGoal.Prepare(shown)));
  }
}
