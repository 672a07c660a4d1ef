package dev.broadside.core.run;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.run.KnownShare.Owner;
import dev.broadside.core.run.KnownShare.Wanted;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// There is a worker whose load has ended, was refused or broke.
sealed interface AfterLoad extends ShareState {
  /// How long the controller may take to acknowledge the last records if the driver is stopped.
  /// They lie on disk, and the next driver sends what is left.
  Duration DELIVERY = Duration.ofSeconds(10);

  /// The worker waits for what the controller wants.
  ///
  /// @param departNanos when the driver, which leaves, waits for acknowledgements no longer
  record LoadOver(OptionalLong departNanos) implements AfterLoad {}

  /// The worker verifies the target, and cleans it up if that was asked for.
  ///
  /// @param departNanos when the driver, which leaves, waits for the verification no longer
  record Verifying(OptionalLong departNanos) implements AfterLoad {}

  OptionalLong departNanos();

  /// The load has ended; the status already says so.
  static ShareState begin(Transition t) {
    if (t.share().wanted() == Wanted.UNKNOWN_RUN) {
      return WorkerEnding.exit(false, t);
    }
    return t.share().owner() == Owner.LEAVES
        ? new LoadOver(deliver(t))
        : new LoadOver(OptionalLong.empty());
  }

  /// Waits for the controller to have everything, and a bounded time for that.
  ///
  /// @return until when
  static OptionalLong deliver(Transition t) {
    t.add(new ShareEffect.AskDelivered());
    return OptionalLong.of(t.now().nanos() + DELIVERY.toNanos());
  }

  @Override
  default Optional<ShareStep> due(KnownShare share) {
    return switch (this) {
      case LoadOver _ -> Optional.empty();
      case Verifying _ -> Optional.of(ShareStep.VERIFY);
    };
  }

  @Override
  default OptionalLong wakeNanos() {
    return departNanos();
  }

  @Override
  default ShareState on(ShareInput input, Transition t) {
    return switch (input) {
      case ShareInput.Reported(ShareStatus said) -> said(said, t);
      case ShareInput.Exited exit -> WorkerEnding.close(this, exit, t);
      case ShareInput.LeaseOver _ -> t.answer(this);
      case ShareInput.Leave _ -> leave(t);
      case ShareInput.ShutDown _ -> WorkerEnding.killAtShutDown(t);
      case ShareInput.Acknowledged _ -> {
        if (this instanceof LoadOver && departNanos().isPresent()) {
          t.add(new ShareEffect.AskDelivered());
        }
        yield this;
      }
      case ShareInput.Delivered _ -> this instanceof LoadOver ? WorkerEnding.exit(false, t) : this;
      case ShareInput.Connected _ -> {
        if (t.load().ended(t.now())) {
          t.notResumable();
        }
        yield this;
      }
      case ShareInput.Woken _ -> woken(t);
      case ShareInput.Begin _, ShareInput.Ordered _, ShareInput.Progressed _, ShareInput.Answer _ ->
          this;
    };
  }

  @Override
  default ShareState obey(ShareGoal goal, Transition t) {
    return switch (goal) {
      case ShareGoal.Verify _ when mayVerify(t.share()) -> {
        t.order(goal);
        yield new Verifying(OptionalLong.empty());
      }
      case ShareGoal.Resume _ when t.share().resumable() && !t.load().ended(t.now()) -> {
        t.know(t.share().with(Wanted.LOAD));
        yield WorkerEnding.exit(true, t);
      }
      case ShareGoal.Stop _ -> {
        t.notResumable();
        t.report();
        yield t.share().wanted() == Wanted.UNKNOWN_RUN ? WorkerEnding.exit(false, t) : this;
      }
      case ShareGoal.Release _ -> WorkerEnding.exit(false, t);
      case ShareGoal.Fork _,
          ShareGoal.Resume _,
          ShareGoal.Load _,
          ShareGoal.Open _,
          ShareGoal.Run _,
          ShareGoal.Verify _ ->
          t.answer(this);
    };
  }

  private boolean mayVerify(KnownShare share) {
    return this instanceof LoadOver
        && departNanos().isEmpty()
        && share.status() instanceof ShareStatus.Finished;
  }

  private ShareState said(ShareStatus said, Transition t) {
    // The first failure stands.
    if (t.share().status().failed()) {
      return this;
    }
    return switch (said) {
      case ShareStatus.Verified _, ShareStatus.Broken _, ShareStatus.Rejected _ -> {
        t.become(said);
        yield begin(t);
      }
      case ShareStatus.Underway _, ShareStatus.Finished _, ShareStatus.Gone _ -> this;
    };
  }

  private ShareState leave(Transition t) {
    if (this instanceof Verifying) {
      Duration grace = t.load().plan().spec().grace();
      return new Verifying(OptionalLong.of(t.now().nanos() + grace.toNanos()));
    }
    return deliverUnverified(t);
  }

  /// The worker that should verify the target when all have finished will be gone by then.
  private static ShareState deliverUnverified(Transition t) {
    if (t.load().first()
        && t.share().status() instanceof ShareStatus.Finished(long lastSeq)
        && lastSeq >= 0) {
      if (t.load().ended(t.now())) {
        t.unverified(Transition.AGENT_STOPPED);
      } else {
        t.become(Transition.stopped(lastSeq));
      }
    }
    return new LoadOver(deliver(t));
  }

  private ShareState woken(Transition t) {
    Optional<StepDeadline> late = t.overdue();
    if (late.isPresent()) {
      String why = late.get().sentence(t.load().plan());
      t.become(new ShareStatus.Verified(Verification.impossible(why)));
      return WorkerEnding.kill("came no further", t);
    }
    if (!isTime(t)) {
      return this;
    }
    return switch (this) {
      case LoadOver _ -> WorkerEnding.exit(false, t);
      case Verifying _ -> deliverUnverified(t);
    };
  }
}
