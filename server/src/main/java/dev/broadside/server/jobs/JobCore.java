package dev.broadside.server.jobs;

import dev.broadside.core.job.JobState;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentTimeouts;
import dev.broadside.server.agents.JobTestRounds;
import dev.broadside.server.agents.PackSource;
import dev.broadside.server.archive.JobArchive;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.LogLines;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.collect.Recordings;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.EventOrder;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.results.FinalReport;
import dev.broadside.server.results.Results;
import dev.broadside.server.results.Settlement;
import dev.broadside.server.series.SeriesCache;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.Serial;
import dev.broadside.server.threads.ServerThreads;
import dev.broadside.server.threads.StoreThread;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates and connects all parts that work on jobs. Each part exists once and is passed to the
/// classes that need it.
///
/// ```
///   commands  Coordinator, AgentControl, JobDeletion          reads  JobReads, Results, SeriesCache
///                   |                                                    ^
///             the coordinator's thread: PendingJobs, Dispatcher          | LiveFeed, Marks
///                   ^                                                    |
///   agents    AgentConnection -> AgentMessages; records -> Collector ----+
/// ```
public final class JobCore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JobCore.class);

  public final ResultStore store;
  public final Targets targets;
  public final Time time;

  /// The clock for retention, which is not trusted blindly.
  public final TrustedClock clock;

  public final Coordinator coordinator;
  public final AgentControl agents;
  public final JobDeletion deletion;
  public final JobReads reads;
  public final LiveFeed live;

  /// Numbers all events that are stored and shown.
  public final EventOrder events;

  public final Collector collector;
  public final Results results;
  public final SeriesCache series;
  public final Marks marks;
  public final JobArchive archive;
  public final JobTestRounds tests;

  /// What each connection of an agent is given.
  public final AgentConnection.Services connections;

  private final Serial own;
  private final AgentRoster roster;
  private final Publisher publisher;
  private final Settlement settlement;
  private final PlacedJobs runs;
  private final Dispatcher dispatcher;
  private final PendingJobs pending;
  private final RunWatch watch;
  private final Cancellation cancellation;
  private final RunControl control;
  private final UnexpectedShares unexpected;
  private final ShareReports reports;
  private final LogLines log;

  /// @param version of the server
  public JobCore(
      ResultStore store,
      Targets targets,
      PackSource packs,
      Time time,
      String version,
      ServerThreads threads) {
    this.store = store;
    this.targets = targets;
    this.time = time;
    clock = new TrustedClock(time, store.knownTime());
    own = new Serial(threads.coordinator(), time);
    StoreThread storeThread = new StoreThread(threads.store(), own);
    events = new EventOrder(store.runs.newestEvent(), time.now().toEpochMilli());
    reads = new JobReads(store);
    live = new LiveFeed(store, threads.bulk(), events, reads);
    collector =
        new Collector(store, time, threads.collector(), threads.readers(), events, new Incoming());
    archive = new JobArchive(store, events, version);
    series = new SeriesCache(store, events);
    log = new LogLines(store, live, events, storeThread);
    marks = new Marks(store, live, events, storeThread);
    results = new Results(store, collector, marks, reads, series::whole, version);
    roster = new AgentRoster(time, version);
    tests = new JobTestRounds((agent, message) -> roster.session(agent).say(message), time, own);
    publisher = new Publisher(reads, live, roster);
    settlement =
        new Settlement(
            store,
            new FinalReport(
                store, events, time, version, (run, other) -> live.kept(run, Kind.INTERVAL, other)),
            own,
            threads.reports(),
            time,
            publisher::listChanged);
    runs = new PlacedJobs(store, storeThread, collector, targets, roster);
    dispatcher = new Dispatcher(runs, publisher, settlement, own);
    pending =
        new PendingJobs(store, storeThread, targets, roster, runs, dispatcher, publisher, own);
    watch = new RunWatch(store, marks, collector, live, roster, own);
    cancellation = new Cancellation(runs, pending, dispatcher, watch, own);
    control = new RunControl(runs, targets, roster, watch, dispatcher);
    unexpected = new UnexpectedShares(storeThread, store);
    reports =
        new ShareReports(runs, dispatcher, cancellation, watch, publisher, unexpected, log, time);
    coordinator = new Coordinator(store, runs, pending, dispatcher, cancellation, control, own);
    agents = new AgentControl(store.agents, roster, runs, pending, dispatcher, own, threads.bulk());
    deletion =
        new JobDeletion(
            store, clock, archive, coordinator, () -> own.execute(publisher::listChanged), threads);
    connections =
        new AgentConnection.Services(
            new AgentMessages(store.agents, roster, reports, pending, tests, own, threads.bulk()),
            collector,
            packs,
            new Recordings(store),
            threads.bulk(),
            time);
  }

  /// Loads waiting jobs and open runs from the store. Called before agents are attached.
  public void start() {
    store
        .agents
        .drained()
        .forEach((agent, process) -> roster.session(agent).drain(Optional.of(process)));
    Instant oldest = time.now().minus(AgentTimeouts.LATE_RECORDS);
    store.jobs.open(oldest).forEach(this::takeUp);
    store.runs.sealedAfter(oldest).forEach(settlement::late);
    Duration pause = AgentTimeouts.HEARTBEAT.dividedBy(2);
    own.repeat("the look at the agents", pause, () -> roster.tick(own));
    own.repeat("the look at the jobs", pause, this::lookAtJobs);
    own.repeat("the keeping of log lines", pause, log::flush);
  }

  private void takeUp(JobRow row) {
    if (row.job().state() instanceof JobState.Pending) {
      pending.takeUp(row);
    } else {
      reports.takeUp(row);
    }
  }

  private void lookAtJobs() {
    pending.tick();
    unexpected.tick();
    runs.all().forEach(run -> own.attempt("the look at job " + run.job().id(), () -> lookAt(run)));
    watch.tick(runs.all(), cancellation::cancel);
    settlement.tick();
    publisher.tick(runs);
  }

  private void lookAt(JobRun run) {
    dispatcher.advance(run);
    run.whenKept("rebalance", () -> control.rebalance(run));
    if (runs.holds(run.job().id()) && watch.lookAtAgents(run)) {
      publisher.touched(run.job().id());
    }
    cancellation.inTime(run);
    if (watch.lookAtAbsences(run)) {
      publisher.state(run);
    }
  }

  /// Disconnects agents; their work continues, and they reconnect to the next server on this store.
  @Override
  public void close() {
    own.execute(roster::disconnectAll);
    own.close();
  }

  /// Hears what has come in at the collector, on the collector's thread.
  private final class Incoming implements Collector.Observer {
    /// How many records of each agent were refused; logged whenever that has doubled.
    private final Map<String, Long> refusals = new HashMap<>();

    @Override
    public void progressed(RunProgress progress) {
      own.execute(() -> dispatcher.collected(progress));
    }

    @Override
    public void closed(String runId, List<Entry> intervals) {
      live.kept(runId, Kind.INTERVAL, intervals);
    }

    @Override
    public void late(String runId) {
      own.execute(() -> settlement.late(runId));
    }

    @Override
    public void refused(String agent, String sentence) {
      long times = refusals.merge(agent, 1L, Long::sum);
      if (Long.bitCount(times) == 1) {
        LOG.warn("{} sent {}; {} of its records were refused so far", agent, sentence, times);
      }
    }

    @Override
    public void unknown(String agent, String runId) {
      own.execute(() -> UnexpectedShares.disown(roster.session(agent), runId, 0));
    }

    @Override
    public Optional<RunPlan> find(String runId) {
      return store.jobs.readable(runId).filter(row -> !row.shares().isEmpty()).map(this::plan);
    }

    /// A result is final when no agent holds a share any more, or when the time for late records is
    /// over.
    private RunPlan plan(JobRow row) {
      RunPlan plan = RunPlan.of(row);
      if (!(row.job().state() instanceof JobState.Done(Instant at, var _))) {
        return plan;
      }
      if (runs.tooLate(at)) {
        return plan.closed(
            "which ended at " + at + " and takes no records since its time for late ones is over");
      }
      return row.shares().stream().allMatch(ShareRow::gone)
          ? plan.closed("of which every agent has let go, so that its result is final")
          : plan;
    }
  }
}
