package dev.broadside.server.jobs;

import dev.broadside.core.input.Filing;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.agents.CoordinatorSettings;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.LogLines;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.JobView;
import dev.broadside.server.results.Settlement;
import dev.broadside.server.schedule.AgentOffer;
import dev.broadside.server.schedule.Occupancy;
import dev.broadside.server.steps.AbsentAgents;
import dev.broadside.server.steps.JobSteps;
import dev.broadside.server.steps.JobSteps.NextStep;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.row.Headline;
import dev.broadside.server.store.row.JobCode;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import dev.broadside.server.targets.Targets;
import dev.broadside.server.threads.Serial;
import dev.broadside.server.threads.StoreThread;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Drives all placed jobs, each one step by step to its end, and passes on those that wait.
///
/// Each step is kept by a thread of its own before anybody is told, and until then its job takes no
/// other; what its agents say meanwhile is taken after it. The one exception is a stop, which its
/// agents hear at once: see [Stops]. Belongs to the coordinator's thread.
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  private final ResultStore store;
  private final Targets targets;
  private final Time time;
  private final CoordinatorSettings settings;
  private final AgentRoster roster;
  private final Collector collector;
  private final Publisher publisher;
  private final Settlement settlement;
  private final LogLines log;
  private final Chronicle chronicle;
  private final Serial own;
  private final StoreThread storeThread;
  private final JobSteps steps;
  private final AbsentAgents absentAgents;
  private final LoadControls controls;
  private final Stops stops;
  private final PendingJobs pending;
  private final UnexpectedShares unexpected;
  private final PlacedJobs runs = new PlacedJobs();
  private final Map<String, Set<String>> reachable = new HashMap<>();

  /// @param own the coordinator's thread
  /// @param keeper does what needs the store
  Dispatcher(
      ResultStore store,
      Targets targets,
      Time time,
      CoordinatorSettings settings,
      AgentRoster roster,
      Collector collector,
      Publisher publisher,
      Settlement settlement,
      LogLines log,
      Chronicle chronicle,
      Serial own,
      StoreThread storeThread) {
    this.store = store;
    this.targets = targets;
    this.time = time;
    this.settings = settings;
    this.roster = roster;
    this.collector = collector;
    this.publisher = publisher;
    this.settlement = settlement;
    this.log = log;
    this.chronicle = chronicle;
    this.own = own;
    this.storeThread = storeThread;
    steps = new JobSteps(settings);
    absentAgents = new AbsentAgents(settings);
    controls = new LoadControls(runs, targets, roster, chronicle, settings, this::keep);
    pending = new PendingJobs(store, targets, time, publisher, own, storeThread, new Placed());
    stops = new Stops(runs, pending, roster, chronicle, publisher, time, own, this::advance);
    unexpected = new UnexpectedShares(storeThread, store);
  }

  /// What the jobs that wait have to know of those that do not.
  private final class Placed implements PendingJobs.Surroundings {
    @Override
    public Map<String, AgentOffer> connected() {
      return roster.offers();
    }

    @Override
    public Set<String> watchers() {
      return roster.watchers();
    }

    @Override
    public Occupancy occupancy() {
      Occupancy occupancy = runs.occupancy();
      roster.drained().forEach(occupancy::drain);
      return occupancy;
    }

    @Override
    public Map<String, String> going() {
      return runs.going();
    }

    @Override
    public Map<String, JobSpec> atWork() {
      return runs.atWork();
    }

    @Override
    public boolean knows(String id) {
      return runs.holds(id);
    }

    @Override
    public JobView view(JobRow row) {
      return Dispatcher.this.view(row.job().id()).orElseGet(() -> JobViews.of(row));
    }

    @Override
    public void begun(JobRow row, Optional<StopAsked> asked) {
      JobRun run = open(row);
      asked.ifPresent(run::ask);
      publisher.state(run);
      advance(run);
    }
  }

  /// Takes up a job as the store has it.
  void takeUp(JobRow row) {
    if (row.job().state() instanceof JobState.Pending) {
      pending.takeUp(row);
      return;
    }
    JobRun run = open(row);
    if (!(row.job().state() instanceof JobState.Done)) {
      publisher.state(run);
      chronicle.takenUp(run);
    }
  }

  private JobRun open(JobRow row) {
    JobRun run = new JobRun(row, targets::opened, time, roster.awake());
    runs.add(run);
    collector.open(RunPlan.of(row));
    run.shares().stream().filter(share -> !share.gone()).forEach(share -> order(run, share));
    return run;
  }

  CompletableFuture<Submission> submit(String id, JobSpec spec, JobCode code, String by) {
    return pending.submit(id, spec, code, by);
  }

  CompletableFuture<Optional<String>> amend(
      String id, UnaryOperator<JobSpec> change, Optional<JobCode> code, String why) {
    return pending.amend(id, change, code, why);
  }

  /// A job's users keep it elsewhere.
  void filed(String id, Filing filing) {
    pending.filed(id, filing);
    runs.find(id)
        .ifPresent(run -> {
          run.filed(filing);
          if (!(run.job().state() instanceof JobState.Done)) {
            publisher.state(run);
          }
        });
    publisher.listChanged();
  }

  /// A job as it is now; empty where it neither waits nor goes on, nor has an agent that holds
  /// something of it.
  Optional<JobView> view(String id) {
    return runs.find(id)
        .map(run -> JobViews.of(run, roster.situation(run)))
        .or(() -> pending.row(id).map(JobViews::of));
  }

  /// Whether a job waits or goes on, or an agent holds something of it.
  boolean holds(String id) {
    return runs.holds(id) || pending.row(id).isPresent();
  }

  void listChanged() {
    publisher.listChanged();
  }

  /// Ends a job: see [Stops#cancel].
  CompletableFuture<Boolean> cancel(String id, String by) {
    return stops.cancel(id, by);
  }

  /// Ends a job without waiting for its workers: see [Stops#kill].
  CompletableFuture<Boolean> kill(String id, String by) {
    return stops.kill(id, by);
  }

  /// Changes the load of a job that runs. It is kept before its agents hear of it.
  ///
  /// @return fails with a [dev.broadside.server.store.base.StoreException] where it cannot be kept
  CompletableFuture<RunControl.Answer> control(String id, LoadControl set, String by) {
    return runs.find(id)
        .map(run -> controls.ask(run, set, by))
        .orElseGet(() -> CompletableFuture.completedFuture(RunControl.goesOnNot(id)));
  }

  void tick() {
    pending.tick();
    unexpected.tick();
    runs.all().forEach(this::look);
    chronicle.tick(runs.all(), stops::cancel);
    settlement.tick();
    publisher.tick(runs);
  }

  /// Takes a run on; its trouble is its own.
  private void look(JobRun run) {
    own.attempt(
        "the look at job " + run.job().id(),
        () -> {
          advance(run);
          run.whenKept("rebalance", () -> controls.rebalance(run));
          watch(run);
          stops.inTime(run);
          if (run.absences(absentAgents.sentence(roster.situation(run)))) {
            publisher.state(run);
          }
        });
  }

  /// An agent is about to be told anew what is wanted of its shares: what another process of it, or
  /// another worker, is to begin with may have grown.
  void greets(AgentSession session) {
    for (JobRun run : runs.all()) {
      run.share(session.name())
          .filter(share -> share.stage() == ShareStage.RESUME)
          .ifPresent(share -> session.order(run.order(share)));
    }
  }

  /// An agent came or went. After everything that has been heard by now: where a thousand come at
  /// once, all are looked at once.
  void agentCameOrWent() {
    own.soon("agents", this::agentsChanged);
  }

  /// What may be had of agents has changed.
  void agentsChanged() {
    pending.schedule();
    publisher.tick(runs);
  }

  Optional<String> occupation(String agent) {
    return roster.attached(agent)
        ? Optional.of("An agent named " + agent + " is connected")
        : share(agent);
  }

  /// Why an agent cannot be forgotten, and what helps, in a sentence without a stop: as
  /// [#occupation], but one that is drained may be connected.
  Optional<String> need(String agent) {
    String mend =
        roster.attached(agent)
            ? "; drain it and wait until it is empty"
            : "; start it again so that it brings what it may still have";
    return (roster.drained().contains(agent) ? share(agent) : occupation(agent))
        .map(why -> why + mend);
  }

  /// Why an agent cannot be renamed, in a sentence without a stop; where it can, it gets no job
  /// until that is done.
  Optional<String> beginRenaming(String agent, String name) {
    Optional<String> why =
        roster
            .renaming(agent)
            .or(() -> roster.renaming(name))
            .or(() -> away(agent))
            .or(() -> share(agent))
            .or(() ->
                pending
                    .about(agent)
                    .map(job -> "Job " + job + " is about to begin on agent " + agent))
            .or(() -> occupation(name));
    if (why.isEmpty()) {
      roster.beginRenaming(agent);
    }
    return why;
  }

  private Optional<String> away(String agent) {
    return roster.attached(agent)
        ? Optional.empty()
        : Optional.of("Agent " + agent + " is not connected, so it would not hear of its name");
  }

  private Optional<String> share(String agent) {
    return runs.heldBy(agent)
        .map(run -> "Agent " + agent + " still holds its share of job " + run.job().id());
  }

  /// An agent may not come back: what it holds of jobs is given up.
  void revoked(String agent) {
    runs.all().forEach(run -> run.whenKept(agent + " revoked", () -> abandoned(run, agent)));
    agentsChanged();
  }

  private void abandoned(JobRun run, String agent) {
    run.share(agent)
        .filter(share -> !share.gone())
        .ifPresent(share -> {
          run.note(share.abandoned("its credential was revoked"));
          publisher.touched(run.job().id());
          advance(run);
        });
  }

  void reported(AgentSession session, Message.ShareReport report) {
    session.confirmed(report.runId(), report.generation());
    runs.find(report.runId())
        .ifPresent(run ->
            run.heard(
                    session.name(),
                    report.generation(),
                    report.status() instanceof ShareStatus.Running)
                .ifPresent(late -> chronicle.changedLate(run, session.name(), late)));
    runs.find(report.runId(), session.name())
        .ifPresentOrElse(
            run ->
                run.whenKept(
                    session.name() + " " + report.status().getClass(),
                    () -> noted(run, session, report)),
            () -> unexpected.reported(session, report, row -> known(session, report, row)));
  }

  private void noted(JobRun run, AgentSession session, Message.ShareReport report) {
    ShareRow before = run.share(session.name()).orElseThrow();
    ShareRow now = before.reported(report.generation(), report.status());
    if (report.status() instanceof ShareStatus.Unclaimed) {
      // Another server did not know the run; this one does.
      now = now.again();
      run.note(now);
      order(run, now);
    } else if (now.equals(before)) {
      return;
    } else {
      run.note(now);
    }
    if (report.status() instanceof ShareStatus.Broken broken) {
      // Before the job ends by it: whoever is told of the end finds the reason in the log.
      log.addLastWords(report.runId(), session.name(), time.now(), broken.lastWords());
      log.flush();
    }
    stops.stoppedBefore(run, before, report);
    publisher.touched(report.runId());
    advanceSoon(report.runId());
  }

  /// The store knows a share of which nobody here does: its job has been done for long.
  private void known(AgentSession session, Message.ShareReport report, JobRow row) {
    boolean released =
        row.shares().stream()
            .anyMatch(share -> share.agent().equals(session.name()) && share.released());
    if (released) {
      // All that it counted had come when it was released.
      session.orderOnce(
          new Message.ShareOrder(report.runId(), report.generation() + 1, new ShareGoal.Release()));
    } else if (row.job().state() instanceof JobState.Done(Instant at, var _)
        && time.now().isAfter(at.plus(settings.lateRecords()))) {
      UnexpectedShares.disown(session, report);
    } else {
      if (!runs.holds(report.runId())) {
        takeUp(row);
      }
      reported(session, report);
    }
  }

  /// An agent brings records of a run of which nobody here knows a share.
  void unknown(String agent, String runId) {
    UnexpectedShares.disown(roster.session(agent), runId, 0);
  }

  void progressed(String agent, Message.Progress message) {
    runs.find(message.runId(), agent)
        .ifPresent(run -> {
          run.progressed(agent, message);
          publisher.progress(run);
        });
  }

  void logged(String agent, Message.LogLine line) {
    runs.find(line.runId(), agent).ifPresent(_ -> log.add(agent, line));
  }

  void collected(RunProgress progress) {
    runs.find(progress.runId())
        .ifPresent(run -> {
          run.collected(progress);
          if (run.job().state() instanceof JobState.Done) {
            settlement.late(progress.runId());
          }
          publisher.touched(progress.runId());
          advanceSoon(progress.runId());
        });
  }

  /// Advances a run after everything that has been heard by now, so that a thousand reports make
  /// few writes.
  private void advanceSoon(String runId) {
    own.soon("run " + runId, () -> runs.find(runId).ifPresent(this::advance));
  }

  /// Takes the next step of a run, if there is one and none is being kept.
  private void advance(JobRun run) {
    if (run.keeping()) {
      return;
    }
    if (run.asked().isPresent()) {
      keepStop(run, run.asked().get());
    } else if (!run.toKill().isEmpty()) {
      keep(run, run.job(), run.toKill());
    } else if (run.hurried()) {
      keep(
          run,
          run.job(),
          List.of(run.shares().getFirst().unverified("nobody waited for it to be")));
    } else {
      step(run);
    }
    if (!run.keeping() && !run.unsaved(List.of()).isEmpty()) {
      keep(run, run.job(), List.of());
    }
    if (!run.keeping()) {
      retire(run);
    }
  }

  private void step(JobRun run) {
    switch (steps.next(roster.situation(run))) {
      case NextStep.Stay _ -> {}
      case NextStep.Want(List<ShareRow> shares) -> keep(run, run.job(), shares);
      case NextStep.Move(JobEvent event, Instant at, List<ShareRow> shares) ->
          keep(run, run.job().after(event, at), shares);
      case NextStep.Settle _ -> settle(run);
    }
  }

  /// Where the job came to its end by itself in the meantime, that stands.
  private void keepStop(JobRun run, StopAsked asked) {
    List<ShareRow> stopped =
        run.shares().stream()
            .filter(share -> !share.over())
            .map(share -> share.wanting(ShareStage.STOP))
            .toList();
    keep(run, asked.appliedTo(run.job()), stopped);
  }

  /// Has a job's next state and its shares kept, and then tells the agents and those who look on.
  private void keep(JobRun run, Job job, List<ShareRow> changed) {
    keep(run, run.with(job, changed), changed);
  }

  private void keep(JobRun run, JobRow next, List<ShareRow> changed) {
    keep(run, next, changed, () -> {}, _ -> {});
  }

  /// @param then when those who look on can see it
  private void keep(
      JobRun run,
      JobRow next,
      List<ShareRow> changed,
      Runnable then,
      Consumer<RuntimeException> failed) {
    List<ShareRow> unsaved = run.unsaved(changed);
    run.keeping(changed);
    storeThread.keep(
        () -> store.jobs().save(next.job(), unsaved),
        () -> {
          kept(run, next, changed);
          then.run();
        },
        e -> {
          failed.accept(e);
          putOff(run, e);
        });
  }

  private void kept(JobRun run, JobRow next, List<ShareRow> changed) {
    boolean moved = !next.job().equals(run.job()) || !next.headline().equals(run.row().headline());
    run.become(next);
    changed.forEach(share -> order(run, share));
    if (moved) {
      publisher.state(run);
    }
    publisher.touched(next.job().id());
    if (moved && next.job().state() instanceof JobState.Done) {
      // Records may have come while the document was made; where none has, this costs a count.
      settlement.late(next.job().runId());
    }
    run.goOn();
    advance(run);
  }

  /// The step did not happen; the next tick tries again, since what is to be done follows from
  /// where things are.
  private void putOff(JobRun run, RuntimeException cause) {
    LOG.debug("job {} is put off until the store works again", run.job().id(), cause);
    stops.unrecorded(run.job().id());
    run.goOn();
  }

  private void order(JobRun run, ShareRow share) {
    session(share).order(run.order(share));
  }

  private AgentSession session(ShareRow share) {
    return roster.session(share.agent());
  }

  private void settle(JobRun run) {
    if (run.settling()) {
      return;
    }
    run.settling(true);
    settlement.make(run.row(), result -> run.whenKept("result", () -> settled(run, result)));
  }

  private void settled(JobRun run, Settlement.Made made) {
    run.settling(false);
    switch (made) {
      case Settlement.Made.NotYet _ -> {}
      case Settlement.Made.Result(JobRow ended) -> end(run, ended.job(), ended.headline());
      case Settlement.Made.Never(String why) ->
          end(
              run,
              run.job().after(new JobEvent.Settled(Optional.of(why)), time.now()),
              Optional.empty());
    }
  }

  private void end(JobRun run, Job done, Optional<Headline> headline) {
    keep(run, run.row().with(done).with(headline), List.of());
  }

  /// Forgets a job that is done, when every agent has let go of it or may not come back any more.
  private void retire(JobRun run) {
    if (!(run.job().state() instanceof JobState.Done)) {
      return;
    }
    boolean released = run.shares().stream().allMatch(ShareRow::gone);
    if (released || run.sinceEnd().compareTo(settings.lateRecords()) > 0) {
      runs.remove(run);
      collector.close(run.job().runId());
      reachable.remove(run.job().id());
      run.shares().forEach(share -> session(share).forget(run.job().id()));
    }
  }

  /// Lets intervals not wait for agents that are lost.
  private void watch(JobRun run) {
    if (!runs.holds(run.job().id())) {
      return;
    }
    Set<String> now = roster.reachable(run);
    Set<String> before = reachable.put(run.job().id(), now);
    if (!now.equals(before)) {
      if (before != null) {
        chronicle.reachable(run, before, now);
      }
      collector.reachable(run.job().runId(), now);
      publisher.touched(run.job().id());
    }
  }

  /// Records may have come after the final document was made: it is amended when no more come.
  void late(String runId) {
    settlement.late(runId);
  }
}
