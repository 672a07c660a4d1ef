package dev.broadside.core.run;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.run.ShareData.Owner;
import dev.broadside.core.run.ShareData.Wanted;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Verification;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// There is a worker, and its load has ended, or never began since the job was refused or a step
/// failed.
sealed interface AfterLoad extends ShareState {
  /// How long an agent that is stopped waits for the controller to acknowledge the last records.
  /// They are on disk, and the next agent sends those that were not acknowledged.
  Duration DELIVERY = Duration.ofSeconds(10);

  /// The worker waits for its next order: to verify, to exit, or to make room for a worker that
  /// takes the load up.
  ///
  /// @param waitUntilNanos until when the agent, which stops, waits for acknowledgements
  record AwaitingOrder(OptionalLong waitUntilNanos) implements AfterLoad {}

  /// The worker verifies the target, and cleans it up if that was asked for.
  ///
  /// @param waitUntilNanos until when the agent, which stops, waits for the verification
  record Verifying(OptionalLong waitUntilNanos) implements AfterLoad {}

  OptionalLong waitUntilNanos();

  /// The load has ended or will not begin, and the share's status says so.
  static ShareState begin(Transition t) {
    if (t.share().wanted() == Wanted.UNKNOWN_RUN) {
      return WorkerEnding.exit(false, t);
    }
    return t.share().owner() == Owner.STOPS
        ? new AwaitingOrder(deliver(t))
        : new AwaitingOrder(OptionalLong.empty());
  }

  /// Begins to wait until the controller has every record, but not for longer than [#DELIVERY].
  ///
  /// @return when the wait ends
  static OptionalLong deliver(Transition t) {
    t.add(new ShareEffect.AskDelivered());
    return OptionalLong.of(t.now().nanos() + DELIVERY.toNanos());
  }

  @Override
  default Optional<ShareStep> due(ShareData share) {
    return switch (this) {
      case AwaitingOrder _ -> Optional.empty();
      case Verifying _ -> Optional.of(ShareStep.VERIFY);
    };
  }

  @Override
  default OptionalLong wakeNanos() {
    return waitUntilNanos();
  }

  @Override
  default ShareState on(ShareInput.Event event, Transition t) {
    return switch (event) {
      case ShareInput.Reported(ShareStatus said) -> said(said, t);
      case ShareInput.Exited exit -> WorkerEnding.close(this, exit, t);
      case ShareInput.LeaseOver _ -> t.answer(this);
      case ShareInput.AgentStops _ -> agentStops(t);
      case ShareInput.ShutDown _ -> WorkerEnding.killAtShutDown(t);
      case ShareInput.Acknowledged _ -> {
        if (this instanceof AwaitingOrder && waitUntilNanos().isPresent()) {
          t.add(new ShareEffect.AskDelivered());
        }
        yield this;
      }
      case ShareInput.Delivered _ ->
          this instanceof AwaitingOrder ? WorkerEnding.exit(false, t) : this;
      case ShareInput.Connected _ -> {
        if (t.load().ended(t.now())) {
          t.notResumable();
        }
        yield this;
      }
      case ShareInput.Woken _ -> woken(t);
      case ShareInput.Begin _, ShareInput.Answer _ -> this;
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
        t.update(t.share().with(Wanted.LOAD));
        yield WorkerEnding.exit(true, t);
      }
      case ShareGoal.Stop _ -> {
        t.notResumable();
        t.report();
        yield t.share().wanted() == Wanted.UNKNOWN_RUN ? WorkerEnding.exit(false, t) : this;
      }
      case ShareGoal.Release _ -> WorkerEnding.exit(false, t);
      case ShareGoal.Prepare _,
          ShareGoal.Resume _,
          ShareGoal.Load _,
          ShareGoal.Open _,
          ShareGoal.Run _,
          ShareGoal.Verify _ ->
          t.answer(this);
    };
  }

  private boolean mayVerify(ShareData share) {
    return this instanceof AwaitingOrder
        && waitUntilNanos().isEmpty()
        && share.status() instanceof ShareStatus.Finished;
  }

  private ShareState said(ShareStatus said, Transition t) {
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

  private ShareState agentStops(Transition t) {
    if (this instanceof Verifying) {
      Duration grace = t.load().plan().spec().grace();
      return new Verifying(OptionalLong.of(t.now().nanos() + grace.toNanos()));
    }
    return deliverUnverified(t);
  }

  /// Delivers the records without verifying the target: this worker will be gone when all shares
  /// have finished.
  private static ShareState deliverUnverified(Transition t) {
    if (t.load().first()
        && t.share().status() instanceof ShareStatus.Finished(long lastSeq)
        && lastSeq >= 0) {
      // A load that ended before its planned end without an order has done all its work.
      if (t.load().ended(t.now()) || t.share().wanted() == Wanted.LOAD) {
        t.unverified(Transition.AGENT_STOPPED);
      } else {
        t.become(Transition.stopped(lastSeq));
      }
    }
    return new AwaitingOrder(deliver(t));
  }

  private ShareState woken(Transition t) {
    Optional<StepDeadline> late = t.overdue();
    if (late.isPresent()) {
      String why = late.get().sentence(t.load().plan());
      t.become(new ShareStatus.Verified(Verification.impossible(why)));
      return WorkerEnding.kill("made no progress", t);
    }
    if (!isTime(t)) {
      return this;
    }
    return switch (this) {
      case AwaitingOrder _ -> WorkerEnding.exit(false, t);
      case Verifying _ -> deliverUnverified(t);
    };
  }
}
