package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// There is no worker yet, or the next one is being started. Orders wait for it.
sealed interface BeforeWorker extends ShareState {
  /// Orders for the worker, in the order in which they came.
  List<ShareGoal> queued();

  /// The agent fetches the pack.
  record Fetching(List<ShareGoal> queued) implements BeforeWorker {}

  /// A worker is being started. If the load has a start already, the worker takes it up.
  ///
  /// @param again whether this agent process had a worker of the share before
  record Starting(List<ShareGoal> queued, boolean again) implements BeforeWorker {}

  /// Starts a worker that takes up the load of one that is gone.
  static ShareState takeUp(Transition t) {
    t.update(t.share().with(ShareData.Wanted.LOAD).unattended(Optional.empty()));
    if (t.share().status().failed()) {
      t.become(new ShareStatus.Forking());
    }
    t.add(new ShareEffect.Launch(t.load().plan()));
    return new Starting(List.of(), true);
  }

  @Override
  default Optional<ShareStep> due(ShareData share) {
    return Optional.of(
        switch (this) {
          case Fetching _ -> ShareStep.FETCH;
          case Starting _ -> ShareStep.FORK;
        });
  }

  @Override
  default ShareState on(ShareInput.Event event, Transition t) {
    return switch (event) {
      case ShareInput.Begin _ -> {
        t.report();
        t.add(new ShareEffect.Fetch());
        yield this;
      }
      case ShareInput.Fetched _ when this instanceof Fetching -> {
        t.add(new ShareEffect.Launch(t.load().plan()));
        yield new Starting(queued(), false);
      }
      case ShareInput.Launched(Plan own) -> launched(own, t);
      case ShareInput.NotStarted(ShareStatus why) -> endWithout(why, t);
      case ShareInput.LeaseOver _ -> endLoad(new ShareStatus.Finished(-1), t);
      case ShareInput.AgentStops _ -> endLoad(Transition.stopped(-1), t);
      case ShareInput.ShutDown _ -> shutDown(t);
      case ShareInput.Woken(String lastWords, int _) -> {
        Optional<StepDeadline> late = t.overdue();
        yield late.isEmpty() ? this : endWithout(broken(late.get(), lastWords, t), t);
      }
      case ShareInput.Reported _,
          ShareInput.Exited _,
          ShareInput.Acknowledged _,
          ShareInput.Answer _,
          ShareInput.Connected _ ->
          this;
    };
  }

  private static ShareStatus broken(StepDeadline late, String lastWords, Transition t) {
    return new ShareStatus.Broken(late.sentence(t.load().plan()), lastWords, -1);
  }

  @Override
  default ShareState obey(ShareGoal goal, Transition t) {
    return switch (goal) {
      case ShareGoal.Prepare _, ShareGoal.Resume _ -> t.answer(this);
      case ShareGoal.Run _ when t.load().startKnown() -> t.answer(this);
      case ShareGoal.OfWorker wanted -> queue(wanted);
      case ShareGoal.Stop stop ->
          this instanceof Fetching ? endWithout(new ShareStatus.Finished(-1), t) : queue(stop);
      case ShareGoal.Release release ->
          this instanceof Fetching
              ? WorkerGone.forget(new ShareStatus.Released(), t)
              : queue(release);
    };
  }

  private ShareState queue(ShareGoal goal) {
    List<ShareGoal> all = new ArrayList<>(queued());
    all.add(goal);
    return switch (this) {
      case Fetching _ -> new Fetching(List.copyOf(all));
      case Starting(var _, boolean again) -> new Starting(List.copyOf(all), again);
    };
  }

  /// Ends the share if no worker is being started. A worker that is being started is stopped when
  /// it is there.
  ///
  /// @param last the last status of a share that never had a worker
  private ShareState endLoad(ShareStatus last, Transition t) {
    return switch (this) {
      case Fetching _ -> endWithout(last, t);
      case Starting _ ->
          queue(new ShareGoal.Stop(t.share().wanted() == ShareData.Wanted.UNKNOWN_RUN));
    };
  }

  private ShareState launched(Plan own, Transition t) {
    return switch (this) {
      case Fetching _ -> {
        t.add(new ShareEffect.Kill());
        yield this;
      }
      case Starting _ -> obeyAll(WithLoad.begin(own, t), t);
    };
  }

  /// The share ends before there was a worker.
  private ShareState endWithout(ShareStatus last, Transition t) {
    t.become(last);
    ShareState ended = obeyAll(WorkerGone.ended(t), t);
    boolean unknown = t.share().wanted() == ShareData.Wanted.UNKNOWN_RUN;
    return unknown && ended instanceof WorkerGone.Ended ? WorkerGone.discard(t) : ended;
  }

  private ShareState obeyAll(ShareState next, Transition t) {
    ShareState state = next;
    for (ShareGoal goal : queued()) {
      state = state.obey(goal, t);
    }
    return state;
  }

  private ShareState shutDown(Transition t) {
    return switch (this) {
      case Fetching _ -> WorkerGone.ended(t);
      // The records of earlier workers are kept.
      case Starting(var _, boolean again) when again -> WorkerGone.keepRecords(t);
      case Starting _ -> {
        t.update(t.share().with(ShareData.Wanted.NOTHING));
        yield queue(new ShareGoal.Release());
      }
    };
  }
}
