package dev.broadside.server.jobs;

import dev.broadside.core.input.Filing;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.report.Mark;
import dev.broadside.core.report.RunAggregate;
import dev.broadside.core.search.JobQuery;
import dev.broadside.core.time.Time;
import dev.broadside.core.time.TrustedClock;
import dev.broadside.core.wire.Link;
import dev.broadside.core.wire.Message;
import dev.broadside.server.agents.AgentConnection;
import dev.broadside.server.agents.AgentIdentity;
import dev.broadside.server.agents.AgentRenaming;
import dev.broadside.server.agents.AskedAgents;
import dev.broadside.server.agents.CoordinatorSettings;
import dev.broadside.server.agents.PackSource;
import dev.broadside.server.archive.JobArchive;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.LogLines;
import dev.broadside.server.collect.Marks;
import dev.broadside.server.collect.Recordings;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.AgentView;
import dev.broadside.server.feed.History;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.feed.LiveEvent.Kind;
import dev.broadside.server.feed.LiveFeed;
import dev.broadside.server.results.FinalReport;
import dev.broadside.server.results.Results;
import dev.broadside.server.results.Settlement;
import dev.broadside.server.series.SeriesCache;
import dev.broadside.server.store.AgentTable;
import dev.broadside.server.store.NotebookTable;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.Wholes;
import dev.broadside.server.store.job.RunTable.Entry;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.Serial;
import dev.broadside.server.threads.ServerThreads;
import dev.broadside.server.threads.StoreThread;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The only owner of jobs and agents. One thread changes them; everybody else sees immutable
/// snapshots.
///
/// # The life of a job, in ten hops
///
/// 1. Somebody fills in a form made from a job class's parameters, and sends it.
/// 2. The HTTP API turns the body into a [JobSpec], or into a list of problems, and nothing
///    happens.
/// 3. [#submit] keeps the spec, and only then answers. The same id with the same spec is the same
///    job; with another spec it is a conflict. The job is pending.
/// 4. [Scheduler] looks at all pending jobs, all agents and the time, whenever one of them changes:
///    it begins a job, or says why it waits.
/// 5. [Placement] cuts the job into exact shares. They are kept, and each agent's [AgentSession] is
///    told what is wanted: a worker with this plan. The job is preparing.
/// 6. The agents fetch the pack if they lack it, fork a worker each, and report. The first share
///    prepares the target; then all open their threads and report that they are ready. [JobSteps]
///    has the rules.
/// 7. When all are ready one instant is chosen, far enough ahead for everybody to hear of it, kept,
///    and told to all; each agent turns it into its own clock. The job is running.
/// 8. Load threads do their work. Nobody here takes part in it: agents have the whole plan, and go
///    on if this server dies.
/// 9. Each interval comes in as a sealed record. [Collector] stores it once, acknowledges it when
///    it is durable, adds it up, and shows it to those who look on through [LiveFeed].
/// 10. When all shares have ended and every closing record has come, the first share verifies the
///     target; [FinalReport] makes the document from the stored records alone; the job is done, and
///     the agents may forget it.
///
/// # Why this can be trusted
///
/// Every step is kept before anybody is told of it, so that after a crash the store never knows
/// less than an agent does; only a stop is told first and kept afterwards, since it must reach its
/// agents whatever the store does. If the store fails, the step simply did not happen, and is tried
/// again with the next tick: what is to be done follows from states, never from events. What agents
/// are told is desired state with generation numbers, so that repeating, re-ordering and losing
/// messages does no harm. A job that has trouble is a job whose state says so; nothing is thrown
/// across threads.
///
/// The thread that changes jobs and agents never waits for the store: a [StoreThread] does, so that
/// agents are answered, and their links kept, while a disk stalls.
public final class Coordinator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

  /// How long a job, a study or a group that was deleted can be brought back.
  private static final Duration UNDO = Duration.ofDays(1);

  private final ResultStore store;
  private final PackSource packs;
  private final Time time;
  private final TrustedClock clock;
  private final CoordinatorSettings settings;
  private final ServerThreads threads;
  private final PublishedViews published;
  private final History history;
  private final LiveFeed live;
  private final Collector collector;
  private final Results results;
  private final SeriesCache series;
  private final AgentRoster roster;
  private final Dispatcher dispatcher;
  private final AskedAgents tests;
  private final AgentMessages messages;
  private final LogLines log;
  private final Marks marks;
  private final Recordings recordings;
  private final Serial own;
  private final JobArchive archive;
  private final Targets targets;

  public Coordinator(
      ResultStore store,
      Targets targets,
      PackSource packs,
      Time time,
      CoordinatorSettings settings,
      ServerThreads threads) {
    this.store = store;
    this.targets = targets;
    this.packs = packs;
    this.time = time;
    clock = new TrustedClock(time, store.knownTime());
    this.settings = settings;
    this.threads = threads;
    own = new Serial(threads.coordinator(), time);
    history = new History(store.runs().newestEvent(), time.now().toEpochMilli());
    published = new PublishedViews(store);
    live = new LiveFeed(store, threads.bulk(), history, published);
    collector =
        new Collector(
            store,
            time,
            threads.collector(),
            threads.readers(),
            history,
            new Incoming());
    archive = new JobArchive(store, history, settings.version());
    series = new SeriesCache(store, history);
    roster = new AgentRoster(time, settings);
    tests = new AskedAgents((agent, message) -> roster.session(agent).say(message), time, own);
    StoreThread storeThread = new StoreThread(threads.store(), own);
    log = new LogLines(store, live, history, storeThread);
    marks = new Marks(store, live, history, storeThread);
    recordings = new Recordings(store);
    results = new Results(store, collector, marks, published, series::whole, settings.version());
    dispatcher = dispatcher(storeThread);
    messages =
        new AgentMessages(store.agents(), roster, dispatcher, tests, time, own, threads.bulk());
  }

  /// What takes placed jobs from step to step.
  private Dispatcher dispatcher(StoreThread storeThread) {
    Publisher publisher = new Publisher(published, live, roster);
    return new Dispatcher(
        store,
        targets,
        time,
        settings,
        roster,
        collector,
        publisher,
        settlement(history, publisher),
        log,
        new Chronicle(store, marks, collector, live, roster, time, own),
        own,
        storeThread);
  }

  /// What makes the results of jobs that end.
  private Settlement settlement(History history, Publisher publisher) {
    FinalReport reports =
        new FinalReport(
            store,
            history,
            time,
            settings.version(),
            (run, other) -> live.kept(run, Kind.INTERVAL, other));
    return new Settlement(
        store,
        reports,
        own,
        threads.reports(),
        time,
        settings.suspectAfter(),
        publisher::listChanged);
  }

  /// Takes up what the store holds: jobs that wait, and runs that were going on. Before agents are
  /// attached.
  public void start() {
    store
        .agents()
        .drained()
        .forEach((agent, process) -> roster.session(agent).drain(Optional.of(process)));
    Instant oldest = time.now().minus(settings.lateRecords());
    store.jobs().open(oldest).forEach(dispatcher::takeUp);
    store.runs().sealedAfter(oldest).forEach(dispatcher::late);
    Duration pause = settings.heartbeat().dividedBy(2);
    own.repeat("the look at the agents", pause, () -> roster.tick(own));
    own.repeat("the look at the jobs", pause, dispatcher::tick);
    own.repeat("the keeping of log lines", pause, log::flush);
  }

  /// Takes a job. Handing the same in again is harmless; its secrets are those that came first.
  ///
  /// @param spec already checked against the job class's parameters
  /// @param by who hands it in, for the log
  /// @return fails with [dev.broadside.server.store.base.StoreException] where it could not be kept
  public CompletableFuture<Submission> submit(String id, JobSpec spec, JobCode code, String by) {
    return own.ask(() -> dispatcher.submit(id, spec, code, by)).thenCompose(Function.identity());
  }

  /// Changes what is asked of a job that waits.
  ///
  /// @param change of what is asked; the job keeps its id
  /// @param code empty where it stays
  /// @param why for the job's history
  /// @return why it cannot be, in a sentence without a stop; empty where it is done
  public CompletableFuture<Optional<String>> amend(
      String id, UnaryOperator<JobSpec> change, Optional<JobCode> code, String why) {
    return own.ask(() -> dispatcher.amend(id, change, code, why)).thenCompose(Function.identity());
  }

  /// Keeps a job elsewhere, or finds it by other words, whatever state it is in. Any thread; writes
  /// the store.
  ///
  /// @return the job afterwards; empty where there is none
  public Optional<JobView> file(String id, UnaryOperator<Filing> change) {
    store
        .jobs()
        .file(id, change)
        .ifPresent(filing ->
            own.ask(
                    () -> {
                      dispatcher.filed(id, filing);
                      return id;
                    })
                .join());
    return job(id);
  }

  /// Has agents try what can be tried of a job without any load. Nothing is kept.
  ///
  /// @param plans of one run that will never be, one for each agent
  /// @return what came back within the patience, by agent
  public CompletableFuture<Map<String, Message.TestReport>> test(
      List<Plan> plans, Duration patience) {
    return own.ask(() -> tests.ask(plans, patience)).thenCompose(Function.identity());
  }

  /// Ends a job, whatever state it is in; a second time, without waiting for the target's
  /// verification. Its agents are told at once, even while the store does not answer; then the job
  /// afterwards says that this is not recorded yet.
  ///
  /// @return the job afterwards; empty where there is none
  public CompletableFuture<Optional<JobView>> cancel(String id, String by) {
    return ended(id, () -> dispatcher.cancel(id, by));
  }

  /// Ends a job at once: its workers are killed as soon as that is recorded, and nobody verifies
  /// its target. What they have counted is kept.
  ///
  /// @return as [#cancel]
  public CompletableFuture<Optional<JobView>> kill(String id, String by) {
    return ended(id, () -> dispatcher.kill(id, by));
  }

  private CompletableFuture<Optional<JobView>> ended(
      String id, Supplier<CompletableFuture<Boolean>> end) {
    return own.ask(end)
        .thenCompose(Function.identity())
        .thenCompose(_ -> own.ask(() -> dispatcher.view(id)))
        .thenCompose(view ->
            view.isPresent()
                ? CompletableFuture.completedFuture(view)
                : CompletableFuture.supplyAsync(() -> job(id), threads.bulk()));
  }

  /// Changes the load of a job that runs; its agents do it together, about a second from now.
  ///
  /// @return fails with [dev.broadside.server.store.base.StoreException] where it could not be kept
  public CompletableFuture<RunControl.Answer> control(String id, LoadControl set, String by) {
    return own.ask(() -> dispatcher.control(id, set, by)).thenCompose(Function.identity());
  }

  /// Fails with [dev.broadside.server.store.base.StoreException] where the store does not do its
  /// part. Any thread.
  public void checkStore() {
    store.check();
  }

  /// Jobs, newest first. Any thread; reads the store.
  ///
  /// @param state only those in a state, as [JobView#state()] says it; where it is empty, those
  ///   that have not ended and the newest that have
  /// @param limit at most so many
  public List<JobView> jobs(Optional<String> state, int limit) {
    return published.jobs(state, limit);
  }

  /// The jobs that are meant, newest first. Any thread; reads the store.
  ///
  /// @param behind only those behind this job in that order; empty for all
  public List<JobView> found(JobQuery query, Optional<String> behind, int limit) {
    return published.found(query, behind, limit);
  }

  /// Their ids, newest first. Any thread; reads the store.
  public List<String> ids(JobQuery query, int limit) {
    return store.jobs().ids(query, limit);
  }

  /// The newest runs of a definition, newest first. Any thread; reads the store.
  public List<JobView> runsOf(String definition, int limit) {
    return published.runsOf(definition, limit);
  }

  /// Notes something of a job, whatever state it is in, for whoever looks at its figures. Any
  /// thread; writes the store.
  ///
  /// @param mark without a number
  /// @return the mark with its number; empty where the job has too many
  public Optional<Mark> note(String id, Mark mark) {
    return marks.keep(id, mark);
  }

  /// What somebody noted at the newest jobs that are over, by the jobs' ids.
  public Map<String, List<Mark>> newestNotes(String author) {
    return marks.newestNotes(author, PublishedViews.SHOWN_JOBS);
  }

  /// One job. Any thread; reads the store.
  public Optional<JobView> job(String id) {
    return published.snapshot(id).map(LiveFeed.Snapshot::job);
  }

  /// Those of these jobs that are there, by id; deleted ones are, while they can be brought back.
  /// Any thread; reads the store once.
  public Map<String, JobView> jobs(Collection<String> ids) {
    return published.jobs(ids);
  }

  /// What the jobs ask for that wait or go on, by id. Any thread; reads the store.
  public Map<String, JobSpec> unfinished() {
    return store.jobs().unfinished();
  }

  /// What was asked of a job, kept where it is now. Any thread; reads the store.
  public Optional<JobSpec> spec(String id) {
    return store.jobs().find(id).map(row -> row.filing().in(row.job().spec()));
  }

  /// Looks at the sums of a job whose load goes on, on the collector's thread; empty where there
  /// are none yet, or none any more.
  public <T> CompletableFuture<Optional<T>> look(String id, Function<RunAggregate, T> question) {
    return collector.look(id, question);
  }

  /// Every agent that was connected since the server's start. Any thread.
  public List<AgentView> agents() {
    return published.agents();
  }

  /// What an agent does for which nobody else may take its name, in a sentence without a stop: it
  /// is connected, or has a share that may still bring records. Empty where there is no such thing.
  public CompletableFuture<Optional<String>> occupation(String agent) {
    return own.ask(() -> dispatcher.occupation(agent));
  }

  /// Why an agent cannot be forgotten, in a sentence without a stop: it is connected and not
  /// drained, or has a share that may still bring records. Empty where it can.
  public CompletableFuture<Optional<String>> need(String agent) {
    return own.ask(() -> dispatcher.need(agent));
  }

  /// An agent's credential was revoked: its connection ends at once, and nobody waits for its
  /// shares any more.
  public CompletableFuture<Void> revoked(String agent) {
    return own.ask(() -> {
      roster.revoked(agent);
      dispatcher.revoked(agent);
      return null;
    });
  }

  /// Has an agent get no new job, or has that be over; what it has goes on.
  ///
  /// @return false where no agent of this name is there
  public CompletableFuture<Boolean> drain(String agent, boolean now) {
    return own.ask(() -> roster.process(agent))
        .thenApplyAsync(
            there -> {
              there.ifPresent(process -> store.agents().drain(agent, there.filter(_ -> now)));
              return there;
            },
            threads.bulk())
        .thenCompose(there -> own.ask(() -> drained(agent, there, now)));
  }

  private boolean drained(String agent, Optional<String> process, boolean now) {
    process.ifPresent(_ -> roster.session(agent).drain(process.filter(_ -> now)));
    dispatcher.agentsChanged();
    return process.isPresent();
  }

  /// Gives an agent another name. Its credential stays good; its connection ends, and it comes back
  /// by itself and hears its name. What it did before keeps the old one.
  ///
  /// @param cut closes the connections that still have the old name; may block
  public CompletableFuture<AgentRenaming> rename(String agent, String name, Runnable cut) {
    return CompletableFuture.supplyAsync(() -> store.agents().holds(agent), threads.bulk())
        .thenCompose(there ->
            there
                ? renameThere(agent, name, cut)
                : CompletableFuture.completedFuture(new AgentRenaming.Unknown()));
  }

  private CompletableFuture<AgentRenaming> renameThere(String agent, String name, Runnable cut) {
    return own.ask(() -> dispatcher.beginRenaming(agent, name))
        .thenCompose(why ->
            why.isPresent()
                ? CompletableFuture.completedFuture(new AgentRenaming.NotNow(why.get()))
                : renameFree(agent, name, cut));
  }

  private CompletableFuture<AgentRenaming> renameFree(String agent, String name, Runnable cut) {
    return CompletableFuture.supplyAsync(() -> store.agents().rename(agent, name), threads.bulk())
        .thenCompose(kept -> own.ask(() -> renamed(kept, agent, name)))
        .thenApplyAsync(
            outcome -> {
              if (outcome instanceof AgentRenaming.Done) {
                cut.run();
              }
              return outcome;
            },
            threads.bulk())
        .whenComplete((_, _) ->
            own.execute(() -> {
              roster.endRenaming(agent);
              dispatcher.agentsChanged();
            }));
  }

  private AgentRenaming renamed(AgentTable.Renamed kept, String agent, String name) {
    if (kept == AgentTable.Renamed.DONE) {
      roster.renamed(agent, name);
    }
    return AgentRenaming.of(kept, name);
  }

  /// Takes over an agent's authenticated connection; its first message must be a Hello.
  public Link.Listener attach(Link link, AgentIdentity identity) {
    return new AgentConnection(
        link, identity, messages, collector, packs, recordings, threads.bulk(), time);
  }

  /// Deletes a job that has ended: nobody sees it from then on but among those that are deleted,
  /// and [#restore] brings it back for a day.
  ///
  /// @return empty where that is done, or why it cannot be
  public CompletableFuture<Optional<String>> delete(String id) {
    return let(id, () -> store.shelf().delete(id, clock.latest()));
  }

  /// The same of a job that cannot be read, which nobody knows to have ended.
  public CompletableFuture<Optional<String>> deleteDamaged(String id) {
    return let(id, () -> store.shelf().deleteDamaged(id, clock.latest()));
  }

  /// Takes a job that has ended away for good.
  ///
  /// @return empty where that is done, or why it cannot be
  public CompletableFuture<Optional<String>> remove(String id) {
    return let(
        id,
        () -> {
          boolean hidden = store.shelf().hide(id);
          if (hidden) {
            threads.upkeep().execute(this::removeHidden);
          }
          return hidden;
        });
  }

  private CompletableFuture<Optional<String>> let(String id, BooleanSupplier go) {
    return own.ask(() -> dispatcher.holds(id))
        .thenApplyAsync(
            held -> {
              Optional<String> objection =
                  held
                      ? Optional.of("it goes on, or an agent may still bring records of it")
                      : new Wholes(store).needing(id);
              if (objection.isEmpty() && go.getAsBoolean()) {
                own.execute(dispatcher::listChanged);
              }
              return objection;
            },
            threads.bulk());
  }

  /// Brings a job back that was deleted. Any thread; writes the store.
  ///
  /// @return the job; empty where there is none that can be brought back
  public Optional<JobView> restore(String id) {
    if (!store.shelf().restore(id, clock.latest())) {
      return Optional.empty();
    }
    own.execute(dispatcher::listChanged);
    return job(id);
  }

  /// Lets go of what was deleted a day ago; of nothing while the clock is in doubt. Blocks on the
  /// store.
  public void removeDeleted() {
    if (clock.doubt().isPresent()) {
      return;
    }
    Instant before = clock.now().minus(UNDO);
    store
        .shelf()
        .deleted()
        .forEach((id, at) -> {
          if (at.isBefore(before)) {
            store.shelf().hide(id);
          }
        });
    store.works().removeDeletedBefore(before);
  }

  /// By which things grow old enough to be deleted.
  public TrustedClock clock() {
    return clock;
  }

  /// Takes away what was deleted, and what a server left that died while it brought a job in.
  /// Blocks on the store.
  public void removeHidden() {
    for (String id : store.shelf().hidden()) {
      while (!archive.coming(id) && store.shelf().removeSome(id)) {
        LOG.trace("some of job {} is taken away", id);
      }
    }
  }

  /// Names of those who can be told of jobs.
  public Set<String> channels() {
    return settings.channels();
  }

  public Targets targets() {
    return targets;
  }

  public JobArchive archive() {
    return archive;
  }

  public LiveFeed live() {
    return live;
  }

  /// The order of all that is kept and told.
  public History history() {
    return history;
  }

  public Results results() {
    return results;
  }

  public Recordings recordings() {
    return recordings;
  }

  public NotebookTable notebook() {
    return store.notebook();
  }

  public SeriesCache series() {
    return series;
  }

  /// Lets agents go; what they do goes on, and they come back to the next server on this store.
  @Override
  public void close() {
    own.execute(roster::disconnectAll);
    own.close();
  }

  /// What the collector has to say.
  private final class Incoming implements Collector.Observer {
    /// How many records of each agent were refused; said whenever that has doubled.
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
      own.execute(() -> dispatcher.late(runId));
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
      own.execute(() -> dispatcher.unknown(agent, runId));
    }

    @Override
    public Optional<RunPlan> find(String runId) {
      return store.jobs().readable(runId).filter(row -> !row.shares().isEmpty()).map(this::plan);
    }

    /// A result is final when no agent holds a share any more, or when the time for late records is
    /// over.
    private RunPlan plan(JobRow row) {
      RunPlan plan = RunPlan.of(row);
      if (!(row.job().state() instanceof JobState.Done(Instant at, var _))) {
        return plan;
      }
      if (time.now().isAfter(at.plus(settings.lateRecords()))) {
        return plan.closed(
            "which ended at " + at + " and takes no records since its time for late ones is over");
      }
      return row.shares().stream().allMatch(ShareRow::gone)
          ? plan.closed("of which every agent has let go, so that its result is final")
          : plan;
    }
  }
}
