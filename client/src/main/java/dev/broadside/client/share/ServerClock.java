package dev.broadside.client.share;

import dev.broadside.client.link.ClockOffset;
import dev.broadside.core.job.Plan;
import dev.broadside.core.time.SlewedTime;
import dev.broadside.core.time.Time;
import dev.broadside.core.wire.Message;
import dev.broadside.core.wire.ShareGoal;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import java.time.Duration;
import java.util.OptionalLong;

/// Turns moments on this host's wall clock into ones on the server's, and back, by the offset
/// measured so far.
///
/// A converted time must be used at once: it holds for the host's wall clock as it is now. Before
/// anything has been measured both clocks count as equal, with an error of an hour.
public final class ServerClock {
  private static final long UNKNOWN_ROUND_TRIP = 2 * Duration.ofHours(1).toNanos();

  /// Smaller differences are not followed, nor differences within the error of the measurement.
  private static final long LEAST_FOLLOWED_NANOS = 1_000_000;

  private final Time time;
  private final ClockOffset offset;
  private long followedNanos;

  public ServerClock(Time time, ClockOffset offset) {
    this.time = time;
    this.offset = offset;
  }

  private ClockOffset.Estimate estimate() {
    return offset
        .best()
        .orElseGet(() -> new ClockOffset.Estimate(wall(), UNKNOWN_ROUND_TRIP, time.nanos()));
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

  /// Lets a clock of this host follow the drift of the server's, so that intervals end
  /// simultaneously on all hosts, even in a long run. Must be called after each measurement of the
  /// server's clock, always with the same clock.
  ///
  /// @return by how much it is slewed, for other processes to do the same; empty if it is right
  OptionalLong follow(SlewedTime clock) {
    long apart = offset.driftNanos() - followedNanos;
    if (Math.abs(apart) < Math.max(LEAST_FOLLOWED_NANOS, 2 * estimate().errorNanos())) {
      return OptionalLong.empty();
    }
    followedNanos += apart;
    clock.slewBy(apart);
    return OptionalLong.of(apart);
  }

  /// An order of the server, with its clock readings on this host's clock.
  Message.ShareOrder onHost(Message.ShareOrder order) {
    return order.with(onHost(order.goal()));
  }

  ShareGoal onHost(ShareGoal goal) {
    return switch (goal) {
      case ShareGoal.Run(long start, var changes) -> new ShareGoal.Run(toHost(start), changes);
      case ShareGoal.Resume(Plan plan, Facts facts, long start) ->
          new ShareGoal.Resume(plan, facts, toHost(start));
      case ShareGoal.Prepare _,
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
