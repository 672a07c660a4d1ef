package dev.broadside.core.run;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.run.KnownShare.Owner;
import dev.broadside.core.run.ShareMachine.Moment;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The results of one transition besides the next state: what is known of the share then, and what
/// is to be done. Used for one transition, by its thread.
final class Transition {
  static final String AGENT_STOPPED = "the agent was stopped";

  private final Moment now;
  private final List<ShareEffect> effects = new ArrayList<>();
  private KnownShare share;

  Transition(KnownShare share, Moment now) {
    this.share = share;
    this.now = now;
  }

  Moment now() {
    return now;
  }

  KnownShare share() {
    return share;
  }

  ShareLoad load() {
    return share.load();
  }

  /// What is to be done, in this order.
  List<ShareEffect> effects() {
    return List.copyOf(effects);
  }

  void know(KnownShare newer) {
    share = newer;
  }

  void add(ShareEffect effect) {
    effects.add(effect);
  }

  void order(ShareGoal goal) {
    add(new ShareEffect.Order(goal));
  }

  void log(String line) {
    add(new ShareEffect.Log(line));
  }

  /// Reports the share's status to the controller.
  void report() {
    report(share.status());
  }

  private void report(ShareStatus status) {
    add(new ShareEffect.Report(share.reports().generation(), status));
  }

  /// Answers an order that leaves a state as it is.
  ShareState answer(ShareState state) {
    report();
    return state;
  }

  /// Reports everything again that may have been lost.
  void repeat() {
    share.reports().milestones().stream()
        .filter(passed -> !passed.equals(share.status()))
        .forEach(this::report);
    report();
    share.step().ifPresent(step -> add(new ShareEffect.Tell(step.at())));
  }

  void become(ShareStatus next) {
    share = share.with(share.reports().become(next));
    report();
  }

  /// The share is broken, and has no record of any load.
  void breaks(String reason, String lastWords) {
    become(new ShareStatus.Broken(reason, lastWords, -1));
  }

  /// Becomes what a worker says on its way.
  void pass(ShareStatus.Underway said) {
    if (said instanceof ShareStatus.Forked
        || said instanceof ShareStatus.Loading
        || said instanceof ShareStatus.Prepared
        || said instanceof ShareStatus.Running) {
      share = share.with(share.reports().milestone(said));
    }
    become(said);
  }

  /// Its worker has ended the load.
  void loadEnded(long lastSeq) {
    if (share.owner() == Owner.LEAVES) {
      become(stopped(lastSeq));
    } else if (share.unattended().isPresent() && !load().ended(now)) {
      become(new ShareStatus.Broken(share.unattended().get(), "", lastSeq, true));
    } else {
      become(new ShareStatus.Finished(lastSeq));
    }
  }

  /// What a share is whose load ends with its agent.
  static ShareStatus.Broken stopped(long lastSeq) {
    return new ShareStatus.Broken(AGENT_STOPPED, "", lastSeq, true);
  }

  /// It delivered its load, and will not verify the target. The controller may have missed that the
  /// load came to its end.
  void unverified(String why) {
    share = share.with(share.reports().milestone(share.status()));
    become(new ShareStatus.Verified(Verification.impossible(why)));
  }

  /// A load that ended without an order will not be taken up again: it counts as one that came to
  /// its end. The controller does not get a report yet.
  void notResumable() {
    if (share.resumable() && share.status() instanceof ShareStatus.Broken broken) {
      share = share.with(share.reports().become(new ShareStatus.Finished(broken.lastSeq())));
    }
  }

  /// Takes over the changes of a load, if there are new ones.
  ///
  /// @param loading whether there is a worker whose load runs, so that it gets them
  void change(List<LoadChange> changes, boolean loading) {
    if (changes.size() > load().plan().changes().size()) {
      share = share.with(load().changed(changes));
      if (loading) {
        order(new ShareGoal.Run(load().startEpochNanos(now), changes));
      }
    }
  }

  /// Holds the share to the step that it is at by now.
  void hold(Optional<ShareStep> due) {
    if (!due.equals(share.step().map(StepDeadline::due))) {
      share = share.atStep(due.map(step -> StepDeadline.begin(step, load().plan(), now.nanos())));
      share.step().ifPresent(step -> add(new ShareEffect.Tell(step.at())));
    }
  }

  void progressed(StepProgress at) {
    share = share.atStep(share.step().map(step -> step.progressed(at, load().plan(), now.nanos())));
    add(new ShareEffect.Tell(at));
  }

  /// The step that came no further within its limit, once.
  Optional<StepDeadline> overdue() {
    Optional<StepDeadline> late = share.step().filter(step -> step.overdue(now.nanos()));
    if (late.isPresent()) {
      share = share.atStep(Optional.empty());
    }
    return late;
  }
}
