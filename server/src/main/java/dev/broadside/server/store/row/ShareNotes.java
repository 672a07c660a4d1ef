package dev.broadside.server.store.row;

import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.util.Map;

/// What the agent of a share has reported so far.
///
/// @param environment the worker's host, JVM and flags
/// @param facts what the preparation found; of the first share only
/// @param clockOffsetNanos the server's wall clock minus the agent's
/// @param clockErrorNanos the bound of that measurement's error
/// @param firstStartEpochNanos when its first iteration began; 0 if it never did
/// @param lastSeq the sequence number of its closing record; -1 before it has come
/// @param broken why it could not go on; empty otherwise, and when its load is back
/// @param verification what it found on the target after the run; of the first share only
public record ShareNotes(
    Map<String, String> environment,
    Facts facts,
    long clockOffsetNanos,
    long clockErrorNanos,
    long firstStartEpochNanos,
    long lastSeq,
    String broken,
    Verification verification) {
  public static final ShareNotes NONE =
      new ShareNotes(Map.of(), Facts.NONE, 0, 0, 0, -1, "", Verification.NONE);

  public ShareNotes {
    environment = Map.copyOf(environment);
  }

  ShareNotes after(ShareStatus status) {
    return switch (status) {
      case ShareStatus.Forked(Map<String, String> found) -> withEnvironment(found);
      case ShareStatus.Loading(Facts found) -> withFacts(found);
      case ShareStatus.Prepared(Facts found) -> withFacts(found);
      case ShareStatus.Ready(long offset, long error) -> withClock(offset, error);
      case ShareStatus.Running(long first) ->
          withLoad(firstStartEpochNanos == 0 ? first : firstStartEpochNanos, lastSeq, "");
      // One that is stopped before it has taken the load up again leaves what was before it.
      case ShareStatus.Finished(long last) ->
          withLoad(firstStartEpochNanos, Math.max(last, lastSeq), broken);
      case ShareStatus.Broken(String reason, var _, long last, var _) ->
          withLoad(firstStartEpochNanos, Math.max(last, lastSeq), reason);
      // Where nobody waits for it any more, the result says so.
      case ShareStatus.Verified(Verification found) ->
          verification.equals(Verification.NONE) ? withVerification(found) : this;
      case ShareStatus.Forking _,
          ShareStatus.Preparing _,
          ShareStatus.Opening _,
          ShareStatus.Rejected _,
          ShareStatus.Released _,
          ShareStatus.Unclaimed _ ->
          this;
    };
  }

  /// A copy that says why nothing was verified.
  ShareNotes unverified(String why) {
    return withVerification(Verification.impossible(why));
  }

  private ShareNotes withEnvironment(Map<String, String> found) {
    return new ShareNotes(
        found,
        facts,
        clockOffsetNanos,
        clockErrorNanos,
        firstStartEpochNanos,
        lastSeq,
        broken,
        verification);
  }

  private ShareNotes withFacts(Facts found) {
    return new ShareNotes(
        environment,
        found,
        clockOffsetNanos,
        clockErrorNanos,
        firstStartEpochNanos,
        lastSeq,
        broken,
        verification);
  }

  private ShareNotes withClock(long offsetNanos, long errorNanos) {
    return new ShareNotes(
        environment,
        facts,
        offsetNanos,
        errorNanos,
        firstStartEpochNanos,
        lastSeq,
        broken,
        verification);
  }

  private ShareNotes withLoad(long firstStart, long last, String reason) {
    return new ShareNotes(
        environment,
        facts,
        clockOffsetNanos,
        clockErrorNanos,
        firstStart,
        last,
        reason,
        verification);
  }

  private ShareNotes withVerification(Verification found) {
    return new ShareNotes(
        environment,
        facts,
        clockOffsetNanos,
        clockErrorNanos,
        firstStartEpochNanos,
        lastSeq,
        broken,
        found);
  }
}
