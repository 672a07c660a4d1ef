package dev.broadside.server.steps;

import dev.broadside.core.job.Job;
import dev.broadside.core.job.JobState;
import dev.broadside.server.collect.RunProgress;
import dev.broadside.server.feed.ShareWait;
import dev.broadside.server.store.row.ShareRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Everything on which the next step of a placed job depends. Immutable.
///
/// @param shares those with load, the first of which prepares and verifies the target
/// @param watchers those without, for which nothing waits
/// @param silence how long each of its agents has not echoed
/// @param collected how far its records have come in
/// @param sinceStart how long ago the common start was; negative before it, and where there is none
/// @param sinceTakenUp how long this server has looked after it: before that nobody could speak to
///   it
/// @param sinceChange how long its state has been the same
/// @param sinceRecord how long no record has come in
/// @param waits what its shares are doing before or after their load, the longest first
/// @param lead how long before the common start the agents are to be told
public record Situation(
    Job job,
    List<ShareRow> shares,
    List<ShareRow> watchers,
    Map<String, Duration> silence,
    RunProgress collected,
    Duration sinceStart,
    Duration sinceTakenUp,
    Duration sinceChange,
    Duration sinceRecord,
    List<ShareWait> waits,
    Instant now,
    Duration lead) {
  public Situation {
    shares = List.copyOf(shares);
    watchers = List.copyOf(watchers);
    silence = Map.copyOf(silence);
    waits = List.copyOf(waits);
  }

  /// All shares, those with load first.
  List<ShareRow> everybody() {
    return Stream.concat(shares.stream(), watchers.stream()).toList();
  }

  Duration silence(ShareRow share) {
    return silence.getOrDefault(share.agent(), Duration.ZERO);
  }

  /// Whether the planned end lies ahead.
  boolean goesOn() {
    return sinceStart.minusNanos(job.spec().axis().endNanos()).isNegative();
  }

  /// How long its agents could have said that they have come to the planned end; negative before
  /// it.
  Duration late() {
    Duration sinceEnd = sinceStart.minusNanos(job.spec().axis().endNanos());
    return sinceEnd.compareTo(sinceTakenUp) < 0 ? sinceEnd : sinceTakenUp;
  }

  /// How long neither a record has come in nor its state has changed.
  Duration idle() {
    return sinceRecord.compareTo(sinceChange) < 0 ? sinceRecord : sinceChange;
  }

  /// Whether its agents were ever told to run load.
  boolean began() {
    return job.history().stream().anyMatch(step -> step.state() instanceof JobState.Running);
  }
}
