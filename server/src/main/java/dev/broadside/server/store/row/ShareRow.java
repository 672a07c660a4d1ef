package dev.broadside.server.store.row;

import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.util.Map;

/// One agent's share of a job: its goal, and what the agent has reported. Immutable; each step
/// makes a new one.
///
/// @param slice its part of the load
/// @param stage its goal
/// @param generation grows with each new stage
/// @param status the agent's last report
/// @param heard the newest generation that the agent had seen when it reported
/// @param notes reports that the result needs
/// @param lost true once nothing waits for it any more
public record ShareRow(
    String agent,
    ShareSlice slice,
    ShareStage stage,
    long generation,
    ShareStatus status,
    long heard,
    Notes notes,
    boolean lost) {

  /// A share on its way to an agent.
  public static ShareRow placed(String agent, ShareSlice slice) {
    return new ShareRow(
        agent, slice, ShareStage.FORK, 1, new ShareStatus.Forking(), 0, Notes.NONE, false);
  }

  /// The share with another goal; the same share if it has that goal already.
  public ShareRow wanting(ShareStage next) {
    return next == stage ? this : again(next);
  }

  /// The share when its goal is sent again, to an agent that another server told otherwise.
  public ShareRow again() {
    return again(stage);
  }

  private ShareRow again(ShareStage next) {
    return new ShareRow(agent, slice, next, nextGeneration(), status, heard, notes, lost);
  }

  /// The share when another process takes it over, for the rest of the plan.
  public ShareRow resumed() {
    return new ShareRow(
        agent,
        slice,
        ShareStage.RESUME,
        nextGeneration(),
        new ShareStatus.Forking(),
        heard,
        notes,
        lost);
  }

  /// Whether it was lost and no agent has taken its load over yet.
  public boolean vacant() {
    return stage == ShareStage.RESUME && status instanceof ShareStatus.Forking;
  }

  /// Whether it broke only since its agent was stopped or restarted.
  public boolean resumable() {
    return status instanceof ShareStatus.Broken broken && broken.resumable();
  }

  /// The generation of the next goal: newer than all that the agent has seen, even from a server
  /// process that died before it had stored what it sent.
  public long nextGeneration() {
    return Math.max(generation, heard) + 1;
  }

  /// The share after a report of its agent. A share only goes forward, so a late report of an
  /// earlier step changes nothing.
  public ShareRow reported(long atGeneration, ShareStatus reported) {
    if (reported instanceof ShareStatus.Unclaimed) {
      return new ShareRow(
          agent, slice, stage, generation, status, Math.max(heard, atGeneration), notes, lost);
    }
    if (rank(reported) < rank(status)) {
      // The step is no news, but the report may have other facts.
      boolean ended = reported instanceof ShareStatus.Finished;
      return ended || rank(reported) < rank(new ShareStatus.Ready(0, 0))
          ? new ShareRow(
              agent, slice, stage, generation, status, heard, notes.after(reported), lost)
          : this;
    }
    long newest = Math.max(heard, atGeneration);
    return new ShareRow(
        agent, slice, stage, generation, reported, newest, notes.after(reported), false);
  }

  private static int rank(ShareStatus status) {
    return switch (status) {
      // Said of a run that the server did not know; it is no step of one that it knows.
      case ShareStatus.Unclaimed _ -> -1;
      case ShareStatus.Forking _ -> 0;
      case ShareStatus.Forked _ -> 1;
      case ShareStatus.Preparing _ -> 2;
      case ShareStatus.Loading _ -> 3;
      case ShareStatus.Prepared _ -> 4;
      case ShareStatus.Opening _ -> 5;
      case ShareStatus.Ready _ -> 6;
      case ShareStatus.Running _ -> 7;
      case ShareStatus.Finished _ -> 8;
      // It may still end if no agent takes its load over.
      case ShareStatus.Broken broken when broken.resumable() -> 8;
      case ShareStatus.Verified _, ShareStatus.Rejected _, ShareStatus.Broken _ -> 9;
      case ShareStatus.Released _ -> 10;
    };
  }

  /// The share when its verification is given up; the same share if it has one already.
  ///
  /// @param why the reason, for the result
  public ShareRow unverified(String why) {
    return verificationKnown()
        ? this
        : new ShareRow(agent, slice, stage, generation, status, heard, notes.unverified(why), lost);
  }

  /// Whether its verification has a result, or is given up.
  public boolean verificationKnown() {
    return status instanceof ShareStatus.Verified
        || !notes.verification().equals(Verification.NONE);
  }

  /// The share when nothing waits for it any more.
  public ShareRow givenUp() {
    return new ShareRow(agent, slice, stage, generation, status, heard, notes, true);
  }

  /// The share when its agent may not come back: what it has not done will not be done.
  ///
  /// @param why for the user
  public ShareRow abandoned(String why) {
    ShareRow share = over() && !lost ? this : reported(heard, new ShareStatus.Broken(why, "", -1));
    return share.givenUp();
  }

  /// Whether no more reports will come: its agent has released it, or may not come back.
  public boolean gone() {
    return released() || (lost && (finished() || failed()));
  }

  /// Whether its worker has taken the plan.
  public boolean forked() {
    return rank(status) >= rank(new ShareStatus.Forked(Map.of())) && !failed();
  }

  /// Whether it has made the target ready.
  public boolean prepared() {
    return rank(status) >= rank(new ShareStatus.Prepared(Facts.NONE)) && !failed();
  }

  /// Whether all of its threads are open.
  public boolean ready() {
    return rank(status) >= rank(new ShareStatus.Ready(0, 0)) && !failed();
  }

  /// Whether its load has come to an end in good order.
  public boolean finished() {
    return status instanceof ShareStatus.Finished || status instanceof ShareStatus.Verified;
  }

  /// Whether it cannot go on.
  public boolean failed() {
    return status.failed();
  }

  /// Whether it cannot go on for a reason of its own: not since its agent was stopped, is lost or
  /// may not come back.
  public boolean broke() {
    return failed() && !resumable() && !lost;
  }

  /// Whether it has ever begun to run load.
  public boolean ran() {
    return notes.firstStartEpochNanos() != 0 || notes.lastSeq() >= 0;
  }

  /// Whether it has ended without ever having run load.
  public boolean neverBegan() {
    return finished() && !ran();
  }

  /// Whether its load is to end.
  public boolean ending() {
    return stage == ShareStage.STOP || stage == ShareStage.KILL;
  }

  /// Whether no more load will come from it, as far as anybody knows.
  public boolean over() {
    return finished() || failed() || released() || lost;
  }

  /// Whether the agent has released it.
  public boolean released() {
    return status instanceof ShareStatus.Released;
  }

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
  public record Notes(
      Map<String, String> environment,
      Facts facts,
      long clockOffsetNanos,
      long clockErrorNanos,
      long firstStartEpochNanos,
      long lastSeq,
      String broken,
      Verification verification) {
    public static final Notes NONE =
        new Notes(Map.of(), Facts.NONE, 0, 0, 0, -1, "", Verification.NONE);

    public Notes {
      environment = Map.copyOf(environment);
    }

    Notes after(ShareStatus status) {
      return switch (status) {
        case ShareStatus.Forked(Map<String, String> found) -> withEnvironment(found);
        case ShareStatus.Loading(Facts found) -> withFacts(found);
        case ShareStatus.Prepared(Facts found) -> withFacts(found);
        case ShareStatus.Ready(long offset, long error) -> withClock(offset, error);
        case ShareStatus.Running(long first) ->
            withLoad(firstStartEpochNanos == 0 ? first : firstStartEpochNanos, lastSeq, "");
        // A share that is stopped before it has taken its load up again keeps what it had.
        case ShareStatus.Finished(long last) ->
            withLoad(firstStartEpochNanos, Math.max(last, lastSeq), broken);
        case ShareStatus.Broken(String reason, var _, long last, var _) ->
            withLoad(firstStartEpochNanos, Math.max(last, lastSeq), reason);
        // A verification that was given up stays so.
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
    Notes unverified(String why) {
      return withVerification(Verification.impossible(why));
    }

    private Notes withEnvironment(Map<String, String> found) {
      return new Notes(
          found,
          facts,
          clockOffsetNanos,
          clockErrorNanos,
          firstStartEpochNanos,
          lastSeq,
          broken,
          verification);
    }

    private Notes withFacts(Facts found) {
      return new Notes(
          environment,
          found,
          clockOffsetNanos,
          clockErrorNanos,
          firstStartEpochNanos,
          lastSeq,
          broken,
          verification);
    }

    private Notes withClock(long offsetNanos, long errorNanos) {
      return new Notes(
          environment,
          facts,
          offsetNanos,
          errorNanos,
          firstStartEpochNanos,
          lastSeq,
          broken,
          verification);
    }

    private Notes withLoad(long firstStart, long last, String reason) {
      return new Notes(
          environment,
          facts,
          clockOffsetNanos,
          clockErrorNanos,
          firstStart,
          last,
          reason,
          verification);
    }

    private Notes withVerification(Verification found) {
      return new Notes(
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
}
