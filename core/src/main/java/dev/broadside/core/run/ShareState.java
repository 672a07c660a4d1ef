package dev.broadside.core.run;

import dev.broadside.core.job.Step;
import dev.broadside.core.wire.ShareGoal;
import java.util.Optional;
import java.util.OptionalLong;

/// Where a share is in its life, as [ShareMachine] draws it. A state has what only it knows; what
/// every state knows is the [KnownShare] of the transition.
sealed interface ShareState permits BeforeWorker, WithLoad, AfterLoad, WorkerEnding, WorkerGone {

  /// What happens leads to the next state.
  ShareState on(ShareInput input, Transition t);

  /// What the controller wants leads to the next state.
  ShareState obey(ShareGoal goal, Transition t);

  /// The step that is to come further; empty if the share waits, or is at its load.
  default Optional<Step> due(KnownShare share) {
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

  /// Whether that has come.
  default boolean isTime(Transition t) {
    OptionalLong wake = wakeNanos();
    return wake.isPresent() && t.now().nanos() - wake.getAsLong() >= 0;
  }
}
