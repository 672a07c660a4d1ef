package dev.broadside.core.run;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.run.ShareData.Owner;
import dev.broadside.core.run.ShareMachine.Moment;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One transition of a [ShareMachine] in the making: the share's new data, and what is to be done.
/// Made for one input, and used by one thread.
final class Transition {
  static final String AGENT_STOPPED = "the agent was stopped";

  private final Moment now;
  private final List<ShareEffect> effects = new ArrayList<>();
  private ShareData share;

  Transition(ShareData share, Moment now) {
    this.share = share;
    this.now = now;
  }

  Moment now() {
    return now;
  }

  ShareData share() {
    return share;
  }

  ShareLoad load() {
    return share.load();
  }

  /// What is to be done, in this order.
  List<ShareEffect> effects() {
    return List.copyOf(effects);
  }

  void update(ShareData newer) {
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

  /// Answers an order that changes nothing with the present status.
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

  /// Takes over the status that a worker reports before or during its load.
  void pass(ShareStatus.Underway said) {
    if (said instanceof ShareStatus.Forked
        || said instanceof ShareStatus.Loading
        || said instanceof ShareStatus.Prepared
        || said instanceof ShareStatus.Running) {
      share = share.with(share.reports().milestone(said));
    }
    become(said);
  }

  /// The worker has ended the load.
  void loadEnded(long lastSeq) {
    if (share.owner() == Owner.STOPS) {
      become(stopped(lastSeq));
    } else if (share.unattended().isPresent() && !load().ended(now)) {
      become(new ShareStatus.Broken(share.unattended().get(), "", lastSeq, true));
    } else {
      become(new ShareStatus.Finished(lastSeq));
    }
  }

  /// The status of a share whose load ends because its agent is stopped.
  static ShareStatus.Broken stopped(long lastSeq) {
    return new ShareStatus.Broken(AGENT_STOPPED, "", lastSeq, true);
  }

  /// The load is delivered, but the target will not be verified. The report that the load ended is
  /// kept as a milestone, since the controller may have missed it.
  void unverified(String why) {
    share = share.with(share.reports().milestone(share.status()));
    become(new ShareStatus.Verified(Verification.impossible(why)));
  }

  /// A load that was ended without an order will not be taken up again, so its share counts as
  /// finished. This does not report that to the controller.
  void notResumable() {
    if (share.resumable() && share.status() instanceof ShareStatus.Broken broken) {
      share = share.with(share.reports().become(new ShareStatus.Finished(broken.lastSeq())));
    }
  }

  /// Takes over changes of the load, if there are new ones.
  ///
  /// @param loading whether there is a worker whose load runs, which is then sent the changes
  void change(List<LoadChange> changes, boolean loading) {
    if (changes.size() > load().plan().changes().size()) {
      share = share.with(load().changed(changes));
      if (loading) {
        order(new ShareGoal.Run(load().startEpochNanos(now), changes));
      }
    }
  }

  /// Begins the step that is due now with its time limit, unless it has begun already.
  void setDeadline(Optional<ShareStep> due) {
    if (!due.equals(share.step().map(StepDeadline::due))) {
      share = share.atStep(due.map(step -> StepDeadline.begin(step, load().plan(), now.nanos())));
      share.step().ifPresent(step -> add(new ShareEffect.Tell(step.at())));
    }
  }

  void progressed(StepProgress at) {
    share = share.atStep(share.step().map(step -> step.progressed(at, load().plan(), now.nanos())));
    add(new ShareEffect.Tell(at));
  }

  /// The step that made no progress within its limit. It is returned once only.
  Optional<StepDeadline> overdue() {
    Optional<StepDeadline> late = share.step().filter(step -> step.overdue(now.nanos()));
    if (late.isPresent()) {
      share = share.atStep(Optional.empty());
    }
    return late;
  }
}
