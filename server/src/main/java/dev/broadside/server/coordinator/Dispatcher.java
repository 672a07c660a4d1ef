package dev.broadside.server.coordinator;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobEvent;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.collect.Collector;
import dev.broadside.server.collect.RunPlan;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.schedule.Placement;
import dev.broadside.server.schedule.Scheduler;
import dev.broadside.server.schedule.Scheduler.Decision;
import dev.broadside.server.store.Headline;
import dev.broadside.server.store.JobCode;
import dev.broadside.server.store.JobRow;
import dev.broadside.server.store.ResultStore;
import dev.broadside.server.store.ShareRow;
import dev.broadside.server.store.StoreException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Drives all jobs: begins those that wait, and takes each placed one step by step to its end.
///
/// Each step is kept before anybody is told. Belongs to the coordinator's thread.
final class Dispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final int MOST_STEPS_AT_ONCE = 20;

  private final ResultStore store;
  private final Time time;
  private final CoordinatorSettings settings;
  private final AgentRoster roster;
  private final Collector collector;
  private final Shown shown;
  private final Settlement settlement;
  private final Serial own;
  private final JobSteps steps;
  private final Map<String, JobRow> pending = new LinkedHashMap<>();
  private final Map<String, JobRun> runs = new LinkedHashMap<>();
  private final Map<String, Set<String>> reachable = new HashMap<>();
  private final Set<String> awaitingAdvance = new LinkedHashSet<>();

  /// @param own the coordinator's thread
  Dispatcher(
      ResultStore store,
      Time time,
      CoordinatorSettings settings,
      AgentRoster roster,
      Collector collector,
      Shown shown,
      Settlement settlement,
      Serial own) {
    this.store = store;
    this.time = time;
    this.settings = settings;
    this.roster = roster;
    this.collector = collector;
    this.shown = shown;
    this.settlement = settlement;
    this.own = own;
    steps = new JobSteps(settings);
  }

  /// Takes up a job as the store has it, at the server's start.
  void takeUp(JobRow row) {
    if (row.job().state() instanceof JobState.Pending) {
      pending.put(row.job().id(), row);
      return;
    }
    JobRun run = new JobRun(row, time);
    runs.put(row.job().id(), run);
    collector.open(RunPlan.of(row));
    if (!(row.job().state() instanceof JobState.Done)) {
      shown.state(run);
    }
    run.shares().stream().filter(share -> !share.released()).forEach(share -> order(run, share));
  }

  Submission submit(String id, JobSpec spec, JobCode code) {
    Optional<JobRow> known = store.jobs().find(id);
    if (known.isPresent()) {
      return known.get().job().spec().equals(spec)
          ? new Submission.Known(view(id, known.get()))
          : new Submission.Conflict(
              "there is another job with the id " + id + "; leave the id out, or choose another");
    }
    Job job = Job.submitted(id, spec, time.now().truncatedTo(ChronoUnit.MILLIS));
    store.jobs().add(job, code);
    JobRow row = new JobRow(job, code, List.of(), Optional.empty());
    pending.put(id, row);
    shown.state(row);
    schedule();
    return new Submission.Accepted(view(id, row));
  }

  private JobView view(String id, JobRow otherwise) {
    if (runs.get(id) instanceof JobRun run) {
      return JobViews.of(run.row(), run.progress());
    }
    return JobViews.of(pending.getOrDefault(id, otherwise), Optional.empty());
  }

  void cancel(String id, String by) {
    JobEvent event = new JobEvent.CancelAsked(by);
    if (pending.get(id) instanceof JobRow row) {
      end(row, event);
    } else if (runs.get(id) instanceof JobRun run) {
      switch (run.job().state()) {
        case JobState.Stopping _ -> hurry(run);
        case JobState.Pending _, JobState.Preparing _, JobState.Running _ ->
            keep(run, run.job().after(event, time.now()), List.of());
        case JobState.Done _ -> {}
      }
      advance(run);
    }
  }

  /// Somebody asks once more that a job ends: nobody waits for its verification, if there is to be
  /// one. Kept, so that it holds over a restart.
  private void hurry(JobRun run) {
    if (run.startedAt().isPresent()) {
      ShareRow first = run.shares().getFirst().unverified("nobody waited for it to be");
      keep(run, run.job(), List.of(first));
    }
  }

  /// Ends a job that never began.
  private void end(JobRow row, JobEvent event) {
    Job done = row.job().after(event, time.now());
    store.jobs().save(done, List.of());
    pending.remove(done.id());
    shown.state(row.with(done));
  }

  void tick() {
    schedule();
    List.copyOf(runs.values()).forEach(this::look);
    settlement.tick();
    shown.tick(runs, jobsOfAgents());
  }

  /// Takes a run on; its trouble is its own.
  private void look(JobRun run) {
    own.attempt(
        "the look at job " + run.job().id(),
        () -> {
          advance(run);
          watch(run);
        });
  }

  /// An agent came or went.
  void agentsChanged() {
    schedule();
    shown.tick(runs, jobsOfAgents());
  }

  /// Begins what can begin. What goes wrong with it is nobody's who caused it.
  private void schedule() {
    own.attempt("the scheduling of jobs", () -> tryNow(this::decide));
  }

  private void decide() {
    if (pending.isEmpty()) {
      return;
    }
    List<Scheduler.Waiting> waiting =
        pending.values().stream()
            .map(row -> new Scheduler.Waiting(row.job().id(), row.job().spec()))
            .toList();
    for (Decision decision : Scheduler.decide(waiting, roster.connected(), busy(), time.now())) {
      if (pending.get(decision.jobId()) instanceof JobRow row) {
        own.attempt(
            "the scheduling of job " + decision.jobId(),
            () -> tryNow(() -> carryOut(row, decision)));
      }
    }
  }

  private void carryOut(JobRow row, Decision decision) {
    switch (decision) {
      case Decision.Begin(String _, List<String> agents) -> begin(row, agents);
      case Decision.Wait(String _, String reason) -> wait(row, reason);
      case Decision.GiveUp(String _, String reason) ->
          end(row, new JobEvent.Broke(reason, Optional.empty()));
    }
  }

  private void wait(JobRow row, String reason) {
    Job job = row.job().after(new JobEvent.Waits(reason), time.now());
    if (!job.equals(row.job())) {
      store.jobs().save(job, List.of());
      JobRow waiting = row.with(job);
      pending.put(job.id(), waiting);
      shown.state(waiting);
    }
  }

  private void begin(JobRow row, List<String> agents) {
    List<ShareRow> shares =
        Placement.place(row.job().spec(), agents).stream()
            .map(placed -> ShareRow.placed(placed.agent(), placed.slice()))
            .toList();
    Job job = row.job().after(new JobEvent.Placed(), time.now());
    store.jobs().save(job, shares);
    pending.remove(job.id());
    JobRun run = new JobRun(row.with(job).with(shares), time);
    runs.put(job.id(), run);
    collector.open(RunPlan.of(run.row()));
    shares.forEach(share -> order(run, share));
    shown.state(run);
  }

  /// The job of each agent that may be at work.
  private Map<String, String> busy() {
    Map<String, String> busy = new HashMap<>();
    runs.forEach((id, run) ->
        run.shares().stream()
            .filter(share -> mayWork(run, share))
            .forEach(share -> busy.put(share.agent(), id)));
    return busy;
  }

  /// An agent that has not let go of a share may still work on it; but where the job is done, one
  /// that has ended its load only keeps records.
  private static boolean mayWork(JobRun run, ShareRow share) {
    boolean done = run.job().state() instanceof JobState.Done;
    return !share.released() && !(done && (share.finished() || share.failed()));
  }

  private Map<String, List<String>> jobsOfAgents() {
    Map<String, List<String>> jobs = new HashMap<>();
    runs.forEach((id, run) ->
        run.shares().stream()
            .filter(share -> !share.released())
            .forEach(share -> jobs.computeIfAbsent(share.agent(), _ -> new ArrayList<>()).add(id)));
    return jobs;
  }

  Optional<String> occupation(String agent) {
    if (roster.attached(agent)) {
      return Optional.of("An agent named " + agent + " is connected");
    }
    return runs.values().stream()
        .filter(run -> run.share(agent).filter(share -> !share.released()).isPresent())
        .map(run -> "Agent " + agent + " still holds its share of job " + run.job().id())
        .findFirst();
  }

  void reported(AgentSession session, Message.ShareReport report, LogLines log) {
    session.confirmed(report.runId(), report.generation());
    JobRun run = runs.get(report.runId());
    Optional<ShareRow> share =
        Optional.ofNullable(run).flatMap(known -> known.share(session.name()));
    if (run == null || share.isEmpty()) {
      disown(session, report);
      return;
    }
    ShareRow now = share.get().reported(report.generation(), report.status());
    if (!now.equals(share.get())) {
      run.note(now);
      if (report.status() instanceof ShareStatus.Broken broken) {
        log.addLastWords(report.runId(), session.name(), time.now(), broken.lastWords());
      }
      shown.touched(report.runId());
      advanceSoon(report.runId());
    }
  }

  /// A share that nobody here knows. Its records may be the only ones of their kind, so the agent
  /// is never told to forget it: it ends its load, and sets what it has aside.
  private static void disown(AgentSession session, Message.ShareReport report) {
    switch (report.status()) {
      case ShareStatus.Released _ -> session.forget(report.runId());
      case ShareStatus.SetAside _ -> {}
      case ShareStatus.Forking _,
          ShareStatus.Forked _,
          ShareStatus.Preparing _,
          ShareStatus.Prepared _,
          ShareStatus.Opening _,
          ShareStatus.Ready _,
          ShareStatus.Running _,
          ShareStatus.Finished _,
          ShareStatus.Verified _,
          ShareStatus.Rejected _,
          ShareStatus.Broken _ ->
          session.orderOnce(
              new Message.ShareOrder(
                  report.runId(), report.generation() + 1, new ShareGoal.Stop(true)));
    }
  }

  void progressed(String agent, Message.Progress message) {
    if (runs.get(message.runId()) instanceof JobRun run && run.share(agent).isPresent()) {
      run.progressed(agent, message);
      shown.progress(run);
    }
  }

  void logged(String agent, Message.LogLine line, LogLines log) {
    if (runs.get(line.runId()) instanceof JobRun run && run.share(agent).isPresent()) {
      log.add(agent, line);
    }
  }

  void collected(RunProgress progress) {
    if (runs.get(progress.runId()) instanceof JobRun run) {
      run.collected(progress);
      if (run.job().state() instanceof JobState.Done) {
        settlement.late(progress.runId());
      }
      shown.touched(progress.runId());
      advanceSoon(progress.runId());
    }
  }

  /// Advances a run after everything that has been heard by now, so that a thousand reports make
  /// few writes.
  private void advanceSoon(String runId) {
    if (awaitingAdvance.add(runId)) {
      own.execute(() -> {
        awaitingAdvance.remove(runId);
        if (runs.get(runId) instanceof JobRun run) {
          advance(run);
        }
      });
    }
  }

  private void advance(JobRun run) {
    tryNow(() -> {
      for (int i = 0; i < MOST_STEPS_AT_ONCE && step(run); i++) {}
      if (!run.unsaved(List.of()).isEmpty()) {
        keep(run, run.job(), List.of());
      }
      retire(run);
    });
  }

  /// Takes one step; false where there is none to take.
  private boolean step(JobRun run) {
    return switch (steps.next(run.situation(roster.silence(run), roster.lead(run)))) {
      case NextStep.Stay _ -> false;
      case NextStep.Want(List<ShareRow> shares) -> {
        keep(run, run.job(), shares);
        yield true;
      }
      case NextStep.Move(JobEvent event, Instant at, List<ShareRow> shares) -> {
        keep(run, run.job().after(event, at), shares);
        yield true;
      }
      case NextStep.Settle _ -> {
        settle(run);
        yield false;
      }
    };
  }

  /// Keeps a job's next state and its shares, and then tells the agents and those who look on.
  private void keep(JobRun run, Job job, List<ShareRow> changed) {
    boolean moved = !job.equals(run.job());
    store.jobs().save(job, run.unsaved(changed));
    run.become(run.with(job, changed));
    changed.forEach(share -> order(run, share));
    if (moved) {
      shown.state(run);
    }
    shown.touched(job.id());
  }

  private void order(JobRun run, ShareRow share) {
    roster.session(share.agent()).order(run.order(share));
  }

  private void settle(JobRun run) {
    if (run.settling()) {
      return;
    }
    run.settling(true);
    Job done = run.job().after(new JobEvent.Settled(), time.now());
    settlement.make(run.with(done, List.of()), result -> tryNow(() -> settled(run, done, result)));
  }

  private void settled(JobRun run, Job done, Settlement.Made made) {
    run.settling(false);
    switch (made) {
      case Settlement.Made.NotYet _ -> {}
      case Settlement.Made.Result(Headline headline) -> end(run, done, Optional.of(headline));
      case Settlement.Made.Never _ -> end(run, done, Optional.empty());
    }
  }

  private void end(JobRun run, Job done, Optional<Headline> headline) {
    store.jobs().save(done, run.unsaved(List.of()));
    run.become(new JobRow(done, run.row().code(), run.shares(), headline));
    shown.state(run);
    // Records may have come while the document was made; where none has, this costs a count.
    settlement.late(done.runId());
    advance(run);
  }

  /// Forgets a job that is done, when every agent has let go of it or may not come back any more.
  private void retire(JobRun run) {
    if (!(run.job().state() instanceof JobState.Done)) {
      return;
    }
    boolean released = run.shares().stream().allMatch(ShareRow::released);
    if (released || run.sinceEnd().compareTo(settings.lateRecords()) > 0) {
      runs.remove(run.job().id());
      collector.close(run.job().runId());
      reachable.remove(run.job().id());
      run.shares().forEach(share -> roster.session(share.agent()).forget(run.job().id()));
    }
  }

  /// Lets intervals not wait for agents that are lost.
  private void watch(JobRun run) {
    if (!runs.containsKey(run.job().id())) {
      return;
    }
    Set<String> now = roster.reachable(run);
    if (!now.equals(reachable.put(run.job().id(), now))) {
      collector.reachable(run.job().runId(), now);
      shown.touched(run.job().id());
    }
  }

  /// Records may have come after the final document was made: it is amended when no more come.
  void late(String runId) {
    settlement.late(runId);
  }

  /// Does something that may fail for want of the store, which says so itself; then the next tick
  /// tries again, since what is to be done follows from where things are.
  private static void tryNow(Runnable work) {
    try {
      work.run();
    } catch (StoreException e) {
      LOG.debug("put off until the store works again", e);
    }
  }
}
