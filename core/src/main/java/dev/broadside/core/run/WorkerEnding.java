package dev.broadside.core.run;

import dev.broadside.core.run.KnownShare.Owner;
import dev.broadside.core.run.KnownShare.Wanted;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The worker is about to end, or has ended and its records are being closed.
sealed interface WorkerEnding extends ShareState {
  /// How long a worker may take to exit when it is told to.
  Duration EXIT = Duration.ofSeconds(5).plus(Patience.MARGIN);

  /// The worker was killed, and its end is awaited.
  ///
  /// @param why in words that follow "the worker"
  /// @param replaceable whether nothing is wrong but with this worker: another one may take the
  ///   load up
  record Killed(String why, boolean replaceable) implements WorkerEnding {}

  /// The worker was told to exit.
  ///
  /// @param killNanos when it is killed if it is still there; empty if it was
  /// @param replaced whether another one is to take up the load that this one had ended
  record Exiting(OptionalLong killNanos, boolean replaced) implements WorkerEnding {}

  /// The worker has ended, and what it counted last is read from its counters.
  ///
  /// @param last the state in which it ended
  record Closing(ShareState last, ShareInput.Exited exit) implements WorkerEnding {
    private ShareState closed(ShareInput.RecordsClosed closed, Transition t) {
      t.know(t.share().with(t.load().after(closed.arrivals())));
      if (last instanceof Exiting(OptionalLong _, boolean replaced)) {
        boolean wanted = t.share().wanted() == Wanted.LOAD && t.share().stays();
        return replaced && wanted ? BeforeWorker.takeUp(t) : end(t);
      }
      Optional<Killed> killed = last instanceof Killed kill ? Optional.of(kill) : Optional.empty();
      WorkerDeath death = new WorkerDeath(exit, killed, closed.underWay());
      if (closed.whole() && !t.share().over()) {
        // It came to the end of its load, and died before it could say so.
        t.loadEnded(closed.lastSeq());
      }
      if (mayBeReplaced(t)) {
        t.log(death.sentence() + "; another one takes its load up");
        return BeforeWorker.takeUp(t);
      }
      dieFor(death, closed.lastSeq(), t);
      return t.share().owner() == Owner.LEAVES && !t.share().unwanted()
          ? new WorkerGone.Ended(AfterLoad.deliver(t))
          : end(t);
    }

    private static ShareState end(Transition t) {
      return t.share().unwanted() ? WorkerGone.discard(t) : WorkerGone.leave(t);
    }

    /// Whether the load of a dead worker is to be taken up by another one.
    private boolean mayBeReplaced(Transition t) {
      boolean loading = last.loading() || (last instanceof Killed killed && killed.replaceable());
      KnownShare share = t.share();
      if (!loading
          || share.over()
          || share.wanted() != Wanted.LOAD
          || !share.stays()
          || share.load().ended(t.now())) {
        return false;
      }
      List<Long> deaths = WorkerDeath.counted(share.deaths(), t.now().nanos());
      t.know(share.died(deaths));
      return deaths.size() < WorkerDeath.MOST;
    }

    /// No other worker follows. If the worker died after its load, the load is complete, and only
    /// the verification may be missing. Before the planned end, the next agent of that name takes
    /// the load up.
    private static void dieFor(WorkerDeath death, long lastSeq, Transition t) {
      KnownShare share = t.share();
      boolean ending = !share.stays();
      if (!(share.status() instanceof ShareStatus.Finished(long last))
          || last < 0
          || !share.load().first()) {
        t.become(death.after(share.status(), lastSeq, share.deaths().size(), ending));
      } else if (ending && !share.load().ended(t.now())) {
        t.become(death.resumable(last));
      } else {
        t.unverified(death.sentence());
      }
    }
  }

  static ShareState kill(String why, Transition t) {
    t.add(new ShareEffect.Kill());
    return new Killed(why, false);
  }

  static ShareState killAtShutDown(Transition t) {
    return kill("lost its agent, which was stopped,", t);
  }

  /// Makes room for another worker, since this one cannot take the load up.
  static ShareState replace(String why, Transition t) {
    t.add(new ShareEffect.Kill());
    return new Killed("could not take the load up again: " + why, true);
  }

  static ShareState exit(boolean replaced, Transition t) {
    t.order(new ShareGoal.Release());
    return new Exiting(OptionalLong.of(t.now().nanos() + EXIT.toNanos()), replaced);
  }

  static ShareState close(ShareState last, ShareInput.Exited exit, Transition t) {
    t.add(new ShareEffect.CloseRecords(t.load().ranNanos(t.now())));
    return new Closing(last, exit);
  }

  @Override
  default OptionalLong wakeNanos() {
    return this instanceof Exiting(OptionalLong killNanos, boolean _)
        ? killNanos
        : OptionalLong.empty();
  }

  @Override
  default ShareState on(ShareInput input, Transition t) {
    return switch (input) {
      case ShareInput.Reported(ShareStatus said) -> said(said, t);
      case ShareInput.Exited exit -> exited(exit, t);
      case ShareInput.RecordsClosed closed ->
          this instanceof Closing closing ? closing.closed(closed, t) : this;
      case ShareInput.LeaseOver _ -> notReplaced(t);
      case ShareInput.ShutDown _ -> shutDown(t);
      case ShareInput.Woken _ -> isTime(t) ? killLate(t) : this;
      case ShareInput.Begin _,
          ShareInput.Ordered _,
          ShareInput.Progressed _,
          ShareInput.Acknowledged _,
          ShareInput.Answer _,
          ShareInput.Connected _,
          ShareInput.Leave _ ->
          this;
    };
  }

  @Override
  default ShareState obey(ShareGoal goal, Transition t) {
    return switch (goal) {
      case ShareGoal.Stop _ -> notReplaced(t);
      // What is wanted is known; a worker that was killed has its records closed first.
      case ShareGoal.Release _ -> this;
      case ShareGoal.Fork _, ShareGoal.Resume _, ShareGoal.OfWorker _ -> t.answer(this);
    };
  }

  /// What was on its way before a worker was killed: its load may have come to its end.
  private ShareState said(ShareStatus said, Transition t) {
    if (this instanceof Killed && !t.share().over()) {
      switch (said) {
        case ShareStatus.Underway underway when t.share().isNews(underway) -> t.pass(underway);
        case ShareStatus.Finished(long lastSeq) -> t.loadEnded(lastSeq);
        case ShareStatus.Underway _,
            ShareStatus.Verified _,
            ShareStatus.Rejected _,
            ShareStatus.Broken _,
            ShareStatus.Gone _ -> {}
      }
    }
    return this;
  }

  private ShareState notReplaced(Transition t) {
    t.report();
    return this instanceof Exiting(OptionalLong killNanos, boolean _)
        ? new Exiting(killNanos, false)
        : this;
  }

  private ShareState shutDown(Transition t) {
    switch (this) {
      case Killed _, Exiting _ -> t.add(new ShareEffect.Kill());
      // After the closing record, which may be on its way to the disk.
      case Closing _ -> t.add(new ShareEffect.KeepRecords());
    }
    return this;
  }

  private ShareState killLate(Transition t) {
    t.add(new ShareEffect.Kill());
    return this instanceof Exiting(OptionalLong _, boolean replaced)
        ? new Exiting(OptionalLong.empty(), replaced)
        : this;
  }

  private ShareState exited(ShareInput.Exited exit, Transition t) {
    return switch (this) {
      case Exiting _ when t.share().wanted() == Wanted.NOTHING -> WorkerGone.discard(t);
      case Killed _, Exiting _ -> close(this, exit, t);
      case Closing _ -> this;
    };
  }
}
