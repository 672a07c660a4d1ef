package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import java.time.Duration;

/// A step before or after the load, which is to come further within its limit.
///
/// @param due the step that was begun; the worker may have come to the next one since
/// @param at how far it is
/// @param limitNanos when it is overdue, on the clock that never jumps
record StepDeadline(ShareStep due, StepProgress at, long limitNanos) {
  /// What a worker has beyond the limit of a step, which it keeps itself as long as it is alive.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  static StepDeadline begin(ShareStep due, Plan plan, long nanos) {
    long total = due == ShareStep.OPEN ? plan.slice().threads() : 0;
    return new StepDeadline(due, new StepProgress(due, "", 0, total), 0).from(plan, nanos);
  }

  /// With its whole limit ahead.
  private StepDeadline from(Plan plan, long nanos) {
    Duration margin = due == ShareStep.FETCH ? Duration.ZERO : MARGIN;
    return new StepDeadline(due, at, nanos + limit(plan).plus(margin).toNanos());
  }

  /// How long it may go without progress.
  private Duration limit(Plan plan) {
    return plan.spec().settings().limit(at.step());
  }

  /// Gives it its whole limit again if it has come further.
  StepDeadline progressed(StepProgress further, Plan plan, long nanos) {
    return at.equals(further) ? this : new StepDeadline(due, further, 0).from(plan, nanos);
  }

  boolean overdue(long nanos) {
    return nanos - limitNanos >= 0;
  }

  /// Why a share cannot go on if this step is overdue.
  String sentence(Plan plan) {
    return at.overdue(limit(plan));
  }
}
