package dev.broadside.core.run;

import dev.broadside.core.job.JobSpec;
import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// There is a worker, and its load is ahead or under way.
sealed interface WithLoad extends ShareState {
  /// A start that is longer ago than this is refused: a clock is wrong, or the order was delayed.
  Duration TOO_LATE = Duration.ofMinutes(1);

  /// The worker loads the pack and opens its threads; in the first share, it tries and prepares the
  /// target before that.
  ///
  /// @param asked the step that the controller has ordered since: to help load the target, or to
  ///   open
  record Preparing(Optional<ShareStep> asked) implements WithLoad {}

  /// Its threads are open, and wait for the common start.
  record Ready() implements WithLoad {}

  /// The common start is known: the threads wait for it, or are at work.
  record Running(Patience patience) implements WithLoad {}

  /// The worker opens its threads to take up the load of the worker before it.
  record Resuming(Patience patience) implements WithLoad {}

  /// The worker was told to end the load.
  record Stopping(Patience patience) implements WithLoad {}

  /// Gives a new worker its first order.
  ///
  /// @param own the plan with the worker's incarnation
  static ShareState begin(Plan own, Transition t) {
    t.order(t.load().firstOrder(own, t.now()));
    return t.load().startKnown()
        ? new Resuming(untilPlannedEnd(t.load()))
        : new Preparing(Optional.empty());
  }

  private static Patience untilPlannedEnd(ShareLoad load) {
    long runNanos = load.plan().spec().axis().endNanos();
    String why = "did not end after the job's planned end";
    return new Patience.AtLoad(new Patience.LoadEnd(load.endNanos(), runNanos, why));
  }

  @Override
  default Optional<ShareStep> due(ShareData share) {
    return switch (this) {
      case Preparing(Optional<ShareStep> asked) -> dueBeforeReady(asked, share);
      case Resuming _ -> Optional.of(ShareStep.OPEN);
      case Ready _, Running _, Stopping _ -> Optional.empty();
    };
  }

  private static Optional<ShareStep> dueBeforeReady(Optional<ShareStep> asked, ShareData share) {
    boolean first = share.load().first();
    return switch (share.status()) {
      case ShareStatus.Forking _ -> Optional.of(ShareStep.FORK);
      case ShareStatus.Forked _, ShareStatus.Preparing _, ShareStatus.Loading _ ->
          asked.or(() -> Optional.of(ShareStep.TRIAL).filter(_ -> first));
      case ShareStatus.Prepared _ ->
          Optional.of(ShareStep.OPEN).filter(open -> first || asked.equals(Optional.of(open)));
      case ShareStatus.Opening _ -> Optional.of(ShareStep.OPEN);
      case ShareStatus.Ready _,
          ShareStatus.Running _,
          ShareStatus.Finished _,
          ShareStatus.Verified _,
          ShareStatus.Rejected _,
          ShareStatus.Broken _,
          ShareStatus.Gone _ ->
          Optional.empty();
    };
  }

  @Override
  default boolean loading() {
    return switch (this) {
      case Running _, Resuming _ -> true;
      case Preparing _, Ready _, Stopping _ -> false;
    };
  }

  private Optional<Patience> patience() {
    return switch (this) {
      case Running(Patience patience) -> Optional.of(patience);
      case Resuming(Patience patience) -> Optional.of(patience);
      case Stopping(Patience patience) -> Optional.of(patience);
      case Preparing _, Ready _ -> Optional.empty();
    };
  }

  private ShareState with(Patience patience) {
    return switch (this) {
      case Running _ -> new Running(patience);
      case Resuming _ -> new Resuming(patience);
      case Stopping _ -> new Stopping(patience);
      case Preparing _, Ready _ -> this;
    };
  }

  @Override
  default OptionalLong wakeNanos() {
    return patience().stream().mapToLong(Patience::nanos).findFirst();
  }

  @Override
  default ShareState on(ShareInput.Event event, Transition t) {
    return switch (event) {
      case ShareInput.Reported(ShareStatus said) -> said(said, t);
      case ShareInput.Exited exit -> WorkerEnding.close(this, exit, t);
      case ShareInput.LeaseOver(String why) -> leaseOver(why, t);
      case ShareInput.AgentStops _ -> {
        t.log("the agent was stopped, so its load ends within the grace of the job");
        yield stop(Transition.AGENT_STOPPED, t);
      }
      case ShareInput.ShutDown _ -> WorkerEnding.killAtShutDown(t);
      case ShareInput.Woken(String lastWords, int sealed) -> woken(lastWords, sealed, t);
      case ShareInput.Begin _,
          ShareInput.Acknowledged _,
          ShareInput.Answer _,
          ShareInput.Connected _ ->
          this;
    };
  }

  @Override
  default ShareState obey(ShareGoal goal, Transition t) {
    return switch (goal) {
      case ShareGoal.Load(Facts _) when this instanceof Preparing -> {
        t.order(goal);
        yield new Preparing(Optional.of(ShareStep.PREPARE));
      }
      case ShareGoal.Open(Facts found) when this instanceof Preparing -> {
        t.update(t.share().with(t.load().prepared(found)));
        t.order(goal);
        yield new Preparing(Optional.of(ShareStep.OPEN));
      }
      case ShareGoal.Run run -> t.load().startKnown() ? t.answer(this) : startAt(run, t);
      case ShareGoal.Stop(boolean _, boolean atOnce) ->
          atOnce
              ? WorkerEnding.killNow(
                  "was killed at once, because the job was cancelled by force", t)
              : stop("the job was stopped", t);
      case ShareGoal.Release _ -> WorkerEnding.exit(false, t);
      case ShareGoal.Prepare _,
          ShareGoal.Resume _,
          ShareGoal.Load _,
          ShareGoal.Open _,
          ShareGoal.Verify _ ->
          t.answer(this);
    };
  }

  private ShareState startAt(ShareGoal.Run goal, Transition t) {
    if (this instanceof Stopping) {
      return t.answer(this);
    }
    Duration ago = Duration.ofNanos(t.now().epochNanos() - goal.startEpochNanos());
    if (ago.compareTo(TOO_LATE) > 0) {
      t.breaks(
          "the load was to start "
              + ago.toSeconds()
              + " s ago by this host's clock, so it does not start;"
              + " check the clocks of agent and server, and start the job again",
          "");
      return AfterLoad.begin(t);
    }
    t.change(goal.changes(), false);
    t.update(t.share().with(t.load().startedAt(t.now().onHost(goal.startEpochNanos()))));
    t.order(goal);
    return new Running(untilPlannedEnd(t.load()));
  }

  private ShareState leaseOver(String why, Transition t) {
    switch (this) {
      case Running _, Resuming _ -> t.update(t.share().unattended(Optional.of(why)));
      case Preparing _, Ready _, Stopping _ -> {}
    }
    return stop(why, t);
  }

  /// Ends the load now, with the grace of the job.
  ///
  /// @param why in words that follow "when"
  private ShareState stop(String why, Transition t) {
    if (this instanceof Stopping) {
      return t.answer(this);
    }
    t.order(new ShareGoal.Stop());
    JobSpec spec = t.load().plan().spec();
    long now = t.now().nanos();
    String kill = "did not end when " + why;
    OptionalLong ran = t.load().ranNanos(t.now());
    if (ran.isEmpty()) {
      return new Stopping(Patience.withIdle(spec, now, kill));
    }
    long runNanos = Math.min(ran.getAsLong(), spec.axis().endNanos());
    return new Stopping(new Patience.AtLoad(new Patience.LoadEnd(now, runNanos, kill)));
  }

  private ShareState said(ShareStatus said, Transition t) {
    return switch (said) {
      case ShareStatus.Underway underway -> underway(underway, t);
      case ShareStatus.Finished(long lastSeq) -> {
        t.loadEnded(lastSeq);
        yield AfterLoad.begin(t);
      }
      case ShareStatus.Broken(String reason, var _, var _, var _) when this instanceof Resuming ->
          WorkerEnding.replace(reason, t);
      case ShareStatus.Rejected(List<Problem> problems) when this instanceof Resuming ->
          WorkerEnding.replace(problems.isEmpty() ? "refused" : problems.getFirst().sentence(), t);
      case ShareStatus.Broken _ when t.load().startKnown() -> {
        t.become(said);
        // Its threads may still be at work; what they counted is closed from the counters.
        yield WorkerEnding.kill("broke", t);
      }
      case ShareStatus.Broken _, ShareStatus.Rejected _, ShareStatus.Verified _ -> {
        t.become(said);
        yield AfterLoad.begin(t);
      }
      case ShareStatus.Gone _ -> this;
    };
  }

  private ShareState underway(ShareStatus.Underway said, Transition t) {
    if (said instanceof ShareStatus.Prepared(Facts found) && t.load().first()) {
      t.update(t.share().with(t.load().prepared(found)));
    }
    boolean news = t.share().isNews(said);
    if (news) {
      t.pass(said);
    }
    return switch (this) {
      case Preparing _ when said instanceof ShareStatus.Ready -> new Ready();
      case Resuming(Patience patience) when said instanceof ShareStatus.Running -> {
        if (!news) {
          t.log("the load is back: another worker has taken it up");
        }
        yield new Running(patience);
      }
      case Preparing _, Ready _, Running _, Resuming _, Stopping _ -> this;
    };
  }

  private ShareState woken(String lastWords, int sealed, Transition t) {
    Optional<StepDeadline> late = t.overdue();
    if (late.isPresent()) {
      t.breaks(late.get().sentence(t.load().plan()), lastWords);
      return WorkerEnding.kill("made no progress", t);
    }
    Optional<Patience> over =
        patience().filter(patience -> t.now().nanos() - patience.nanos() >= 0);
    if (over.isEmpty()) {
      return this;
    }
    return over.get()
        .next(t.load().plan().spec(), t.now().nanos(), sealed)
        .map(this::with)
        .orElseGet(() -> WorkerEnding.kill(over.get().why(), t));
  }
}
