package dev.broadside.server.steps;

import dev.broadside.core.job.JobState;
import dev.broadside.core.job.Outcome;
import dev.broadside.core.param.Problem;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Why a job is where it is, in one sentence for the user. Pure.
public final class Reasons {
  private Reasons() {}

  /// Why a job waits, failed or was lost, or what a run that goes on has suffered; empty if there
  /// is nothing to say.
  public static String of(JobRow row) {
    return switch (row.job().state()) {
      case JobState.Pending(String reason) -> reason;
      case JobState.Preparing _ -> "";
      case JobState.Running _ -> losses(row);
      case JobState.Stopping(Instant _, Outcome outcome) -> reason(outcome, row);
      case JobState.Done(Instant _, Outcome outcome) -> reason(outcome, row);
    };
  }

  private static String reason(Outcome outcome, JobRow row) {
    return switch (outcome) {
      case Outcome.Completed _ -> losses(row);
      case Outcome.Cancelled(String by) -> "cancelled by " + by;
      case Outcome.Failed(String reason, var _) -> reason;
      case Outcome.Lost(String reason) -> reason;
    };
  }

  /// Which shares did not come through, and why the target was not verified.
  private static String losses(JobRow row) {
    List<String> losses = new ArrayList<>();
    for (ShareRow share : row.watchers()) {
      if (share.failed() || (share.lost() && !share.finished())) {
        losses.add(
            share.agent()
                + ", which only watches its host, "
                + (share.failed() ? "failed: " + why(share) : "was lost")
                + "; its figures have a gap");
      }
    }
    for (ShareRow share : row.loads()) {
      if (!share.notes().broken().isEmpty()) {
        losses.add(share.agent() + " broke: " + share.notes().broken());
      } else if (share.status() instanceof ShareStatus.Rejected) {
        losses.add(why(share));
      } else if (share.lost() && !share.finished()) {
        losses.add(share.agent() + " was lost");
      }
      share
          .notes()
          .verification()
          .obstacle()
          .map(why -> share.agent() + ": " + why)
          .ifPresent(losses::add);
    }
    return String.join("; ", losses);
  }

  /// Why a share failed, in a sentence for the user.
  public static String why(ShareRow share) {
    return switch (share.status()) {
      case ShareStatus.Rejected(List<Problem> problems) ->
          problems.stream().map(Problem::sentence).distinct().collect(Collectors.joining(" "));
      case ShareStatus.Broken(String reason, var _, var _, var _) -> share.agent() + ": " + reason;
      case ShareStatus.Underway _,
          ShareStatus.Finished _,
          ShareStatus.Verified _,
          ShareStatus.Gone _ ->
          share.agent() + (share.lost() ? " was lost" : "");
    };
  }
}
