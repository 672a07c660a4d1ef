package dev.broadside.core.run;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.wire.ShareGoal;
import java.util.Optional;
import java.util.OptionalLong;

/// The state of a share, as [ShareMachine] draws it. A state has fields for what only this state
/// needs; [ShareData] has what all of them need.
sealed interface ShareState permits BeforeWorker, WithLoad, AfterLoad, WorkerEnding, WorkerGone {

  /// The next state after an event.
  ShareState on(ShareInput.Event event, Transition t);

  /// The next state after an order of the controller.
  ShareState obey(ShareGoal goal, Transition t);

  /// The step that must make progress; empty if the share waits for an order, or is at its load.
  default Optional<ShareStep> due(ShareData share) {
    return Optional.empty();
  }

  /// Whether there is a worker whose load goes on, or is about to.
  default boolean loading() {
    return false;
  }

  /// When [ShareInput.Woken] is to come, on the clock that never jumps.
  default OptionalLong wakeNanos() {
    return OptionalLong.empty();
  }

  /// Whether that time has come.
  default boolean isTime(Transition t) {
    OptionalLong wake = wakeNanos();
    return wake.isPresent() && t.now().nanos() - wake.getAsLong() >= 0;
  }
}
