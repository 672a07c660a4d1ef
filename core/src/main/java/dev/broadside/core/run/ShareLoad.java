package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.load.LoadChange;
import dev.broadside.core.run.ShareMachine.Moment;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.work.Facts;
import java.util.List;
import java.util.OptionalLong;

/// The load of a share: what its workers need to know, and when it begins and ends on this host's
/// clock that never jumps.
///
/// @param plan of the worker that there is, or of the next one
/// @param facts what the target was prepared with, for workers that did not prepare it
/// @param startNanos the common start; empty if it is not known yet
record ShareLoad(Plan plan, Facts facts, OptionalLong startNanos) {
  /// A load whose start is not known yet.
  static ShareLoad ahead(Plan plan) {
    return new ShareLoad(plan, Facts.NONE, OptionalLong.empty());
  }

  /// The load of a share that another agent process had.
  static ShareLoad resumed(ShareGoal.Resume goal, Moment now) {
    return ahead(goal.plan()).prepared(goal.facts()).startedAt(now.onHost(goal.startEpochNanos()));
  }

  ShareLoad prepared(Facts found) {
    return new ShareLoad(plan, found, startNanos);
  }

  ShareLoad startedAt(long nanos) {
    return new ShareLoad(plan, facts, OptionalLong.of(nanos));
  }

  ShareLoad changed(List<LoadChange> changes) {
    return new ShareLoad(plan.changed(changes), facts, startNanos);
  }

  /// The load that is left to another worker.
  ///
  /// @param arrivals how many the worker before it accounts for
  ShareLoad after(long arrivals) {
    Plan.Former former = plan.former().next(plan.former().arrivals() + arrivals);
    return new ShareLoad(plan.after(former), facts, startNanos);
  }

  /// Whether this is the share that prepares and verifies the target.
  boolean first() {
    return plan.slice().first();
  }

  boolean startKnown() {
    return startNanos.isPresent();
  }

  /// How long the load has run; empty if no start is known.
  OptionalLong ranNanos(Moment now) {
    return startKnown()
        ? OptionalLong.of(now.nanos() - startNanos.getAsLong())
        : OptionalLong.empty();
  }

  long endNanos() {
    return startNanos.orElseThrow() + plan.spec().axis().endNanos();
  }

  /// Whether the planned end has passed.
  boolean ended(Moment now) {
    return startKnown() && endNanos() - now.nanos() < 0;
  }

  /// The common start on the wall clock as that is now.
  long startEpochNanos(Moment now) {
    return now.epochNanos() + startNanos.orElseThrow() - now.nanos();
  }

  /// The order that a worker gets first: it begins the load, or takes it up if that was begun.
  ///
  /// @param own the plan with the worker's incarnation
  ShareGoal firstOrder(Plan own, Moment now) {
    return startKnown()
        ? new ShareGoal.Resume(own.changed(plan.changes()), facts, startEpochNanos(now))
        : new ShareGoal.Prepare(own);
  }
}
