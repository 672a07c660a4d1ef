package dev.broadside.server.steps;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobState;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.ShareWait;
import dev.broadside.server.store.row.JobRow;
import dev.broadside.server.store.row.ShareRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Everything on which the next step of a placed job depends. Immutable.
///
/// @param silence how long each of its agents has not echoed
/// @param collected how far its records have come in
/// @param since how long ago its last events were
/// @param waits what its shares are doing before or after their load, the longest first
/// @param lead how long before the common start the agents must be told
public record Situation(
    JobRow row,
    Map<String, Duration> silence,
    RunProgress collected,
    Since since,
    List<ShareWait> waits,
    Instant now,
    Duration lead) {
  public Situation {
    silence = Map.copyOf(silence);
    waits = List.copyOf(waits);
  }

  /// How long ago these events of the job were.
  ///
  /// @param start the common start; negative before it, and without one
  /// @param takenUp this server took it up: before that no agent could speak to it
  /// @param change its state changed
  /// @param record a record came in
  public record Since(Duration start, Duration takenUp, Duration change, Duration record) {}

  /// Whether a time is as long as another, or longer.
  static boolean longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0;
  }

  Job job() {
    return row.job();
  }

  /// The shares with load, the first of which prepares and verifies the target.
  List<ShareRow> shares() {
    return row.loads();
  }

  /// All shares, those with load first.
  List<ShareRow> everybody() {
    return Stream.concat(shares().stream(), row.watchers().stream()).toList();
  }

  Duration silence(ShareRow share) {
    return silence.getOrDefault(share.agent(), Duration.ZERO);
  }

  /// Whether the planned end lies ahead.
  boolean goesOn() {
    return since.start().minusNanos(job().spec().axis().endNanos()).isNegative();
  }

  /// For how long its agents could have said that they have come to the planned end; negative
  /// before it.
  Duration late() {
    Duration sinceEnd = since.start().minusNanos(job().spec().axis().endNanos());
    return sinceEnd.compareTo(since.takenUp()) < 0 ? sinceEnd : since.takenUp();
  }

  /// How long neither a record has come in nor its state has changed.
  Duration idle() {
    return since.record().compareTo(since.change()) < 0 ? since.record() : since.change();
  }

  /// Whether its agents were ever told to run load.
  boolean began() {
    return job().history().stream().anyMatch(step -> step.state() instanceof JobState.Running);
  }
}
