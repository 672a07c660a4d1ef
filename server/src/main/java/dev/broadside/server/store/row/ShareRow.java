package dev.broadside.server.store.row;

import dev.broadside.core.job.ShareSlice;
import dev.broadside.core.wire.ShareStatus;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Verification;
import java.util.Map;

/// One agent's share of a job: what is wanted of it, and what it has said. Immutable; each step is
/// a new one.
///
/// @param agent the agent's name
/// @param slice its part
/// @param stage what is wanted
/// @param generation grows with each new stage
/// @param status what the agent said last
/// @param heard the generation that the agent had heard when it said so
/// @param notes what it said on the way and the result wants to know
/// @param lost true once nobody waits for it any more
public record ShareRow(
    String agent,
    ShareSlice slice,
    ShareStage stage,
    long generation,
    ShareStatus status,
    long heard,
    ShareNotes notes,
    boolean lost) {

  /// A share on its way to an agent.
  public static ShareRow placed(String agent, ShareSlice slice) {
    return new ShareRow(
        agent, slice, ShareStage.FORK, 1, new ShareStatus.Forking(), 0, ShareNotes.NONE, false);
  }

  /// The share when something else is wanted of it; this very one where it is wanted already.
  public ShareRow wanting(ShareStage next) {
    return next == stage ? this : again(next);
  }

  /// The share when its goal is sent again, to an agent that was told otherwise by somebody else.
  public ShareRow again() {
    return again(stage);
  }

  private ShareRow again(ShareStage next) {
    return new ShareRow(agent, slice, next, nextGeneration(), status, heard, notes, lost);
  }

  /// The share when it is to be taken up again, for the rest of the plan.
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

  /// Whether nothing is wrong with it but that its agent was stopped or started again.
  public boolean resumable() {
    return status instanceof ShareStatus.Broken broken && broken.resumable();
  }

  /// The generation of the next goal: newer than all that the agent has seen, even from a server
  /// process that died before it had stored what it sent.
  public long nextGeneration() {
    return Math.max(generation, heard) + 1;
  }

  /// The share after its agent's report. A share only goes forward, so a report of an earlier step
  /// comes late, and changes nothing.
  public ShareRow reported(long atGeneration, ShareStatus reported) {
    if (reported instanceof ShareStatus.Unclaimed) {
      return new ShareRow(
          agent, slice, stage, generation, status, Math.max(heard, atGeneration), notes, lost);
    }
    if (rank(reported) < rank(status)) {
      // It is no news but for what it tells besides.
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

  /// The share when nobody waits for its verification any more; this very one where it has said
  /// what it found.
  ///
  /// @param why says why not, for the result
  public ShareRow unverified(String why) {
    return verificationKnown()
        ? this
        : new ShareRow(agent, slice, stage, generation, status, heard, notes.unverified(why), lost);
  }

  /// Whether it is settled what its verification found, or that there will be none.
  public boolean verificationKnown() {
    return status instanceof ShareStatus.Verified
        || !notes.verification().equals(Verification.NONE);
  }

  /// The share when nobody waits for it any more.
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

  /// Whether nothing will be heard of it any more: its agent has let go of it, or may not come
  /// back.
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

  /// Whether the agent has let go of it.
  public boolean released() {
    return status instanceof ShareStatus.Released;
  }
}
