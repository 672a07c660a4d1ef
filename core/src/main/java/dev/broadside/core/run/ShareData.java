package dev.broadside.core.run;

import dev.broadside.core.wire.ShareStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The data of a share that it has in every state.
///
/// @param load what is to be run, and since when it runs
/// @param reports what was reported to the controller
/// @param step the step before or after the load that is under way, and its time limit
/// @param wanted what the controller still wants
/// @param owner whether the agent goes on
/// @param unattended why the load was ended without an order; empty if it was not
/// @param deaths when workers died in their load in the last minute, on the clock that never jumps
record ShareData(
    ShareLoad load,
    Reports reports,
    Optional<StepDeadline> step,
    Wanted wanted,
    Owner owner,
    Optional<String> unattended,
    List<Long> deaths) {

  /// What the controller still wants of a share.
  enum Wanted {
    /// Its load is to run to its planned end.
    LOAD,
    /// Its load is to end, and its records are wanted.
    RECORDS,
    /// The controller does not know the run, so it takes no records of it.
    UNKNOWN_RUN,
    /// The share was released.
    NOTHING
  }

  /// Whether the agent goes on, which may be `broadside run`.
  enum Owner {
    /// It goes on.
    STAYS,
    /// It exits when its shares have ended in good order.
    STOPS,
    /// It exits at once.
    ENDS
  }

  /// What was reported to the controller.
  ///
  /// @param generation of the newest order that was received
  /// @param status the newest one
  /// @param milestones earlier statuses whose content no later status repeats
  record Reports(long generation, ShareStatus status, List<ShareStatus> milestones) {
    Reports heard(long newer) {
      return new Reports(newer, status, milestones);
    }

    Reports become(ShareStatus next) {
      return new Reports(generation, next, milestones);
    }

    Reports milestone(ShareStatus passed) {
      List<ShareStatus> all = new ArrayList<>(milestones);
      all.add(passed);
      return new Reports(generation, status, List.copyOf(all));
    }
  }

  ShareData(ShareLoad load, long generation) {
    this(
        load,
        new Reports(generation, new ShareStatus.Forking(), List.of()),
        Optional.empty(),
        Wanted.LOAD,
        Owner.STAYS,
        Optional.empty(),
        List.of());
  }

  ShareData with(ShareLoad other) {
    return new ShareData(other, reports, step, wanted, owner, unattended, deaths);
  }

  ShareData with(Reports other) {
    return new ShareData(load, other, step, wanted, owner, unattended, deaths);
  }

  ShareData atStep(Optional<StepDeadline> other) {
    return new ShareData(load, reports, other, wanted, owner, unattended, deaths);
  }

  ShareData with(Wanted other) {
    return new ShareData(load, reports, step, other, owner, unattended, deaths);
  }

  ShareData with(Owner other) {
    return new ShareData(load, reports, step, wanted, other, unattended, deaths);
  }

  ShareData unattended(Optional<String> why) {
    return new ShareData(load, reports, step, wanted, owner, why, deaths);
  }

  ShareData died(List<Long> recently) {
    return new ShareData(load, reports, step, wanted, owner, unattended, List.copyOf(recently));
  }

  ShareStatus status() {
    return reports.status();
  }

  /// Whether the agent goes on.
  boolean stays() {
    return owner == Owner.STAYS;
  }

  /// Whether the controller takes no records of it any more.
  boolean unwanted() {
    return wanted == Wanted.UNKNOWN_RUN || wanted == Wanted.NOTHING;
  }

  /// Whether the load has ended for good, unless another worker takes it up.
  boolean over() {
    return status().failed()
        || status() instanceof ShareStatus.Finished
        || status() instanceof ShareStatus.Verified;
  }

  /// Whether the load was ended without an order, and the controller may order to take it up again.
  boolean resumable() {
    return stays() && status() instanceof ShareStatus.Broken broken && broken.resumable();
  }

  /// Whether a worker has reported that its threads are open or at work.
  boolean ready() {
    return status() instanceof ShareStatus.Ready || status() instanceof ShareStatus.Running;
  }

  /// Whether a worker's report is new to the controller. A worker that takes a load up repeats the
  /// reports of the worker before it.
  boolean isNews(ShareStatus.Underway said) {
    return said instanceof ShareStatus.Running
        ? !(status() instanceof ShareStatus.Running)
        : !ready();
  }
}
