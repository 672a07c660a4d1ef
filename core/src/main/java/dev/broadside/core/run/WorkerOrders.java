package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.Step;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.run.ShareMachine.Moment;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What the worker of a share is ordered, and by when it is to have ended.
///
/// Not safe for use by several threads.
final class WorkerOrders {
  /// A start that lies further back than this is an error of a clock, or an order that nobody waits
  /// for any more.
  private static final Duration TOO_LATE = Duration.ofMinutes(1);

  /// How long a worker may take to exit after its release.
  private static final Duration EXIT = Duration.ofSeconds(5);

  private final LoadClock load;
  private final ShareTimer timer;
  private final List<ShareEffect> effects;
  private Plan plan;

  /// What the target was prepared with, for workers that did not prepare it.
  private Facts facts = Facts.NONE;

  private boolean helping;
  private boolean opening;
  private boolean verifying;

  /// @param effects takes orders
  WorkerOrders(Plan plan, LoadClock load, ShareTimer timer, List<ShareEffect> effects) {
    this.plan = plan;
    this.load = load;
    this.timer = timer;
    this.effects = effects;
  }

  /// The plan of the worker that there is, or that comes next.
  Plan plan() {
    return plan;
  }

  /// Whether it was told to verify the target.
  boolean verifying() {
    return verifying;
  }

  /// Takes over what the target is prepared with. A worker that only helped says again what it was
  /// told for that, maybe after it was told to open.
  void heard(Facts found) {
    facts = helping ? facts : found;
  }

  /// Takes over what another agent's share knew.
  void takeOver(ShareGoal.Resume goal, Moment now) {
    facts = goal.facts();
    load.start(goal.startEpochNanos(), now);
  }

  /// The first order to a worker.
  ///
  /// @param own the plan with its own incarnation
  /// @param resuming whether it takes up the load of another one
  void begin(Plan own, boolean resuming, Moment now) {
    if (resuming) {
      killAtTheEnd(now);
      Plan present = own.changed(plan.changes());
      send(new ShareGoal.Resume(present, facts, load.startEpochNanos(now)));
    } else {
      send(new ShareGoal.Fork(own));
    }
  }

  /// Another worker is to follow.
  ///
  /// @param arrivals for how many the last one accounts
  void follow(long arrivals) {
    plan = plan.after(plan.former().next(plan.former().arrivals() + arrivals));
  }

  /// Tells the worker what is wanted of it.
  ///
  /// @return how long ago the load was to begin, where that has been missed and it does not
  Optional<Duration> order(ShareGoal.OfWorker goal, Moment now) {
    switch (goal) {
      case ShareGoal.Load _ -> helping = true;
      case ShareGoal.Open(Facts found) -> {
        opening = true;
        facts = found;
      }
      case ShareGoal.Verify _ -> verifying = true;
      case ShareGoal.Run(long startEpochNanos, List<LoadChange> changes) -> {
        plan = plan.changed(LoadChange.newer(plan.changes(), changes));
        Duration ago = Duration.ofNanos(now.epochNanos() - startEpochNanos);
        if (!load.known() && ago.compareTo(TOO_LATE) > 0) {
          return Optional.of(ago);
        }
        load.start(startEpochNanos, now);
        killAtTheEnd(now);
      }
    }
    send(goal);
    return Optional.empty();
  }

  private void killAtTheEnd(Moment now) {
    String why = "did not end after the job's planned end";
    timer.killAfterEnd(now.nanos(), load.endNanos(), plan.spec().axis().endNanos(), why);
  }

  /// Takes over the changes of a load that has begun. A worker that is on its way to take it up
  /// hears of them once it is there.
  ///
  /// @param atWork whether there is a worker whose load goes on
  void change(List<LoadChange> changes, boolean atWork, Moment now) {
    if (changes.size() > plan.changes().size()) {
      plan = plan.changed(changes);
      if (atWork) {
        send(new ShareGoal.Run(load.startEpochNanos(now), changes));
      }
    }
  }

  /// Has the load end now.
  ///
  /// @param why it is killed where it does not
  void stop(String why, Moment now) {
    send(new ShareGoal.Stop());
    OptionalLong ran = load.ranNanos(now);
    if (ran.isEmpty()) {
      timer.killAfter(now.nanos(), plan.spec().grace(), why);
    } else {
      long end = Math.min(ran.getAsLong(), plan.spec().axis().endNanos());
      timer.killAfterEnd(now.nanos(), now.nanos(), end, why);
    }
  }

  void release(Moment now) {
    send(new ShareGoal.Release());
    timer.killAfter(now.nanos(), EXIT, "did not exit");
  }

  private void send(ShareGoal goal) {
    effects.add(new ShareEffect.Order(goal));
  }

  /// The step that the worker is to come further with; empty where it waits, or is at its load.
  ///
  /// @param status what it said last
  Optional<Step> due(ShareStatus status) {
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
          ShareStatus.Gone _ ->
          Optional.empty();
    };
  }

  private Optional<Step> dueBeforeOpening() {
    return plan.slice().first()
        ? Optional.of(Step.TRIAL)
        : Optional.of(Step.PREPARE).filter(_ -> helping);
  }
}
