package dev.broadside.core.run;

import dev.broadside.core.wire.ShareStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is known of a share, whichever state it is in.
///
/// @param load what is to be run, and since when it runs
/// @param reports what the controller was told
/// @param step the step before or after the load that is under way, and its time limit
/// @param wanted what the controller still wants
/// @param owner whether the process that drives the share goes on
/// @param unattended why the load was ended without an order; empty if it was not
/// @param deaths when workers died in their load in the last minute, on the clock that never jumps
record KnownShare(
    ShareLoad load,
    Reports reports,
    Optional<StepDeadline> step,
    Wanted wanted,
    Owner owner,
    Optional<String> unattended,
    List<Long> deaths) {

  /// What the controller still wants of a share.
  enum Wanted {
    LOAD,
    /// Its load is to end, and its records are wanted.
    RECORDS,
    /// The controller does not know the run, so it takes no records of it.
    UNKNOWN_RUN,
    NOTHING
  }

  /// The process that drives a share: an agent, or `broadside run`.
  enum Owner {
    STAYS,
    /// It ends in good order, after its shares.
    LEAVES,
    /// It ends at once.
    ENDS
  }

  /// What the controller was told.
  ///
  /// @param generation of the newest order that was heard
  /// @param status the newest one
  /// @param milestones what the worker said that no later status says again
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

  KnownShare(ShareLoad load, long generation) {
    this(
        load,
        new Reports(generation, new ShareStatus.Forking(), List.of()),
        Optional.empty(),
        Wanted.LOAD,
        Owner.STAYS,
        Optional.empty(),
        List.of());
  }

  KnownShare with(ShareLoad other) {
    return new KnownShare(other, reports, step, wanted, owner, unattended, deaths);
  }

  KnownShare with(Reports other) {
    return new KnownShare(load, other, step, wanted, owner, unattended, deaths);
  }

  KnownShare atStep(Optional<StepDeadline> other) {
    return new KnownShare(load, reports, other, wanted, owner, unattended, deaths);
  }

  KnownShare with(Wanted other) {
    return new KnownShare(load, reports, step, other, owner, unattended, deaths);
  }

  KnownShare with(Owner other) {
    return new KnownShare(load, reports, step, wanted, other, unattended, deaths);
  }

  KnownShare unattended(Optional<String> why) {
    return new KnownShare(load, reports, step, wanted, owner, why, deaths);
  }

  KnownShare died(List<Long> recently) {
    return new KnownShare(load, reports, step, wanted, owner, unattended, List.copyOf(recently));
  }

  ShareStatus status() {
    return reports.status();
  }

  /// Whether the driver's process goes on.
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

  /// Whether its load was ended without an order and the controller may have it taken up again.
  boolean resumable() {
    return stays() && status() instanceof ShareStatus.Broken broken && broken.resumable();
  }

  /// Whether a worker has reported that its threads are open or at work.
  boolean ready() {
    return status() instanceof ShareStatus.Ready || status() instanceof ShareStatus.Running;
  }

  /// Whether a worker's report on its way is new to the controller. One that takes a load up goes
  /// the way of the worker before it.
  boolean isNews(ShareStatus.Underway said) {
    return said instanceof ShareStatus.Running
        ? !(status() instanceof ShareStatus.Running)
        : !ready();
  }
}
