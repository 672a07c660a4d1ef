package dev.broadside.core.run;

import dev.broadside.core.job.Plan;
import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepProgress;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/// The step that a share is to come further with, and until when. One that comes no further within
/// its limit is overdue, once. All moments are nanos of the clock that never jumps.
///
/// Not safe for use by several threads.
final class StepDeadline {
  /// What a worker has beyond the limit of a step, which it keeps itself as long as it is alive.
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private final Plan plan;
  private Optional<Watched> watched = Optional.empty();

  /// The step that is to come further.
  ///
  /// @param due the step that was begun; the worker may have come to the next one since
  /// @param at how far it is
  /// @param limitNanos when it is overdue
  private record Watched(Step due, StepProgress at, long limitNanos) {}

  StepDeadline(Plan plan) {
    this.plan = plan;
  }

  /// How far the step is; empty where nothing is due, or it was overdue.
  Optional<StepProgress> at() {
    return watched.map(Watched::at);
  }

  /// When it is overdue; empty likewise.
  OptionalLong limitNanos() {
    return watched.stream().mapToLong(Watched::limitNanos).findFirst();
  }

  /// Turns to the step that is due now.
  ///
  /// @return its beginning, where it is another one than before
  Optional<StepProgress> turnTo(Optional<Step> due, long nanos) {
    if (due.equals(watched.map(Watched::due))) {
      return Optional.empty();
    }
    watched =
        due.map(step -> {
          long total = step == Step.OPEN ? plan.slice().threads() : 0;
          return watched(step, new StepProgress(step, "", 0, total), nanos);
        });
    return at();
  }

  /// Gives it its limit anew, where it has come further.
  void progressed(StepProgress further, long nanos) {
    if (at().filter(before -> !before.equals(further)).isPresent()) {
      watched = watched.map(step -> watched(step.due(), further, nanos));
    }
  }

  private Watched watched(Step due, StepProgress at, long nanos) {
    Duration margin = due == Step.FETCH ? Duration.ZERO : MARGIN;
    return new Watched(due, at, nanos + limit(at).plus(margin).toNanos());
  }

  /// How long it may come no further.
  private Duration limit(StepProgress at) {
    return plan.spec().settings().limit(at.step());
  }

  /// The step that has become overdue.
  Optional<StepProgress> overdue(long nanos) {
    Optional<StepProgress> late =
        watched.filter(step -> nanos - step.limitNanos() >= 0).map(Watched::at);
    watched = watched.filter(_ -> late.isEmpty());
    return late;
  }

  /// Why a share cannot go on one of whose steps is overdue.
  String sentence(StepProgress late) {
    return late.overdue(limit(late));
  }
}
