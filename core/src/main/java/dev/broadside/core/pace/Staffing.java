package dev.broadside.core.pace;

import java.util.List;
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
public record Staffing(ThreadRamp ramp, Sharing sharing) {

  /// When a thread goes to work, in nanoseconds from the phase's beginning.
  ///
  /// @param thread its number on its agent, from 0
  /// @return [Curve#NEVER] where it is not at work
  public long startNanos(int thread, Share share) {
    int rank = sharing.present().indexOf(share.index());
    if (rank < 0) {
      return Curve.NEVER;
    }
    if (thread < ramp.after()) {
      return ramp.startNanos(thread, share);
    }
    List<Integer> absent = absent(share.of());
    long lent = (long) (thread - ramp.after()) * sharing.present().size() + rank;
    return lent >= (long) ramp.after() * absent.size()
        ? Curve.NEVER
        : ramp.startNanos(
            (int) (lent / absent.size()),
            new Share(absent.get((int) (lent % absent.size())), share.of()));
  }

  /// The shares of which threads are lent.
  private List<Integer> absent(int shares) {
    return sharing.lent()
        ? IntStream.range(0, shares)
            .filter(share -> !sharing.present().contains(share))
            .boxed()
            .toList()
        : List.of();
  }

  /// For how many threads of a share there is work, if it has opened so many.
  public int threads(Share share) {
    int rank = sharing.present().indexOf(share.index());
    int lent = ramp.after() * absent(share.of()).size() - rank;
    return rank < 0 ? 0 : ramp.after() + Math.max(0, Math.ceilDiv(lent, sharing.present().size()));
  }
}
