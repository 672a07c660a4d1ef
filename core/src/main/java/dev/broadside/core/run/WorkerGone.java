package dev.broadside.core.run;

import dev.broadside.core.run.KnownShare.Wanted;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// There is no worker any more, or there never was one.
sealed interface WorkerGone extends ShareState {
  /// The records wait until the controller wants no more of the share.
  ///
  /// @param departNanos when the driver, which leaves, waits for acknowledgements no longer
  record Ended(OptionalLong departNanos) implements WorkerGone {}

  /// The records are being deleted; those that no controller has become unclaimed.
  record Discarding() implements WorkerGone {}

  /// Nothing is left of the share.
  record Gone() implements WorkerGone {}

  /// Ends in a state in which nothing keeps its driver from ending.
  static ShareState leave(Transition t) {
    t.add(new ShareEffect.Leave());
    return new Ended(OptionalLong.empty());
  }

  /// Ends with its driver, and leaves the records to the next one.
  static ShareState keepRecords(Transition t) {
    t.add(new ShareEffect.KeepRecords());
    return new Ended(OptionalLong.empty());
  }

  static ShareState discard(Transition t) {
    t.add(new ShareEffect.Discard());
    return new Discarding();
  }

  static ShareState forget(ShareStatus last, Transition t) {
    t.know(
        t.share().with(new KnownShare.Reports(t.share().reports().generation(), last, List.of())));
    t.report();
    t.add(new ShareEffect.Forget());
    t.add(new ShareEffect.Leave());
    return new Gone();
  }

  @Override
  default OptionalLong wakeNanos() {
    return this instanceof Ended(OptionalLong departNanos) ? departNanos : OptionalLong.empty();
  }

  @Override
  default ShareState on(ShareInput input, Transition t) {
    return switch (input) {
      case ShareInput.Launched _ -> {
        // It comes too late.
        t.add(new ShareEffect.Kill());
        yield this;
      }
      case ShareInput.Exited _ -> lateWorkerExited(t);
      case ShareInput.Leave _ -> leaves(t);
      case ShareInput.ShutDown _ -> shutDown(t);
      case ShareInput.Acknowledged _ -> {
        if (wakeNanos().isPresent()) {
          t.add(new ShareEffect.AskDelivered());
        }
        yield this;
      }
      case ShareInput.Delivered _ -> this instanceof Ended ? leave(t) : this;
      case ShareInput.Woken _ -> isTime(t) ? leave(t) : this;
      case ShareInput.Discarded(long kept) -> discarded(kept, t);
      case ShareInput.LeaseOver _ -> t.answer(this);
      case ShareInput.Begin _,
          ShareInput.Ordered _,
          ShareInput.Progressed _,
          ShareInput.Reported _,
          ShareInput.Answer _,
          ShareInput.Connected _ ->
          this;
    };
  }

  @Override
  default ShareState obey(ShareGoal goal, Transition t) {
    return switch (this) {
      case Ended _ -> obeyEnded(goal, t);
      case Discarding _ -> goal instanceof ShareGoal.Release ? this : t.answer(this);
      case Gone _ -> t.answer(this);
    };
  }

  private ShareState obeyEnded(ShareGoal goal, Transition t) {
    return switch (goal) {
      case ShareGoal.Resume _ when t.share().resumable() && !t.load().ended(t.now()) ->
          BeforeWorker.takeUp(t);
      case ShareGoal.Stop _ -> {
        t.report();
        yield t.share().wanted() == Wanted.UNKNOWN_RUN && t.share().over() ? discard(t) : this;
      }
      case ShareGoal.Release _ -> discard(t);
      case ShareGoal.Fork _, ShareGoal.Resume _, ShareGoal.OfWorker _ -> t.answer(this);
    };
  }

  /// A worker that came too late has exited. If there was none before it, nothing was counted.
  private ShareState lateWorkerExited(Transition t) {
    if (!t.load().plan().again()) {
      t.add(new ShareEffect.Discard());
    }
    return this;
  }

  private ShareState leaves(Transition t) {
    return switch (this) {
      case Ended _ -> new Ended(AfterLoad.deliver(t));
      case Discarding _ -> this;
      case Gone _ -> {
        t.add(new ShareEffect.Leave());
        yield this;
      }
    };
  }

  private ShareState shutDown(Transition t) {
    t.add(this instanceof Gone ? new ShareEffect.Leave() : new ShareEffect.KeepRecords());
    return this;
  }

  private ShareState discarded(long kept, Transition t) {
    if (!(this instanceof Discarding)) {
      return this;
    }
    if (!t.share().unwanted()) {
      return new Ended(OptionalLong.empty());
    }
    long sinceMillis = Duration.ofNanos(t.now().epochNanos()).toMillis();
    return forget(
        t.share().wanted() == Wanted.UNKNOWN_RUN && kept > 0
            ? new ShareStatus.Unclaimed(kept, sinceMillis)
            : new ShareStatus.Released(),
        t);
  }
}
