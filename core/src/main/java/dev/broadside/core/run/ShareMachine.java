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
import java.util.ArrayList;
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
/// goes on from then to the planned end ([ShareGoal.Resume]); the third death within a minute ends
/// the share. The principal may want the same of a new share, whose worker died with the agent
/// before, and of one whose load ended since the principal was out of reach for too long.
///
/// Not safe for use by several threads.
public final class ShareMachine {
  /// How long the principal may take to acknowledge the last records where the driver is stopped.
  /// They lie on disk, and the next driver sends what is left.
  private static final Duration DELIVERY = Duration.ofSeconds(10);

  private static final String AGENT_STOPPED = "the agent was stopped";

  private final List<ShareEffect> effects = new ArrayList<>();

  /// Goals that came before there was a worker.
  private final List<ShareGoal> held = new ArrayList<>();

  private final Standing standing;
  private final StepDeadline steps;
  private final LoadClock load;
  private final ShareTimer timer;
  private final WorkerDeaths deaths = new WorkerDeaths();
  private final WorkerOrders orders;

  /// Whether the share prepares the target, and verifies it.
  private final boolean first;

  private Stage stage = Stage.FETCHING;
  private Moment now = new Moment(0, 0);

  /// A worker is on its way to take the load up again.
  private boolean resuming;

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
  private String alone = "";
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

  public ShareMachine(Plan plan, long generation) {
    first = plan.slice().first();
    standing = new Standing(generation, effects);
    steps = new StepDeadline(plan);
    load = new LoadClock(plan.spec().axis());
    timer = new ShareTimer(plan.spec(), this::kill);
    orders = new WorkerOrders(plan, load, timer, effects);
  }

  /// A share that another agent process had, or another agent.
  public ShareMachine(ShareGoal.Resume goal, long generation, Moment at) {
    this(goal.plan(), generation);
    resuming = true;
    orders.takeOver(goal, at);
  }

  /// Takes what happens.
  ///
  /// @return what is to be done, in this order
  public List<ShareEffect> on(ShareInput input, Moment at) {
    now = at;
    take(input);
    steps.turnTo(due(), now.nanos()).ifPresent(this::tell);
    List<ShareEffect> done = List.copyOf(effects);
    effects.clear();
    return done;
  }

  /// When [ShareInput.Woken] is to come; empty where nothing is waited for.
  public OptionalLong wakeNanos() {
    OptionalLong limit = steps.limitNanos();
    OptionalLong ring = timer.nanos();
    return limit.isPresent() && ring.isPresent()
        ? OptionalLong.of(earlier(limit.getAsLong(), ring.getAsLong()))
        : limit.isPresent() ? limit : ring;
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /// How far it is with what it does before or after its load; empty where it does no such thing.
  public Optional<StepProgress> step() {
    return steps.at();
  }

  private void tell(StepProgress at) {
    effects.add(new ShareEffect.Tell(at));
  }

  private void take(ShareInput input) {
    switch (input) {
      case ShareInput.Begin _ -> {
        standing.report();
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
      case ShareInput.LeaseOver(String why) -> {
        alone = why;
        expired |= stage == Stage.WORKING && !standing.over() && !stopping && load.known();
        stop(alone);
      }
      case ShareInput.Leave _ -> leave();
      case ShareInput.ShutDown _ -> shutDown();
      case ShareInput.Woken(String lastWords, int sealed) -> {
        steps.overdue(now.nanos()).ifPresent(late -> overdue(late, lastWords));
        timer.ring(now.nanos(), sealed);
      }
    }
  }

  /// Whatever was on its way to the principal may be lost.
  private void connected() {
    if (expired && load.untilEnd(now).isNegative()) {
      notExpired();
    }
    standing.repeat();
    step().ifPresent(this::tell);
  }

  /// Repetitions are answered with the present status, and orders older than the newest one heard
  /// are ignored.
  private void ordered(long newer, ShareGoal goal) {
    if (newer > standing.generation()) {
      standing.heard(newer);
      pursue(goal);
    } else if (newer == standing.generation()) {
      standing.report();
    }
  }

  private void pursue(ShareGoal goal) {
    switch (goal) {
      // The worker that there is serves: a share never has two.
      case ShareGoal.Fork _ -> standing.report();
      case ShareGoal.Resume(Plan resumed, var _, var _) -> resume(resumed);
      case ShareGoal.Stop(boolean unknownRun, boolean atOnce) -> stop(unknownRun, atOnce);
      case ShareGoal.Release _ -> release();
      case ShareGoal.Run(long _, List<LoadChange> changes) when load.known() -> {
        changed(changes);
        standing.report();
      }
      case ShareGoal.OfWorker wanted -> order(wanted);
    }
  }

  private void resume(Plan resumed) {
    changed(resumed.changes());
    // It is meant for the agent that comes after one that is about to leave.
    if (expired && standing.failed() && !ending()) {
      renew();
    } else if (!ending()) {
      standing.report();
    }
  }

  /// Whether whoever drives the share is about to be gone.
  private boolean ending() {
    return leaving || shutting;
  }

  private void stop(boolean unknownRun, boolean atOnce) {
    disowned = unknownRun;
    forced |= atOnce;
    stop("the job was stopped");
    if (forced && stage == Stage.WORKING && !standing.over()) {
      kill("was not waited for, since the job was cancelled by force,");
    }
    if (disowned && standing.over()) {
      setAside();
    }
  }

  /// Orders what is wanted of the worker, once there is one, while it can come to that.
  private void order(ShareGoal.OfWorker goal) {
    switch (stage) {
      case FETCHING, FORKING -> held.add(goal);
      case WORKING -> {
        if (tooLate(goal)) {
          standing.report();
        } else {
          orders.order(goal, now).ifPresent(this::missedStart);
        }
      }
      case EXITING, ENDED, GONE -> standing.report();
    }
  }

  /// Whatever has ended does not begin again, nor is a target verified that was given up.
  private boolean tooLate(ShareGoal goal) {
    return goal instanceof ShareGoal.Verify
        ? standing.status() instanceof ShareStatus.Verified
        : stopping || standing.over();
  }

  private void changed(List<LoadChange> changes) {
    orders.change(changes, stage == Stage.WORKING && !stopping && !standing.over(), now);
  }

  private void missedStart(Duration ago) {
    String why =
        "the load was to start "
            + ago.toSeconds()
            + " s ago by this host's clock, so it does not start;"
            + " check the clocks of agent and server, and start the job again";
    standing.become(broken(why, ""));
  }

  private void fetched() {
    if (stage == Stage.FETCHING) {
      launch();
    }
  }

  private void launch() {
    stage = Stage.FORKING;
    effects.add(new ShareEffect.Launch(orders.plan()));
  }

  private void notStarted(ShareStatus why) {
    if (stage == Stage.FETCHING || stage == Stage.FORKING) {
      endWithout(why);
    }
  }

  /// It ends before there was a worker.
  private void endWithout(ShareStatus last) {
    stage = Stage.ENDED;
    standing.become(last);
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
    orders.begin(own, resuming, now);
    pursueHeld();
  }

  private void progressed(StepProgress at) {
    boolean fetch = at.step() == Step.FETCH;
    if (fetch == (stage == Stage.FETCHING)) {
      steps.progressed(at, now.nanos());
      tell(at);
    }
  }

  /// What is to come further now.
  private Optional<Step> due() {
    return switch (stage) {
      case FETCHING -> Optional.of(Step.FETCH);
      case FORKING -> Optional.of(Step.FORK);
      case WORKING -> stopping && !standing.over() ? Optional.empty() : dueOfWorker();
      case EXITING, ENDED, GONE -> Optional.empty();
    };
  }

  private Optional<Step> dueOfWorker() {
    return resuming && !standing.failed() ? Optional.of(Step.OPEN) : orders.due(standing.status());
  }

  /// It came no further, and the worker has not said so itself.
  private void overdue(StepProgress late, String lastWords) {
    String why = steps.sentence(late);
    if (stage != Stage.WORKING) {
      endWithout(broken(why, lastWords));
      return;
    }
    boolean after = late.step() == Step.VERIFY || late.step() == Step.CLEAN_UP;
    standing.become(
        after ? new ShareStatus.Verified(Verification.impossible(why)) : broken(why, lastWords));
    kill("came no further");
  }

  private static ShareStatus.Broken broken(String reason, String lastWords) {
    return new ShareStatus.Broken(reason, lastWords, -1);
  }

  private void reported(ShareStatus said) {
    // The first failure stands.
    if (stage != Stage.WORKING || standing.failed()) {
      return;
    }
    if (resuming && !resumed(said)) {
      return;
    }
    if (said instanceof ShareStatus.Prepared(Facts found)) {
      orders.heard(found);
    }
    if (said instanceof ShareStatus.Finished(long lastSeq)) {
      standing.become(finished(lastSeq));
      timer.off();
    } else {
      standing.pass(said);
    }
    if (said instanceof ShareStatus.Broken && load.known() && !orders.verifying()) {
      // Its threads may still be at work; what they counted is closed from the counters.
      kill("broke");
    } else if (disowned && standing.over()) {
      setAside();
    } else if (leaving && standing.over()) {
      deliver();
    }
  }

  /// Whether what a worker says that takes the load up again is news to the principal, which knows
  /// that the load runs: where it does again. One that cannot go on makes room for another.
  private boolean resumed(ShareStatus said) {
    switch (said) {
      case ShareStatus.Running _, ShareStatus.Finished _ -> {
        resuming = false;
        if (standing.status() instanceof ShareStatus.Running
            && said instanceof ShareStatus.Running) {
          effects.add(new ShareEffect.Log("the load is back: another worker has taken it up"));
          return false;
        }
      }
      case ShareStatus.Broken(String reason, var _, var _, var _) -> unable(reason);
      case ShareStatus.Rejected(List<Problem> problems) ->
          unable(problems.isEmpty() ? "refused" : problems.getFirst().sentence());
      case ShareStatus.Underway _, ShareStatus.Verified _, ShareStatus.Gone _ -> {
        return !standing.ready();
      }
    }
    return !resuming;
  }

  private void unable(String why) {
    deaths.unable(why);
    effects.add(new ShareEffect.Kill());
  }

  /// What a share is whose worker has ended its load.
  private ShareStatus finished(long lastSeq) {
    if (leaving && !standing.over()) {
      return stopped(lastSeq);
    }
    expired = expired && !load.untilEnd(now).isNegative();
    return expired
        ? new ShareStatus.Broken(alone, "", lastSeq, true)
        : new ShareStatus.Finished(lastSeq);
  }

  /// Nobody wants its load any more: it is as one that came to its end.
  private void notExpired() {
    expired = false;
    if (stage == Stage.WORKING) {
      standing.notBroken();
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
        if (expired && standing.over()) {
          notExpired();
        }
        if (standing.over() || stopping) {
          standing.report();
        } else {
          stopping = true;
          orders.stop("did not end when " + why, now);
        }
      }
      case EXITING -> {
        renewing = false;
        standing.report();
      }
      case ENDED, GONE -> standing.report();
    }
  }

  private void release() {
    switch (stage) {
      case FETCHING -> gone(new ShareStatus.Released());
      case FORKING -> held.add(new ShareGoal.Release());
      case WORKING -> {
        released = true;
        // One that is being killed dies first, and its records are closed.
        if (!deaths.killed()) {
          exit();
        }
      }
      case EXITING -> released = true;
      case ENDED -> {
        released = true;
        discard();
      }
      case GONE -> standing.report();
    }
  }

  private void exit() {
    orders.release(now);
    stage = Stage.EXITING;
  }

  private void leave() {
    leaving = true;
    switch (stage) {
      case FETCHING -> endWithout(stopped(-1));
      case FORKING -> held.add(new ShareGoal.Stop(disowned, forced));
      case WORKING -> {
        if (standing.over()) {
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
    if (orders.verifying() && standing.finished()) {
      timer.afterGrace(now.nanos(), this::stopAndDeliver);
    } else {
      stopAndDeliver();
    }
  }

  private void stopAndDeliver() {
    if (first && standing.status() instanceof ShareStatus.Finished(long lastSeq) && lastSeq >= 0) {
      if (load.untilEnd(now).isNegative()) {
        standing.unverified(AGENT_STOPPED);
      } else {
        standing.become(stopped(lastSeq));
      }
    }
    deliver();
  }

  /// Waits for the principal to have everything, and a bounded time for that.
  private void deliver() {
    delivering = true;
    timer.after(now.nanos(), DELIVERY, this::depart);
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
        if (deaths.first()) {
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

  private void kill(String why) {
    if (stage == Stage.WORKING || stage == Stage.EXITING) {
      deaths.killed(why);
      effects.add(new ShareEffect.Kill());
    }
  }

  private void exited(Exited exited) {
    timer.off();
    switch (stage) {
      case WORKING -> {
        deaths.died(exited);
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
        if (deaths.first()) {
          discard();
        }
      }
      case FETCHING, FORKING -> {}
    }
  }

  private void closeRecords() {
    stage = Stage.ENDED;
    effects.add(new ShareEffect.CloseRecords(load.ranNanos(now)));
  }

  private void recordsClosed(ShareInput.RecordsClosed closed) {
    if (stage != Stage.ENDED) {
      return;
    }
    long lastSeq = closed.lastSeq();
    arrivalsBefore = closed.arrivals();
    deaths.underWay(closed.underWay());
    if (deaths.died() && closed.whole() && !standing.over()) {
      // It came to the end of its load, and died before it could say so.
      resuming = false;
      standing.become(finished(lastSeq));
    }
    if (mayGoOn()) {
      String how = deaths.sentence() + "; another one takes its load up";
      effects.add(new ShareEffect.Log(how));
      takeUp(arrivalsBefore);
    } else if (renewing && !released && !ending()) {
      takeUp(arrivalsBefore);
    } else {
      end(lastSeq);
    }
  }

  /// No other worker follows.
  private void end(long lastSeq) {
    if (deaths.died()) {
      afterDeath(lastSeq);
    }
    if (released) {
      discard();
    } else if (disowned) {
      setAside();
    } else if (leaving && deaths.died()) {
      deliver();
    } else {
      effects.add(new ShareEffect.Leave());
    }
  }

  /// Whether a dead worker's load is to be taken up again.
  private boolean mayGoOn() {
    boolean loading = resuming || (load.known() && standing.ready());
    boolean over =
        standing.over() || stopping || ending() || released || disowned || orders.verifying();
    return deaths.died()
        && !deaths.killed()
        && loading
        && !over
        && !load.untilEnd(now).isNegative()
        && deaths.mayFollow(now.nanos());
  }

  /// Has another worker go on where one has ended.
  ///
  /// @param arrivals for how many that one accounts
  private void takeUp(long arrivals) {
    orders.follow(arrivals);
    deaths.followed();
    if (renewing || standing.failed()) {
      standing.become(new ShareStatus.Forking());
    }
    renewing = false;
    stopping = false;
    resuming = true;
    launch();
  }

  /// One that died behind its load had delivered that whole: all that may be missing is the
  /// verification. Amid the plan, the next agent of that name takes that up.
  private void afterDeath(long lastSeq) {
    if (!(standing.status() instanceof ShareStatus.Finished(long last)) || last < 0 || !first) {
      standing.become(deaths.after(standing.status(), lastSeq, ending()));
    } else if (ending() && !load.untilEnd(now).isNegative()) {
      standing.become(deaths.resumable(last));
    } else {
      standing.unverified(deaths.sentence());
    }
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
    timer.off();
    standing.gone(last);
    effects.add(new ShareEffect.Forget());
    effects.add(new ShareEffect.Leave());
  }
}
