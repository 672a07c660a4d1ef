package dev.broadside.client.share;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.core.job.Plan;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import java.time.Duration;

/// Turns moments on this host's wall clock into ones on the server's, and back, by the offset
/// measured so far.
///
/// What is turned is to be used at once: it stands on the host's wall clock as that is now. Before
/// anything has been measured both clocks count as equal, with an error of an hour.
public final class ServerClock {
  private static final long UNKNOWN_ROUND_TRIP = 2 * Duration.ofHours(1).toNanos();

  private final Time time;
  private final ClockOffset offset;

  public ServerClock(Time time, ClockOffset offset) {
    this.time = time;
    this.offset = offset;
  }

  private ClockOffset.Estimate estimate() {
    return offset.best().orElseGet(() -> new ClockOffset.Estimate(wall(), UNKNOWN_ROUND_TRIP));
  }

  /// How far the host's wall clock is ahead of its monotonic one.
  private long wall() {
    return time.epochNanos() - time.nanos();
  }

  private long toHost(long epochNanos) {
    return wall() + estimate().toHost(epochNanos);
  }

  /// Whether the server's clock was ever measured.
  boolean known() {
    return offset.best().isPresent();
  }

  /// What a server wants, with its clock readings on this host's clock.
  ShareGoal onHost(ShareGoal goal) {
    return switch (goal) {
      case ShareGoal.Run(long start, var changes) -> new ShareGoal.Run(toHost(start), changes);
      case ShareGoal.Resume(Plan plan, Facts facts, long start) ->
          new ShareGoal.Resume(plan, facts, toHost(start));
      case ShareGoal.Fork _,
          ShareGoal.Load _,
          ShareGoal.Open _,
          ShareGoal.Stop _,
          ShareGoal.Verify _,
          ShareGoal.Release _ ->
          goal;
    };
  }

  /// What a worker says, with its clock readings on the server's clock; a share that is ready tells
  /// the measurement.
  ShareStatus onServer(ShareStatus status) {
    return switch (status) {
      case ShareStatus.Ready _ ->
          new ShareStatus.Ready(estimate().offsetNanos() - wall(), estimate().errorNanos());
      case ShareStatus.Running(long first) ->
          new ShareStatus.Running(estimate().toServer(first - wall()));
      case ShareStatus.Underway _,
          ShareStatus.Finished _,
          ShareStatus.Verified _,
          ShareStatus.Rejected _,
          ShareStatus.Broken _,
          ShareStatus.Gone _ ->
          status;
    };
  }
}
