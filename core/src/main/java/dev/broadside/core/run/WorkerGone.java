package dev.broadside.core.run;

import dev.broadside.core.run.ShareData.Wanted;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// There is no worker any more, or there never was one.
sealed interface WorkerGone extends ShareState {
  /// The records are kept until the controller releases the share.
  ///
  /// @param waitUntilNanos until when the agent, which stops, waits for acknowledgements
  record Ended(OptionalLong waitUntilNanos) implements WorkerGone {}

  /// The records that the controller has acknowledged are being deleted; the others become
  /// unclaimed.
  record Discarding() implements WorkerGone {}

  /// Nothing is left of the share.
  record Gone() implements WorkerGone {}

  /// The share has ended, and the agent need not wait for it any more before it exits.
  static ShareState ended(Transition t) {
    t.add(new ShareEffect.MayExit());
    return new Ended(OptionalLong.empty());
  }

  /// The share ends with its agent. Its records stay on disk, and the next agent sends them.
  static ShareState keepRecords(Transition t) {
    t.add(new ShareEffect.KeepRecords());
    return new Ended(OptionalLong.empty());
  }

  static ShareState discard(Transition t) {
    t.add(new ShareEffect.Discard());
    return new Discarding();
  }

  static ShareState forget(ShareStatus last, Transition t) {
    t.update(
        t.share().with(new ShareData.Reports(t.share().reports().generation(), last, List.of())));
    t.report();
    t.add(new ShareEffect.Forget());
    t.add(new ShareEffect.MayExit());
    return new Gone();
  }

  @Override
  default OptionalLong wakeNanos() {
    return this instanceof Ended(OptionalLong waitUntilNanos)
        ? waitUntilNanos
        : OptionalLong.empty();
  }

  @Override
  default ShareState on(ShareInput.Event event, Transition t) {
    return switch (event) {
      case ShareInput.Launched _ -> {
        // The worker that was being started comes too late.
        t.add(new ShareEffect.Kill());
        yield this;
      }
      case ShareInput.Exited _ -> lateWorkerExited(t);
      case ShareInput.AgentStops _ -> agentStops(t);
      case ShareInput.ShutDown _ -> shutDown(t);
      case ShareInput.Acknowledged _ -> {
        if (wakeNanos().isPresent()) {
          t.add(new ShareEffect.AskDelivered());
        }
        yield this;
      }
      case ShareInput.Delivered _ -> this instanceof Ended ? ended(t) : this;
      case ShareInput.Woken _ -> isTime(t) ? ended(t) : this;
      case ShareInput.Discarded(long kept) -> discarded(kept, t);
      case ShareInput.LeaseOver _ -> t.answer(this);
      case ShareInput.Begin _, ShareInput.Reported _, ShareInput.Answer _, ShareInput.Connected _ ->
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
      case ShareGoal.Prepare _, ShareGoal.Resume _, ShareGoal.OfWorker _ -> t.answer(this);
    };
  }

  /// A worker that came too late has exited. If it was the share's first one, nothing was counted,
  /// so there are no records to keep.
  private ShareState lateWorkerExited(Transition t) {
    if (!t.load().plan().again()) {
      t.add(new ShareEffect.Discard());
    }
    return this;
  }

  private ShareState agentStops(Transition t) {
    return switch (this) {
      case Ended _ -> new Ended(AfterLoad.deliver(t));
      case Discarding _ -> this;
      case Gone _ -> {
        t.add(new ShareEffect.MayExit());
        yield this;
      }
    };
  }

  private ShareState shutDown(Transition t) {
    t.add(this instanceof Gone ? new ShareEffect.MayExit() : new ShareEffect.KeepRecords());
    return this;
  }

  private ShareState discarded(long kept, Transition t) {
    if (!(this instanceof Discarding)) {
      return this;
    }
    if (t.share().wanted() != Wanted.NOTHING && kept > 0) {
      // If the controller wants them meanwhile, it orders them as it does those of an earlier
      // agent.
      long sinceMillis = Duration.ofNanos(t.now().epochNanos()).toMillis();
      return forget(new ShareStatus.Unclaimed(kept, sinceMillis), t);
    }
    return t.share().unwanted() ? forget(new ShareStatus.Released(), t) : ended(t);
  }
}
