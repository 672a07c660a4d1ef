package dev.broadside.server.feed;

import dev.broadside.core.job.ShareStep;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.store.row.ShareRow;
import dev.broadside.server.store.row.ShareStage;
import java.time.Duration;
import java.util.Optional;

/// What a share is doing before or after its load. Immutable.
///
/// @param age how long the step has been going on
/// @param still for how long it has come no further
public record ShareWait(String agent, StepProgress at, Duration age, Duration still) {

  /// The step that is wanted of a share and that its agent has not reported as done.
  public static Optional<ShareStep> pending(ShareRow share) {
    if (share.failed() || share.lost()) {
      return Optional.empty();
    }
    return switch (share.stage()) {
      case FORK, LOAD, OPEN -> opening(share);
      case VERIFY -> unless(!verifies(share), ShareStep.VERIFY);
      case RUN, RESUME, STOP, KILL, RELEASE -> Optional.empty();
    };
  }

  /// The first share opens by itself; the others wait for it to have prepared the target, and may
  /// help with that.
  private static Optional<ShareStep> opening(ShareRow share) {
    boolean first = share.slice().first();
    if (!share.forked()) {
      return Optional.of(ShareStep.FORK);
    }
    if ((first && !share.prepared()) || share.stage() == ShareStage.LOAD) {
      return unless(share.prepared(), ShareStep.PREPARE);
    }
    return unless(share.ready() || (!first && share.stage() == ShareStage.FORK), ShareStep.OPEN);
  }

  private static boolean verifies(ShareRow share) {
    return share.status() instanceof ShareStatus.Finished && !share.verificationKnown();
  }

  private static Optional<ShareStep> unless(boolean done, ShareStep step) {
    return done ? Optional.empty() : Optional.of(step);
  }
}
