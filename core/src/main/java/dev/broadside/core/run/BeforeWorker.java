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
  /// The orders that wait.
  List<ShareGoal> held();

  /// The pack is on its way.
  record Fetching(List<ShareGoal> held) implements BeforeWorker {}

  /// A worker is being started. If the start of the load is known it takes that up.
  ///
  /// @param again whether this driver had a worker of the share before
  record Starting(List<ShareGoal> held, boolean again) implements BeforeWorker {}

  /// Has another worker take up the load of one that is gone.
  static ShareState takeUp(Transition t) {
    t.know(t.share().with(KnownShare.Wanted.LOAD).unattended(Optional.empty()));
    if (t.share().status().failed()) {
      t.become(new ShareStatus.Forking());
    }
    t.add(new ShareEffect.Launch(t.load().plan()));
    return new Starting(List.of(), true);
  }

  @Override
  default Optional<ShareStep> due(KnownShare share) {
    return Optional.of(
        switch (this) {
          case Fetching _ -> ShareStep.FETCH;
          case Starting _ -> ShareStep.FORK;
        });
  }

  @Override
  default ShareState on(ShareInput input, Transition t) {
    return switch (input) {
      case ShareInput.Begin _ -> {
        t.report();
        t.add(new ShareEffect.Fetch());
        yield this;
      }
      case ShareInput.Fetched _ when this instanceof Fetching -> {
        t.add(new ShareEffect.Launch(t.load().plan()));
        yield new Starting(held(), false);
      }
      case ShareInput.Launched(Plan own) -> launched(own, t);
      case ShareInput.NotStarted(ShareStatus why) -> endWithout(why, t);
      case ShareInput.LeaseOver _ -> endLoad(new ShareStatus.Finished(-1), t);
      case ShareInput.Leave _ -> endLoad(Transition.stopped(-1), t);
      case ShareInput.ShutDown _ -> shutDown(t);
      case ShareInput.Woken(String lastWords, int _) -> {
        Optional<StepDeadline> late = t.overdue();
        yield late.isEmpty() ? this : endWithout(broken(late.get(), lastWords, t), t);
      }
      case ShareInput.Ordered _,
          ShareInput.Progressed _,
          ShareInput.Reported _,
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
      case ShareGoal.Fork _, ShareGoal.Resume _ -> t.answer(this);
      case ShareGoal.Run _ when t.load().startKnown() -> t.answer(this);
      case ShareGoal.OfWorker wanted -> hold(wanted);
      case ShareGoal.Stop stop ->
          this instanceof Fetching ? endWithout(new ShareStatus.Finished(-1), t) : hold(stop);
      case ShareGoal.Release release ->
          this instanceof Fetching
              ? WorkerGone.forget(new ShareStatus.Released(), t)
              : hold(release);
    };
  }

  private ShareState hold(ShareGoal goal) {
    List<ShareGoal> all = new ArrayList<>(held());
    all.add(goal);
    return switch (this) {
      case Fetching _ -> new Fetching(List.copyOf(all));
      case Starting(var _, boolean again) -> new Starting(List.copyOf(all), again);
    };
  }

  /// A worker that is being started hears of it when it is there.
  ///
  /// @param last what the share is if none is
  private ShareState endLoad(ShareStatus last, Transition t) {
    return switch (this) {
      case Fetching _ -> endWithout(last, t);
      case Starting _ ->
          hold(new ShareGoal.Stop(t.share().wanted() == KnownShare.Wanted.UNKNOWN_RUN));
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
    ShareState ended = obeyAll(WorkerGone.leave(t), t);
    boolean unknown = t.share().wanted() == KnownShare.Wanted.UNKNOWN_RUN;
    return unknown && ended instanceof WorkerGone.Ended ? WorkerGone.discard(t) : ended;
  }

  private ShareState obeyAll(ShareState next, Transition t) {
    ShareState state = next;
    for (ShareGoal goal : held()) {
      state = state.obey(goal, t);
    }
    return state;
  }

  private ShareState shutDown(Transition t) {
    return switch (this) {
      case Fetching _ -> WorkerGone.leave(t);
      // What earlier workers counted is kept.
      case Starting(var _, boolean again) when again -> WorkerGone.keepRecords(t);
      case Starting _ -> {
        t.know(t.share().with(KnownShare.Wanted.NOTHING));
        yield hold(new ShareGoal.Release());
      }
    };
  }
}
