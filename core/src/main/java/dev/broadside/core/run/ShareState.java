package dev.broadside.core.run;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.wire.ShareGoal;
import java.util.Optional;
import java.util.OptionalLong;

/// The state of a share, as [ShareMachine] draws it. A state has only the fields that no other
/// state needs; the [KnownShare] of the transition has the others.
sealed interface ShareState permits BeforeWorker, WithLoad, AfterLoad, WorkerEnding, WorkerGone {

  /// The next state after an input.
  ShareState on(ShareInput input, Transition t);

  /// The next state after an order of the controller.
  ShareState obey(ShareGoal goal, Transition t);

  /// The step that is to come further; empty if the share waits, or is at its load.
  default Optional<ShareStep> due(KnownShare share) {
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
