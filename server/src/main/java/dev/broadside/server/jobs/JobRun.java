package dev.broadside.server.jobs;

import dev.broadside.core.input.Filing;
import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.load.LoadControl;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message.Progress;
import dev.broadside.core.wire.Message.ShareOrder;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.server.agents.AgentSession;
import dev.broadside.server.agents.AgentTimeouts;
import dev.broadside.server.agents.AwakeTime;
import dev.broadside.server.agents.Presence;
import dev.broadside.server.collect.AgentProgress;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.JobLog;
import dev.broadside.server.feed.ShareWait;
import dev.broadside.server.steps.Situation;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/// One placed job: its stored row, and what is known only while it goes on.
///
/// [JobSteps] decides what it does next; this class remembers its state, and talks to its agents.
/// Belongs to the coordinator's thread.
final class JobRun {
  /// Agents number their workers themselves.
  private static final long INCARNATION = 1;

  /// By how much a clock has to be set to be noticed: two clocks that are read one after the other
  /// differ by less.
  private static final double STEP_NANOS = 10e6;

  private final UnaryOperator<JobSpec> opened;
  private final AgentRoster roster;
  private final Time time;
  private final AwakeTime awake;
  private final Map<Integer, ShareRow> unsaved = new TreeMap<>();
  private JobRow row;

  /// What has been collected; empty until the collector has read back what the store holds. Until
  /// then nothing counts as missing.
  private Optional<RunProgress> collected = Optional.empty();

  private final Activities activities;
  private final long takenUpNanos;
  private final Duration endedBefore;
  private Optional<Long> startNanos = Optional.empty();
  private long changedNanos;
  private long recordNanos;
  private String absences = "";
  private boolean makingResult;
  private Optional<StopRequest> asked = Optional.empty();
  private Urgency urgency = Urgency.NONE;

  /// The agents that could be reached when they were looked at last; empty before the first look.
  private Optional<Set<String>> reached = Optional.empty();

  /// Agents that have not heard of the newest change yet, with the generation that tells them.
  private final Map<String, Long> unaware = new HashMap<>();

  /// From this time on all agents that have heard of the newest change follow it.
  private long changeInForceNanos;

  /// The shares that change with the step that is being kept.
  private Optional<List<ShareRow>> keeping = Optional.empty();

  /// The tasks that wait until the present step is stored, or could not be: the newest of each
  /// kind.
  private final Map<String, Runnable> meanwhile = new LinkedHashMap<>();

  /// What its end does not wait for.
  private enum Urgency {
    NONE,
    NO_VERIFICATION,

    /// The workers are killed, and the target is not verified.
    KILL
  }

  /// What the shares have said that they are doing, and since when.
  private static final class Activities {
    private final LongSupplier clock;
    private final Map<String, Doing> activities = new HashMap<>();

    private record Doing(StepProgress at, long beganNanos, long furtherNanos) {}

    /// @param clock a monotonic reading in nanoseconds
    Activities(LongSupplier clock, List<ShareRow> shares) {
      this.clock = clock;
      shares.forEach(this::wanted);
    }

    /// A share is wanted to do something else.
    void wanted(ShareRow share) {
      activities.remove(share.agent());
      ShareWait.pending(share).ifPresent(step -> said(share.agent(), StepProgress.begin(step)));
    }

    /// An agent says how far its share is.
    void said(String agent, StepProgress at) {
      long now = clock.getAsLong();
      Doing before = activities.getOrDefault(agent, new Doing(at, now, now));
      boolean same = before.at().step() == at.step();
      boolean further = !before.at().equals(at);
      activities.put(
          agent,
          new Doing(at, same ? before.beganNanos() : now, further ? now : before.furtherNanos()));
    }

    /// What is being done now, the longest first.
    List<ShareWait> now(List<ShareRow> shares) {
      List<ShareWait> waits = new ArrayList<>();
      for (ShareRow share : shares) {
        ShareWait.pending(share).ifPresent(step -> waits.add(wait(share.agent(), step)));
      }
      waits.sort((one, other) -> other.age().compareTo(one.age()));
      return waits;
    }

    private ShareWait wait(String agent, ShareStep step) {
      long now = clock.getAsLong();
      Doing doing = activities.getOrDefault(agent, new Doing(StepProgress.begin(step), now, now));
      return new ShareWait(
          agent,
          doing.at(),
          Duration.ofNanos(now - doing.beganNanos()),
          Duration.ofNanos(now - doing.furtherNanos()));
    }
  }

  /// @param opened adds the target's secret to the specification, for agents
  JobRun(JobRow row, UnaryOperator<JobSpec> opened, AgentRoster roster) {
    this.row = row;
    this.opened = opened;
    this.roster = roster;
    this.time = roster.time();
    this.awake = roster.awake();
    this.activities = new Activities(awake::nanos, row.shares());
    this.takenUpNanos = awake.nanos();
    this.changedNanos = takenUpNanos;
    this.recordNanos = takenUpNanos;
    this.changeInForceNanos = time.nanos();
    anchor();
    this.endedBefore =
        row.job().state() instanceof JobState.Done(Instant at, Outcome _)
            ? Duration.between(at, time.now())
            : Duration.ZERO;
    // The order to start was given by an earlier server: a start that lies ahead means that the
    // wall clock was set back since.
    startNoLaterThan(time.nanos());
  }

  boolean done() {
    return row.job().state() instanceof JobState.Done;
  }

  JobRow row() {
    return row;
  }

  Job job() {
    return row.job();
  }

  List<ShareRow> shares() {
    return row.shares();
  }

  Optional<ShareRow> share(String agent) {
    return row.shares().stream().filter(share -> share.agent().equals(agent)).findFirst();
  }

  /// The job in another state, with these shares in place of the same ones as they were.
  JobRow with(Job job, List<ShareRow> changed) {
    List<ShareRow> shares = new ArrayList<>(row.shares());
    changed.forEach(share -> shares.set(share.slice().agentIndex(), share));
    return row.with(job).with(shares);
  }

  /// Notes what an agent has said of its share; it is kept with the next step at the latest.
  void note(ShareRow share) {
    row = with(row.job(), List.of(share));
    unsaved.put(share.slice().agentIndex(), share);
  }

  /// Takes over another folder and other tags.
  void filed(Filing filing) {
    row = row.with(filing);
  }

  /// The shares that have changed since they were kept last, and these.
  List<ShareRow> unsaved(List<ShareRow> changed) {
    Map<Integer, ShareRow> all = new TreeMap<>(unsaved);
    changed.forEach(share -> all.put(share.slice().agentIndex(), share));
    return List.copyOf(all.values());
  }

  /// Takes over the row that was stored.
  void become(JobRow kept) {
    unsaved.clear();
    boolean moved = !kept.job().state().equals(row.job().state());
    for (ShareRow share : kept.shares()) {
      if (share.stage() != row.shares().get(share.slice().agentIndex()).stage()) {
        activities.wanted(share);
      }
    }
    row = kept.with(row.filing());
    stopKept();
    if (moved) {
      JobLog.moved(row);
      changedNanos = awake.nanos();
      absences = "";
      anchor();
    }
  }

  private void stopKept() {
    switch (row.job().state()) {
      case JobState.Pending _, JobState.Preparing _, JobState.Running _ -> {}
      case JobState.Stopping _, JobState.Done _ -> {
        asked.ifPresent(stop -> stop.recorded().complete(true));
        asked = Optional.empty();
      }
    }
  }

  /// Whether a step is being kept, before which no other is taken.
  boolean keeping() {
    return keeping.isPresent();
  }

  /// A step is being kept.
  ///
  /// @param changed the shares that change with it
  void keeping(List<ShareRow> changed) {
    keeping = Optional.of(changed);
  }

  /// Does something now, or as soon as no step is being kept.
  ///
  /// @param kind of several tasks of a kind that wait only the newest is done
  void whenKept(String kind, Runnable task) {
    if (keeping()) {
      meanwhile.put(kind, task);
    } else {
      task.run();
    }
  }

  /// The step is kept, or could not be: what has waited for that is done.
  void goOn() {
    keeping = Optional.empty();
    Map<String, Runnable> waited = new LinkedHashMap<>(meanwhile);
    meanwhile.clear();
    waited.forEach(this::whenKept);
  }

  /// Somebody wants it to end, which is its next step.
  void ask(StopRequest stop) {
    asked = Optional.of(stop);
  }

  /// The request to end it, as long as that is not kept.
  Optional<StopRequest> asked() {
    return asked;
  }

  /// From now on its end does not wait for the target's verification.
  void giveUpVerification() {
    if (urgency == Urgency.NONE) {
      urgency = Urgency.NO_VERIFICATION;
    }
  }

  /// From now on its end does not wait for its workers either.
  ///
  /// @return whether that is new
  boolean kill() {
    boolean news = urgency != Urgency.KILL;
    urgency = Urgency.KILL;
    return news;
  }

  /// The shares whose workers are to be killed and have not been told.
  List<ShareRow> toKill() {
    return urgency == Urgency.KILL && job().state() instanceof JobState.Stopping
        ? row.shares().stream()
            .filter(share -> !share.over() && share.stage() != ShareStage.KILL)
            .map(share -> share.wanting(ShareStage.KILL))
            .toList()
        : List.of();
  }

  /// Whether its verification is given up, and that is not kept yet.
  boolean verificationGivenUp() {
    return urgency != Urgency.NONE
        && startedAt().isPresent()
        && !row.shares().getFirst().verificationKnown();
  }

  /// The row as users see it: with a stop that could not be recorded yet.
  JobRow shown() {
    return asked
        .filter(StopRequest::unrecorded)
        .map(stop -> row.with(stop.shownOn(row.job())))
        .orElse(row);
  }

  /// Tells an agent what is wanted of its share.
  void tell(ShareRow share) {
    session(share).order(order(share));
  }

  /// Tells an agent to stop its share before the stop is stored, by an order newer than all others,
  /// including that of the step that is being stored now.
  void tellStop(ShareRow share) {
    long newest =
        keeping.stream()
            .flatMap(List::stream)
            .filter(changed -> changed.agent().equals(share.agent()))
            .mapToLong(ShareRow::nextGeneration)
            .reduce(share.nextGeneration(), Math::max);
    session(share).order(new ShareOrder(row.job().runId(), newest, new ShareGoal.Stop()));
  }

  AgentSession session(ShareRow share) {
    return roster.session(share.agent());
  }

  /// Those of its agents that are not lost and will send more records.
  Set<String> reachable() {
    Set<String> names = new TreeSet<>();
    row.shares().stream()
        .filter(share -> !(share.slice().watches() && share.failed()))
        .filter(share -> session(share).presence() != Presence.LOST)
        .forEach(share -> names.add(share.agent()));
    return names;
  }

  /// Remembers the agents that can be reached.
  ///
  /// @return those of the look before; empty if this is the first
  Optional<Set<String>> reachedBefore(Set<String> now) {
    Optional<Set<String>> before = reached;
    reached = Optional.of(now);
    return before;
  }

  /// How long before a start its agents must be told: long enough for the slowest of them.
  Duration lead() {
    Duration slowest =
        row.shares().stream()
            .map(share -> session(share).roundTrip())
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
    return AgentTimeouts.LEAST_LEAD.plus(slowest.multipliedBy(4));
  }

  /// Ties the common start to the monotonic clock, which does not jump.
  private void anchor() {
    if (startNanos.isEmpty()) {
      startNanos = startedAt().map(at -> time.nanos() + Duration.between(time.now(), at).toNanos());
    }
  }

  private void startNoLaterThan(long nanos) {
    startNanos = startNanos.map(start -> start - nanos < 0 ? start : nanos);
  }

  /// The common start; empty if it never began.
  Optional<Instant> startedAt() {
    return row.job().startedAt();
  }

  /// For how long the load has been going on; empty if it has not begun.
  OptionalDouble elapsedMillis() {
    return startNanos
        .map(start -> (time.nanos() - start) / 1e6)
        .filter(millis -> millis >= 0)
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  /// How far the planned end lies ahead.
  Duration untilEnd() {
    long elapsed = startNanos.map(start -> time.nanos() - start).orElse(0L);
    return Duration.ofNanos(job().spec().axis().endNanos() - elapsed);
  }

  /// Makes a change of the load.
  ///
  /// @param lead how far ahead its agents are told
  LoadChange change(LoadControl set, String by, Duration lead) {
    long elapsed = startNanos.map(start -> time.nanos() - start).orElse(0L);
    long newest = job().changes().isEmpty() ? 0 : job().changes().getLast().atNanos();
    return new LoadChange(Math.max(newest, elapsed + lead.toNanos()), by, set);
  }

  /// The shares whose load goes on, each with a new generation by which it hears of a change.
  List<ShareRow> loadsToTell() {
    return row.loads().stream()
        .filter(share -> !share.over())
        .filter(share -> share.stage() == ShareStage.RUN || share.stage() == ShareStage.RESUME)
        .map(ShareRow::again)
        .toList();
  }

  /// Notes that the newest change of the load is stored, and which shares are being told of it.
  void changing(List<ShareRow> told) {
    unaware.clear();
    told.forEach(share -> unaware.put(share.agent(), share.generation()));
    changeInForceNanos = time.nanos();
    startNanos.ifPresent(
        start -> inForceNoEarlierThan(start + job().changes().getLast().atNanos()));
  }

  private void inForceNoEarlierThan(long nanos) {
    changeInForceNanos = nanos - changeInForceNanos > 0 ? nanos : changeInForceNanos;
  }

  /// Whether all these agents follow the newest change of the load: they have heard of it, and if
  /// the load is closed the grace time has passed since, so that threads that now rest have
  /// finished their iteration.
  boolean aware(Collection<String> agents) {
    boolean heard = agents.stream().noneMatch(unaware::containsKey);
    JobSpec spec = job().spec();
    return heard
        && (spec.open() || time.nanos() - changeInForceNanos - spec.grace().toNanos() >= 0);
  }

  /// An agent has heard what is wanted of it.
  ///
  /// @param loads whether its load went on when it did
  /// @return how much too late that was for the newest change, if it was; an agent that had no load
  ///   until now begins with the changed one, and is not late
  Optional<Duration> heard(String agent, long generation, boolean loads) {
    Long awaited = unaware.get(agent);
    if (awaited == null || generation < awaited || job().changes().isEmpty()) {
      return Optional.empty();
    }
    unaware.remove(agent);
    inForceNoEarlierThan(time.nanos());
    long atNanos = job().changes().getLast().atNanos();
    return startNanos
        .filter(_ -> loads)
        .map(start -> Duration.ofNanos(time.nanos() - start - atNanos))
        .filter(Duration::isPositive);
  }

  void collected(RunProgress now) {
    if (!now.equals(collected())) {
      recordNanos = awake.nanos();
    }
    collected = Optional.of(now);
    // An interval that has records has begun, even if the wall clock says otherwise.
    now.agents().values().stream()
        .mapToInt(AgentProgress::lastInterval)
        .filter(index -> index >= 0)
        .max()
        .ifPresent(
            index -> startNoLaterThan(time.nanos() - row.job().spec().axis().startNanos(index)));
  }

  RunProgress collected() {
    return collected.orElseGet(() -> RunProgress.none(row.job().runId()));
  }

  void progressed(String agent, Progress message) {
    activities.said(agent, message.at());
  }

  /// In words, for which agents it waits; empty if it waits for none.
  String absences() {
    return absences;
  }

  /// Notes for which agents it waits.
  ///
  /// @return whether that is news
  boolean noteAbsences(String now) {
    boolean other = !now.equals(absences);
    absences = now;
    return other;
  }

  boolean makingResult() {
    return makingResult;
  }

  void makingResult(boolean now) {
    makingResult = now;
  }

  /// How long it has been done; counted by the wall clock only over a restart.
  Duration sinceEnd() {
    Duration here = Duration.ofNanos(awake.nanos() - changedNanos);
    return endedBefore.plus(here);
  }

  Duration sinceChange() {
    return Duration.ofNanos(awake.nanos() - changedNanos);
  }

  /// Everything on which its next step depends.
  Situation situation() {
    Map<String, Duration> silence = new HashMap<>();
    row.shares().forEach(share -> silence.put(share.agent(), session(share).silence()));
    long now = time.nanos();
    long looked = awake.nanos();
    return new Situation(
        row,
        silence,
        collected(),
        new Situation.Since(
            Duration.ofNanos(startNanos.map(start -> now - start).orElse(Long.MIN_VALUE)),
            Duration.ofNanos(looked - takenUpNanos),
            sinceChange(),
            collected.isPresent() ? Duration.ofNanos(looked - recordNanos) : Duration.ZERO),
        activities.now(row.loads()),
        time.now(),
        lead());
  }

  private ShareOrder order(ShareRow share) {
    return new ShareOrder(row.job().runId(), share.generation(), goal(share));
  }

  private ShareGoal goal(ShareRow share) {
    return switch (share.stage()) {
      case FORK -> new ShareGoal.Prepare(plan(share));
      case LOAD -> new ShareGoal.Load(row.shares().getFirst().notes().facts());
      case OPEN -> new ShareGoal.Open(row.shares().getFirst().notes().facts());
      case RUN -> new ShareGoal.Run(startEpochNanos(), job().changes());
      case RESUME ->
          new ShareGoal.Resume(
              plan(share).after(former(share)).changed(job().changes()),
              row.shares().getFirst().notes().facts(),
              startEpochNanos());
      case STOP -> new ShareGoal.Stop();
      case KILL -> new ShareGoal.Stop(false, true);
      case VERIFY ->
          new ShareGoal.Verify(
              collected().transactions(),
              collected().operations(),
              collected().figures(),
              collected().whole());
      case RELEASE -> new ShareGoal.Release();
    };
  }

  /// Generations grow, so that no two workers of a share have one life.
  private Plan.Former former(ShareRow share) {
    return new Plan.Former(
        share.generation() * Plan.Former.STRIDE, collected().of(share.agent()).arrivals());
  }

  private Plan plan(ShareRow share) {
    return new Plan(
        row.job().runId(),
        share.agent(),
        INCARNATION,
        opened.apply(row.job().spec()),
        row.code().operations(),
        share.slice());
  }

  /// The common start by the wall clock as it is now, which may have been set since: an agent takes
  /// it for so far ahead or back from now.
  private long startEpochNanos() {
    long kept = Time.epochNanos(startedAt().orElseThrow());
    long now = Time.epochNanos(time.now()) - time.nanos();
    long set = startNanos.map(start -> now + start - kept).orElse(0L);
    return kept + Math.round(set / STEP_NANOS) * (long) STEP_NANOS;
  }
}
