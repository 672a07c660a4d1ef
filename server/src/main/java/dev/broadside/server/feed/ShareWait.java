package dev.broadside.server.feed;

import dev.broadside.core.job.Step;
import dev.broadside.core.job.StepProgress;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.store.row.ShareRow;
import java.time.Duration;
import java.util.Optional;

/// What a share is doing before or after its load. Immutable.
///
/// @param age how long the step has been going on
/// @param still how long it came no further
public record ShareWait(String agent, StepProgress at, Duration age, Duration still) {

  /// The step that is wanted of a share and that it has not done yet, as far as its agent has said
  /// nothing more of it.
  public static Optional<Step> pending(ShareRow share) {
    if (share.failed() || share.lost()) {
      return Optional.empty();
    }
    return switch (share.stage()) {
      case FORK -> unless(share.forked(), Step.FORK);
      case PREPARE -> unless(!share.slice().first() || share.prepared(), Step.PREPARE);
      case OPEN -> unless(share.ready(), Step.OPEN);
      case VERIFY -> unless(!verifies(share), Step.VERIFY);
      case RUN, STOP, RELEASE -> Optional.empty();
    };
  }

  private static boolean verifies(ShareRow share) {
    return share.status() instanceof ShareStatus.Finished && !share.verificationKnown();
  }

  private static Optional<Step> unless(boolean done, Step step) {
    return done ? Optional.empty() : Optional.of(step);
  }
}
