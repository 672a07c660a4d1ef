package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.param.Problem;
import dev.broadside.core.run.ShareInput.Exited;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// One share of one job, from its plan to its release, for a principal that is a server or
/// `broadside run`.
///
/// ```
///                   +-- amid the load: another one --+
///                   v                                |
///   FETCHING --> FORKING --> WORKING --> EXITING --> ENDED --> GONE
///      |            |           |                      ^
///      +------------+-----------+----------------------+
/// ```
///
/// It does nothing itself: [#on] takes what happens, with the time, and answers what is to be done,
/// in order; [#wakeNanos] says when something happens by itself. The same inputs give the same
/// effects.
///
/// The worker forks, checks its parameters and, in the first share, prepares the target and opens,
/// all by its plan. The share waits for its principal three times: until the target is prepared
/// ([ShareGoal.Open]), until all are ready ([ShareGoal.Run]), until all have finished
/// ([ShareGoal.Verify]); while it waits for the first, it may be asked to help ([ShareGoal.Load]).
/// Goals are desired state: one that comes again, late or before there is a worker does no harm.
/// The worker is held to the limits of its steps, to the planned end and to its grace, and killed
/// where it does not keep them; the first failure stands.
///
/// A worker that dies amid its load, or cannot take it up again, is followed by another one, which
/// goes on from then to the planned end ([ShareGoal.Resume]); the [#MOST_DEATHS]th death within
/// [#DEATHS_WITHIN] ends the share. The principal may want the same of a new share, whose worker
/// died with the agent before, and of one whose load ended since the principal was out of reach for
/// too long.
///
/// Not safe for use by several threads.
public final class ShareMachine {
  /// Beyond the grace, for the worker to seal and say that it has finished.
  private static final Duration MARGIN = Duration.ofSeconds(3);

  /// What a worker has beyond the limit of a step, which it keeps itself as long as it is alive.
  private static final Duration STEP_MARGIN = Duration.ofSeconds(10);

  /// How long a worker that is behind with its intervals when its load ends, for want of
  /// processors, may seal none and not be killed, once its grace has passed.
  private static final Duration SEALING = Duration.ofSeconds(10);

  /// It is killed at last, however far it came: before the principal gives its share up.
  private static final Duration MOST_SEALING = Duration.ofSeconds(40);

  /// By so much each worker may be behind.
  private static final Duration MOMENT = Duration.ofSeconds(2);

  /// How long the principal may take to acknowledge the last records where the driver is stopped.
  /// They lie on disk, and the next driver sends what is left.
  private static final Duration DELIVERY = Duration.ofSeconds(10);

  /// How long a worker may take to exit after its release.
  private static final Duration EXIT = Duration.ofSeconds(5);

  /// A start that lies further back than this is an error of a clock, or an order that nobody waits
  /// for any more.
  private static final Duration TOO_LATE = Duration.ofMinutes(1);

  /// A share is not taken up again for ever: what kills a worker each time is no accident.
  static final int MOST_DEATHS = 3;

  static final Duration DEATHS_WITHIN = Duration.ofMinutes(1);

  private static final String AGENT_STOPPED = "the agent was stopped";
  private static final String ALONE = "the server had been away for too long";

  private final Deque<Long> deaths = new ArrayDeque<>();
  private final List<ShareEffect> effects = new ArrayList<>();

  /// Goals that came before there was a worker.
  private final List<ShareGoal> held = new ArrayList<>();

  /// What the worker said on its way that nothing later says again.
  private final List<ShareStatus> milestones = new ArrayList<>();

  private Plan plan;

  /// What the target was prepared with, for workers that did not prepare it.
  private Facts facts = Facts.NONE;

  private Stage stage = Stage.FETCHING;
  private ShareStatus status = new ShareStatus.Forking();
  private Moment now = new Moment(0, 0);
  private long generation;
  private Optional<Watched> watched = Optional.empty();
  private Optional<Alarm> alarm = Optional.empty();
  private OptionalLong startNanos = OptionalLong.empty();
  private Optional<Exited> died = Optional.empty();
  private String killedBecause = "";
  private boolean helping;
  private String goneBecause = "";
  private boolean opening;

  /// How far the worker's sealing was when this was last looked at.
  private int sealed;

  /// A worker is on its way to take the load up again.
  private boolean resuming;

  private boolean verifying;
  private boolean stopping;

  /// Its load ended for want of a principal, and may be taken up again.
  private boolean expired;

  /// Another worker is to take the load up when this one has exited.
  private boolean renewing;

  /// How many arrivals the last worker that has ended accounts for.
  private long arrivalsBefore;

  /// Nobody waits for its threads.
  private boolean forced;

  private boolean released;
  private boolean leaving;
  private boolean shutting;
  private boolean delivering;
  private boolean discarding;

  /// Its principal does not know the run.
  private boolean disowned;

  private enum Stage {
    FETCHING,
    FORKING,
    WORKING,
    /// The worker was told to exit.
    EXITING,
    /// There is no worker any more, or there never was one; its records wait.
    ENDED,
    GONE
  }

  /// Readings of this host's clocks.
  ///
  /// @param nanos of the one that never jumps
  public record Moment(long nanos, long epochNanos) {
    public static Moment of(Time time) {
      return new Moment(time.nanos(), time.epochNanos());
    }
  }

  /// The step that is to come further.
  ///
  /// @param due the step that was begun; the worker may have come to the next one since
  /// @param at how far it is; empty where it was overdue
  /// @param limitNanos when it is overdue
  private record Watched(Step due, Optional<StepProgress> at, long limitNanos) {}

  private record Alarm(long nanos, Runnable task) {}

  /// The end of a load, planned or not, behind which its worker is to end.
  ///
  /// @param runNanos on the run's axis
  /// @param lastNanos then it is killed, however far it came
  /// @param why it is killed
  private record End(long runNanos, long lastNanos, String why) {}

  public ShareMachine(Plan plan, long generation) {
    this.plan = plan;
    this.generation = generation;
  }

  /// A share that another agent process had, or another agent.
  public ShareMachine(ShareGoal.Resume goal, long generation, Moment at) {
    this(goal.plan(), generation);
    facts = goal.facts();
    resuming = true;
    startNanos = OptionalLong.of(at.nanos() + goal.startEpochNanos() - at.epochNanos());
  }

  /// Takes what happens.
  ///
  /// @return what is to be done, in this order
  public List<ShareEffect> on(ShareInput input, Moment at) {
    now = at;
    take(input);
    watch();
    List<ShareEffect> done = List.copyOf(effects);
    effects.clear();
    return done;
  }

  /// When [ShareInput.Woken] is to come; empty where nothing is waited for.
  public OptionalLong wakeNanos() {
    OptionalLong limit =
        watched.filter(step -> step.at().isPresent()).stream()
            .mapToLong(Watched::limitNanos)
            .findFirst();
    OptionalLong ring = alarm.stream().mapToLong(Alarm::nanos).findFirst();
    return limit.isPresent() && ring.isPresent()
        ? OptionalLong.of(earlier(limit.getAsLong(), ring.getAsLong()))
        : limit.isPresent() ? limit : ring;
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /// How far it is with what it does before or after its load; empty where it does no such thing.
  public Optional<StepProgress> step() {
    return watched.flatMap(Watched::at);
  }

  private void take(ShareInput input) {
    switch (input) {
      case ShareInput.Begin _ -> {
        report();
        effects.add(new ShareEffect.Fetch());
      }
      case ShareInput.Ordered(long newer, ShareGoal goal) -> ordered(newer, goal);
      case ShareInput.Fetched _ -> fetched();
      case ShareInput.NotStarted(ShareStatus why) -> notStarted(why);
      case ShareInput.Launched(Plan own) -> launched(own);
      case ShareInput.Progressed(StepProgress at) -> progressed(at);
      case ShareInput.Reported(ShareStatus said) -> reported(said);
      case Exited exited -> exited(exited);
      case ShareInput.RecordsClosed closed -> recordsClosed(closed);
      case ShareInput.Acknowledged _ -> askDelivered();
      case ShareInput.Delivered _ -> depart();
      case ShareInput.Discarded(long kept) -> discarded(kept);
      case ShareInput.Connected _ -> connected();
      case ShareInput.LeaseOver _ -> {
        expired |= stage == Stage.WORKING && !over() && !stopping && startNanos.isPresent();
        stop(ALONE);
      }
      case ShareInput.Leave _ -> leave();
      case ShareInput.ShutDown _ -> shutDown();
      case ShareInput.Woken(String lastWords, int newest) -> {
        sealed = newest;
        woken(lastWords);
      }
    }
  }

  private void report() {
    effects.add(new ShareEffect.Report(generation, status));
  }

  private void become(ShareStatus next) {
    status = next;
    report();
  }

  /// Whatever was on its way to the principal may be lost.
  private void connected() {
    if (expired && untilEnd().isNegative()) {
      notExpired();
    }
    milestones.stream()
        .filter(passed -> !passed.equals(status))
        .forEach(passed -> effects.add(new ShareEffect.Report(generation, passed)));
    report();
    step().ifPresent(at -> effects.add(new ShareEffect.Tell(at)));
  }

  /// Repetitions are answered with the present status, and orders older than the newest one heard
  /// are ignored.
  private void ordered(long newer, ShareGoal goal) {
    if (newer > generation) {
      generation = newer;
      pursue(goal);
    } else if (newer == generation) {
      report();
    }
  }

  private void pursue(ShareGoal goal) {
    switch (goal) {
      // The worker that there is serves: a share never has two.
      case ShareGoal.Fork _ -> report();
      case ShareGoal.Resume(Plan resumed, var _, var _) -> {
        changed(resumed.changes());
        // It is meant for the agent that comes after one that is about to leave.
        if (expired && failed() && !leaving && !shutting) {
          renew();
        } else if (!leaving && !shutting) {
          report();
        }
      }
      case ShareGoal.Stop(boolean unknownRun, boolean atOnce) -> {
        disowned = unknownRun;
        forced |= atOnce;
        stop("the job was stopped");
        if (forced && stage == Stage.WORKING && !over()) {
          kill("was not waited for, since the job was cancelled by force,");
        }
        if (disowned && over()) {
          setAside();
        }
      }
      case ShareGoal.Release _ -> release();
      case ShareGoal.Run(long _, List<LoadChange> changes) when startNanos.isPresent() -> {
        changed(changes);
        report();
      }
      case ShareGoal.Load _, ShareGoal.Open _, ShareGoal.Run _, ShareGoal.Verify _ -> {
        switch (stage) {
          case FETCHING, FORKING -> held.add(goal);
          case WORKING -> {
            if (tooLate(goal)) {
              report();
            } else {
              order(goal);
            }
          }
          case EXITING, ENDED, GONE -> report();
        }
      }
    }
  }

  /// Whatever has ended does not begin again, nor is a target verified that was given up.
  private boolean tooLate(ShareGoal goal) {
    return goal instanceof ShareGoal.Verify
        ? status instanceof ShareStatus.Verified
        : stopping || over();
  }

  /// Takes over the changes of a load that has begun. A worker that is on its way to take it up
  /// hears of them once it is there.
  private void changed(List<LoadChange> changes) {
    if (changes.size() <= plan.changes().size()) {
      return;
    }
    plan = plan.changed(changes);
    if (stage == Stage.WORKING && !stopping && !over()) {
      long start = now.epochNanos() + untilStart();
      effects.add(new ShareEffect.Order(new ShareGoal.Run(start, changes)));
    }
  }

  private void order(ShareGoal goal) {
    switch (goal) {
      case ShareGoal.Load _ -> helping = true;
      case ShareGoal.Open(Facts found) -> {
        opening = true;
        facts = found;
      }
      case ShareGoal.Verify _ -> verifying = true;
      case ShareGoal.Run(long startEpochNanos, List<LoadChange> changes) -> {
        plan = plan.changed(LoadChange.newer(plan.changes(), changes));
        if (!mayStart(startEpochNanos)) {
          return;
        }
      }
      case ShareGoal.Resume _ -> killAtTheEnd();
      case ShareGoal.Fork _, ShareGoal.Stop _, ShareGoal.Release _ -> {}
    }
    effects.add(new ShareEffect.Order(goal));
  }

  /// Takes note of the common start, unless that has been missed.
  private boolean mayStart(long startEpochNanos) {
    long untilStart = startEpochNanos - now.epochNanos();
    if (startNanos.isEmpty() && untilStart < -TOO_LATE.toNanos()) {
      missedStart(Duration.ofNanos(-untilStart));
      return false;
    }
    startNanos = OptionalLong.of(now.nanos() + untilStart);
    killAtTheEnd();
    return true;
  }

  private void killAtTheEnd() {
    long end = plan.spec().axis().endNanos();
    String why = "did not end after the job's planned end";
    killAfter(now.nanos() + untilEnd().toNanos(), end, why);
  }

  /// Wakes up at the end of the load, to hear how far it has come; the worker is to end within its
  /// grace from then on.
  ///
  /// @param atNanos when the load ends
  /// @param runNanos the same on the run's axis
  /// @param why it is killed otherwise
  private void killAfter(long atNanos, long runNanos, String why) {
    Duration patience = plan.spec().grace().plus(MARGIN);
    End end = new End(runNanos, atNanos + patience.plus(MOST_SEALING).toNanos(), why);
    ringAfter(
        Duration.ofNanos(atNanos - now.nanos()),
        () -> {
          int before = sealed;
          Duration left = patience.minusNanos(now.nanos() - atNanos);
          ringAfter(left, () -> killUnlessSealing(end, before));
        });
  }

  /// Kills it where it has come no further since the last time, or had sealed all that was to be
  /// sealed by then: what keeps it is a thread that does not end.
  ///
  /// @param before how far it was the last time
  private void killUnlessSealing(End end, int before) {
    if (sealed > before && behind(end, before) && now.nanos() - end.lastNanos() < 0) {
      int further = sealed;
      ringAfter(SEALING, () -> killUnlessSealing(end, further));
    } else {
      kill(end.why());
    }
  }

  /// Whether an interval that is to be sealed ended more than a moment before the load.
  private boolean behind(End end, int interval) {
    return end.runNanos() - plan.spec().axis().endNanos(interval) > MOMENT.toNanos();
  }

  /// How far the planned end lies ahead; negative behind it.
  private Duration untilEnd() {
    long endNanos = startNanos.orElseThrow() + plan.spec().axis().endNanos();
    return Duration.ofNanos(endNanos - now.nanos());
  }

  private void missedStart(Duration ago) {
    String why =
        "the load was to start "
            + ago.toSeconds()
            + " s ago by this host's clock, so it does not start;"
            + " check the clocks of agent and server, and start the job again";
    become(broken(why, ""));
  }

  private void fetched() {
    if (stage == Stage.FETCHING) {
      launch();
    }
  }

  private void launch() {
    stage = Stage.FORKING;
    effects.add(new ShareEffect.Launch(plan));
  }

  private void notStarted(ShareStatus why) {
    if (stage == Stage.FETCHING || stage == Stage.FORKING) {
      endWithout(why);
    }
  }

  /// It ends before there was a worker.
  private void endWithout(ShareStatus last) {
    stage = Stage.ENDED;
    become(last);
    effects.add(new ShareEffect.Leave());
    pursueHeld();
  }

  private void pursueHeld() {
    List<ShareGoal> late = List.copyOf(held);
    held.clear();
    late.forEach(this::pursue);
  }

  private void launched(Plan own) {
    if (stage != Stage.FORKING) {
      effects.add(new ShareEffect.Kill());
      return;
    }
    stage = Stage.WORKING;
    order(
        resuming
            ? new ShareGoal.Resume(
                own.changed(plan.changes()), facts, now.epochNanos() + untilStart())
            : new ShareGoal.Fork(own));
    pursueHeld();
  }

  private long untilStart() {
    return startNanos.orElseThrow() - now.nanos();
  }

  private void progressed(StepProgress at) {
    boolean fetch = at.step() == Step.FETCH;
    if (fetch == (stage == Stage.FETCHING)) {
      if (step().filter(before -> !before.equals(at)).isPresent()) {
        watch(watched.orElseThrow().due(), at);
      }
      effects.add(new ShareEffect.Tell(at));
    }
  }

  /// Watches the step that is due now, where it is another one than before.
  private void watch() {
    Optional<Step> due = due();
    if (!due.equals(watched.map(Watched::due))) {
      watched = Optional.empty();
      due.ifPresent(step -> {
        long total = step == Step.OPEN ? plan.slice().threads() : 0;
        watch(step, new StepProgress(step, "", 0, total));
        effects.add(new ShareEffect.Tell(step().orElseThrow()));
      });
    }
  }

  private void watch(Step due, StepProgress at) {
    Duration margin = due == Step.FETCH ? Duration.ZERO : STEP_MARGIN;
    Duration limit = plan.spec().settings().limit(at.step()).plus(margin);
    watched = Optional.of(new Watched(due, Optional.of(at), now.nanos() + limit.toNanos()));
  }

  /// What is to come further now.
  private Optional<Step> due() {
    return switch (stage) {
      case FETCHING -> Optional.of(Step.FETCH);
      case FORKING -> Optional.of(Step.FORK);
      case WORKING -> stopping && !over() ? Optional.empty() : dueOfWorker();
      case EXITING, ENDED, GONE -> Optional.empty();
    };
  }

  private Optional<Step> dueOfWorker() {
    if (resuming && !failed()) {
      return Optional.of(Step.OPEN);
    }
    return switch (status) {
      case ShareStatus.Forking _ -> Optional.of(Step.FORK);
      case ShareStatus.Forked _, ShareStatus.Preparing _, ShareStatus.Loading _ ->
          opening ? Optional.of(Step.OPEN) : dueBeforeOpening();
      case ShareStatus.Prepared _ ->
          Optional.of(Step.OPEN).filter(_ -> opening || plan.slice().first());
      case ShareStatus.Opening _ -> Optional.of(Step.OPEN);
      case ShareStatus.Finished _ -> Optional.of(Step.VERIFY).filter(_ -> verifying);
      case ShareStatus.Ready _,
          ShareStatus.Running _,
          ShareStatus.Verified _,
          ShareStatus.Rejected _,
          ShareStatus.Broken _,
          ShareStatus.Released _,
          ShareStatus.SetAside _ ->
          Optional.empty();
    };
  }

  private Optional<Step> dueBeforeOpening() {
    return plan.slice().first()
        ? Optional.of(Step.TRIAL)
        : Optional.of(Step.PREPARE).filter(_ -> helping);
  }

  private void woken(String lastWords) {
    Optional<StepProgress> late =
        watched.filter(step -> now.nanos() - step.limitNanos() >= 0).flatMap(Watched::at);
    if (late.isPresent()) {
      watched = watched.map(step -> new Watched(step.due(), Optional.empty(), 0));
      overdue(late.get(), lastWords);
    }
    Optional<Alarm> ringing = alarm.filter(set -> now.nanos() - set.nanos() >= 0);
    if (ringing.isPresent()) {
      alarm = Optional.empty();
      ringing.get().task().run();
    }
  }

  /// It came no further, and the worker has not said so itself.
  private void overdue(StepProgress late, String lastWords) {
    String why = late.overdue(plan.spec().settings().limit(late.step()));
    if (stage != Stage.WORKING) {
      endWithout(broken(why, lastWords));
      return;
    }
    boolean after = late.step() == Step.VERIFY || late.step() == Step.CLEAN_UP;
    become(after ? new ShareStatus.Verified(Verification.impossible(why)) : broken(why, lastWords));
    kill("came no further");
  }

  private static ShareStatus.Broken broken(String reason, String lastWords) {
    return new ShareStatus.Broken(reason, lastWords, -1);
  }

  private void reported(ShareStatus said) {
    // The first failure stands.
    if (stage != Stage.WORKING || failed()) {
      return;
    }
    if (resuming && !resumed(said)) {
      return;
    }
    // One that only helped says again what it was told for that, maybe after it was told to open.
    if (said instanceof ShareStatus.Prepared(Facts found) && !helping) {
      facts = found;
    }
    if (said instanceof ShareStatus.Forked
        || said instanceof ShareStatus.Loading
        || said instanceof ShareStatus.Prepared
        || said instanceof ShareStatus.Running) {
      milestones.add(said);
    }
    become(said instanceof ShareStatus.Finished(long lastSeq) ? finished(lastSeq) : said);
    if (said instanceof ShareStatus.Finished) {
      alarm = Optional.empty();
    }
    if (said instanceof ShareStatus.Broken && startNanos.isPresent() && !verifying) {
      // Its threads may still be at work; what they counted is closed from the counters.
      kill("broke");
    } else if (disowned && over()) {
      setAside();
    } else if (leaving && over()) {
      deliver();
    }
  }

  /// Whether what a worker says that takes the load up again is news to the principal, which knows
  /// that the load runs: where it does again. One that cannot go on makes room for another.
  private boolean resumed(ShareStatus said) {
    switch (said) {
      case ShareStatus.Running _, ShareStatus.Finished _ -> {
        resuming = false;
        if (status instanceof ShareStatus.Running && said instanceof ShareStatus.Running) {
          effects.add(new ShareEffect.Log("the load is back: another worker has taken it up"));
          return false;
        }
      }
      case ShareStatus.Broken(String reason, var _, var _, var _) -> unable(reason);
      case ShareStatus.Rejected(List<Problem> problems) ->
          unable(problems.isEmpty() ? "refused" : problems.getFirst().sentence());
      case ShareStatus.Forking _,
          ShareStatus.Forked _,
          ShareStatus.Preparing _,
          ShareStatus.Loading _,
          ShareStatus.Prepared _,
          ShareStatus.Opening _,
          ShareStatus.Ready _,
          ShareStatus.Verified _,
          ShareStatus.Released _,
          ShareStatus.SetAside _ -> {
        return !wasReady();
      }
    }
    return !resuming;
  }

  private void unable(String why) {
    goneBecause = "could not take the load up again: " + why;
    effects.add(new ShareEffect.Kill());
  }

  /// What a share is whose worker has ended its load.
  private ShareStatus finished(long lastSeq) {
    if (leaving && !over()) {
      return stopped(lastSeq);
    }
    expired = expired && !untilEnd().isNegative();
    return expired
        ? new ShareStatus.Broken(ALONE, "", lastSeq, true)
        : new ShareStatus.Finished(lastSeq);
  }

  /// Nobody wants its load any more: it is as one that came to its end.
  private void notExpired() {
    expired = false;
    if (status instanceof ShareStatus.Broken(var _, var _, long lastSeq, var _)
        && stage == Stage.WORKING) {
      status = new ShareStatus.Finished(lastSeq);
    }
  }

  /// Has another worker take up the load that ended for want of a principal.
  private void renew() {
    expired = false;
    if (stage == Stage.WORKING) {
      renewing = true;
      exit();
    } else if (stage == Stage.ENDED) {
      takeUp(arrivalsBefore);
    }
  }

  private static ShareStatus.Broken stopped(long lastSeq) {
    return new ShareStatus.Broken(AGENT_STOPPED, "", lastSeq, true);
  }

  private void stop(String why) {
    switch (stage) {
      case FETCHING -> endWithout(new ShareStatus.Finished(-1));
      case FORKING -> held.add(new ShareGoal.Stop(disowned, forced));
      case WORKING -> {
        if (expired && over()) {
          notExpired();
        }
        if (over() || stopping) {
          report();
        } else {
          stopping = true;
          order(new ShareGoal.Stop());
          killAfterStop("did not end when " + why);
        }
      }
      case EXITING -> {
        renewing = false;
        report();
      }
      case ENDED, GONE -> report();
    }
  }

  private void killAfterStop(String why) {
    if (startNanos.isEmpty()) {
      killAfter(plan.spec().grace(), why);
    } else {
      long ran = now.nanos() - startNanos.getAsLong();
      killAfter(now.nanos(), Math.min(ran, plan.spec().axis().endNanos()), why);
    }
  }

  /// Whether there is no load any more, nor ever will be.
  private boolean over() {
    return failed()
        || status instanceof ShareStatus.Finished
        || status instanceof ShareStatus.Verified;
  }

  private boolean failed() {
    return status instanceof ShareStatus.Rejected || status instanceof ShareStatus.Broken;
  }

  private void release() {
    switch (stage) {
      case FETCHING -> gone(new ShareStatus.Released());
      case FORKING -> held.add(new ShareGoal.Release());
      case WORKING -> {
        released = true;
        // One that is being killed dies first, and its records are closed.
        if (killedBecause.isEmpty()) {
          exit();
        }
      }
      case EXITING -> released = true;
      case ENDED -> {
        released = true;
        discard();
      }
      case GONE -> report();
    }
  }

  private void exit() {
    order(new ShareGoal.Release());
    stage = Stage.EXITING;
    killAfter(EXIT, "did not exit");
  }

  private void leave() {
    leaving = true;
    switch (stage) {
      case FETCHING -> endWithout(stopped(-1));
      case FORKING -> held.add(new ShareGoal.Stop(disowned, forced));
      case WORKING -> {
        if (over()) {
          leaveAfterLoad();
        } else {
          effects.add(
              new ShareEffect.Log(
                  "the agent was stopped, so its load ends within the grace of the job"));
          stop(AGENT_STOPPED);
        }
      }
      case ENDED -> deliver();
      case EXITING -> {}
      case GONE -> effects.add(new ShareEffect.Leave());
    }
  }

  /// The one that is to verify the target when all have finished will not be there; unless it is at
  /// it already.
  private void leaveAfterLoad() {
    if (verifying && status instanceof ShareStatus.Finished) {
      ringAfter(plan.spec().grace(), this::stopAndDeliver);
    } else {
      stopAndDeliver();
    }
  }

  private void stopAndDeliver() {
    if (plan.slice().first()
        && status instanceof ShareStatus.Finished(long lastSeq)
        && lastSeq >= 0) {
      become(untilEnd().isNegative() ? unverified(AGENT_STOPPED) : stopped(lastSeq));
    }
    deliver();
  }

  /// Waits for the principal to have everything, and a bounded time for that.
  private void deliver() {
    delivering = true;
    ringAfter(DELIVERY, this::depart);
    askDelivered();
  }

  private void askDelivered() {
    if (delivering) {
      effects.add(new ShareEffect.AskDelivered());
    }
  }

  private void depart() {
    switch (stage) {
      case WORKING -> exit();
      case ENDED -> effects.add(new ShareEffect.Leave());
      case FETCHING, FORKING, EXITING, GONE -> {}
    }
  }

  private void shutDown() {
    leaving = false;
    shutting = true;
    switch (stage) {
      case WORKING -> kill("lost its agent, which was stopped,");
      case EXITING -> effects.add(new ShareEffect.Kill());
      case FORKING -> {
        if (deaths.isEmpty()) {
          held.add(new ShareGoal.Release());
        } else {
          // What earlier workers counted is not given up.
          stage = Stage.ENDED;
          effects.add(new ShareEffect.KeepRecords());
        }
      }
      // Behind the closing record, which may be on its way to the disk.
      case ENDED -> effects.add(new ShareEffect.KeepRecords());
      case FETCHING, GONE -> effects.add(new ShareEffect.Leave());
    }
  }

  private void killAfter(Duration patience, String why) {
    ringAfter(patience.plus(MARGIN), () -> kill(why));
  }

  private void ringAfter(Duration patience, Runnable task) {
    alarm = Optional.of(new Alarm(now.nanos() + patience.toNanos(), task));
  }

  private void kill(String why) {
    if (stage == Stage.WORKING || stage == Stage.EXITING) {
      killedBecause = why;
      effects.add(new ShareEffect.Kill());
    }
  }

  private void exited(Exited exited) {
    alarm = Optional.empty();
    switch (stage) {
      case WORKING -> {
        died = Optional.of(exited);
        closeRecords();
      }
      case EXITING -> {
        if (released) {
          stage = Stage.ENDED;
          discard();
        } else {
          closeRecords();
        }
      }
      // A worker that came too late; it counted nothing.
      case ENDED, GONE -> {
        if (deaths.isEmpty()) {
          discard();
        }
      }
      case FETCHING, FORKING -> discard();
    }
  }

  private void closeRecords() {
    stage = Stage.ENDED;
    effects.add(
        new ShareEffect.CloseRecords(
            startNanos.isPresent()
                ? OptionalLong.of(now.nanos() - startNanos.getAsLong())
                : OptionalLong.empty()));
  }

  private void recordsClosed(ShareInput.RecordsClosed closed) {
    if (stage != Stage.ENDED) {
      return;
    }
    long lastSeq = closed.lastSeq();
    long arrivals = closed.arrivals();
    arrivalsBefore = arrivals;
    if (died.isPresent() && closed.whole() && !over()) {
      // It came to the end of its load, and died before it could say so.
      resuming = false;
      become(finished(lastSeq));
    }
    if (mayGoOn()) {
      effects.add(new ShareEffect.Log(lastDeath() + "; another one takes its load up"));
      takeUp(arrivals);
      return;
    }
    if (renewing && !released && !leaving && !shutting) {
      takeUp(arrivals);
      return;
    }
    died.ifPresent(exited -> become(afterDeath(exited, lastSeq)));
    if (released) {
      discard();
    } else if (disowned) {
      setAside();
    } else if (leaving && died.isPresent()) {
      deliver();
    } else {
      effects.add(new ShareEffect.Leave());
    }
  }

  /// Whether a dead worker's load is to be taken up again.
  private boolean mayGoOn() {
    boolean loading = resuming || (startNanos.isPresent() && wasReady());
    boolean over = over() || stopping || leaving || shutting || released || disowned || verifying;
    if (died.isEmpty() || !killedBecause.isEmpty() || !loading || over || untilEnd().isNegative()) {
      return false;
    }
    deaths.add(now.nanos());
    while (now.nanos() - deaths.getFirst() > DEATHS_WITHIN.toNanos()) {
      deaths.removeFirst();
    }
    return deaths.size() < MOST_DEATHS;
  }

  private boolean wasReady() {
    return status instanceof ShareStatus.Ready || status instanceof ShareStatus.Running;
  }

  /// Has another worker go on where one has ended.
  ///
  /// @param arrivals for how many that one accounts
  private void takeUp(long arrivals) {
    plan = plan.after(plan.former().next(plan.former().arrivals() + arrivals));
    died = Optional.empty();
    goneBecause = "";
    killedBecause = "";
    if (renewing || failed()) {
      become(new ShareStatus.Forking());
    }
    renewing = false;
    stopping = false;
    resuming = true;
    launch();
  }

  private String lastDeath() {
    return goneBecause.isEmpty()
        ? WorkerExit.sentence(died.orElseThrow().exit(), killedBecause)
        : "the worker " + goneBecause;
  }

  /// Why a worker is gone for good.
  private String death() {
    return deaths.size() < MOST_DEATHS
        ? lastDeath()
        : "%d workers died within a minute; at last %s".formatted(deaths.size(), lastDeath());
  }

  private ShareStatus afterDeath(Exited exited, long lastSeq) {
    String words = exited.lastWords();
    return switch (status) {
      case ShareStatus.Rejected rejected -> rejected;
      case ShareStatus.Verified verified -> verified;
      case ShareStatus.Finished finished -> afterLoad(finished, words);
      case ShareStatus.Broken(String reason, String said, long _, boolean resumable) ->
          new ShareStatus.Broken(reason, said, lastSeq, resumable);
      case ShareStatus.Forking _ when killedBecause.isEmpty() && deaths.isEmpty() ->
          new ShareStatus.Broken(WorkerExit.atItsStart(exited.exit(), words), words, lastSeq);
      case ShareStatus.Forking _,
          ShareStatus.Forked _,
          ShareStatus.Preparing _,
          ShareStatus.Loading _,
          ShareStatus.Prepared _,
          ShareStatus.Opening _,
          ShareStatus.Ready _,
          ShareStatus.Running _,
          ShareStatus.Released _,
          ShareStatus.SetAside _ ->
          new ShareStatus.Broken(death(), words, lastSeq, leaving || shutting);
    };
  }

  /// What a share is whose worker died behind its load, which it had delivered whole: all that may
  /// be missing is the verification. Amid the plan, the next agent of that name takes that up.
  private ShareStatus afterLoad(ShareStatus.Finished finished, String lastWords) {
    if (finished.lastSeq() < 0 || !plan.slice().first()) {
      return finished;
    }
    return (leaving || shutting) && !untilEnd().isNegative()
        ? new ShareStatus.Broken(lastDeath(), lastWords, finished.lastSeq(), true)
        : unverified(lastDeath());
  }

  /// What a share is that delivered its load, and will not verify the target. The principal may
  /// have missed that the load came to its end.
  private ShareStatus.Verified unverified(String why) {
    milestones.add(status);
    return new ShareStatus.Verified(Verification.impossible(why));
  }

  /// The load is over, and the principal does not know the run.
  private void setAside() {
    switch (stage) {
      case WORKING -> exit();
      case ENDED -> discard();
      case FETCHING, FORKING, EXITING, GONE -> {}
    }
  }

  private void discard() {
    if (!discarding) {
      discarding = true;
      effects.add(new ShareEffect.Discard());
    }
  }

  private void discarded(long kept) {
    discarding = false;
    if (stage == Stage.ENDED && (released || disowned)) {
      long sinceMillis = Duration.ofNanos(now.epochNanos()).toMillis();
      gone(
          disowned && kept > 0
              ? new ShareStatus.SetAside(kept, sinceMillis)
              : new ShareStatus.Released());
    }
  }

  private void gone(ShareStatus last) {
    stage = Stage.GONE;
    alarm = Optional.empty();
    milestones.clear();
    become(last);
    effects.add(new ShareEffect.Forget());
    effects.add(new ShareEffect.Leave());
  }
}
