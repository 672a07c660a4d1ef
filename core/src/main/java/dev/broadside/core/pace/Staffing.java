package dev.broadside.core.pace;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Which threads of a share are at work, and from when on, where some shares of the job are lost.
/// Immutable.
///
/// Shares that are present have their own threads. Threads behind those stand for threads of lost
/// shares, where they are lent: each is at work from when on that one would be. So whatever each
/// share has heard of, all of them together never have more at work than was planned of all.
///
/// ```
/// 3 shares of 2 threads; share 1 is lost
/// share 0   0.0  0.1  1.0
/// share 2   2.0  2.1  1.1
/// ```
///
/// @param ramp which threads a share has by itself
/// @param share whose threads they are
/// @param rank its place among those that are present; negative where it is lost itself
/// @param present how many are
/// @param lent the shares of which threads are lent, by index
public record Staffing(ThreadRamp ramp, Share share, int rank, int present, List<Integer> lent) {
  public Staffing {
    lent = List.copyOf(lent);
  }

  public static Staffing of(ThreadRamp ramp, Sharing sharing, Share share) {
    List<Integer> present = sharing.present();
    Set<Integer> there = new HashSet<>(present);
    List<Integer> absent =
        IntStream.range(0, share.of()).filter(one -> !there.contains(one)).boxed().toList();
    return new Staffing(
        ramp,
        share,
        present.indexOf(share.index()),
        present.size(),
        sharing.lent() ? absent : List.of());
  }

  /// When a thread goes to work, in nanoseconds from the phase's beginning.
  ///
  /// @param thread its number on its agent, from 0
  /// @return [Curve#NEVER] where it is not at work
  public long startNanos(int thread) {
    if (thread >= threads()) {
      return Curve.NEVER;
    }
    if (thread < ramp.after()) {
      return ramp.startNanos(thread, share);
    }
    int turn = (thread - ramp.after()) * present + rank;
    Share lost = new Share(lent.get(turn % lent.size()), share.of());
    return ramp.startNanos(turn / lent.size(), lost);
  }

  /// For how many threads there is work, if the share has opened so many.
  public int threads() {
    return rank < 0
        ? 0
        : ramp.after() + Math.max(0, Math.ceilDiv(ramp.after() * lent.size() - rank, present));
  }
}
