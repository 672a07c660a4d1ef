package dev.broadside.core.pace;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Which threads of a share are at work, and from when on, if some shares of the job are lost.
/// Immutable.
///
/// A share that is present has its own threads. If the threads of lost shares are lent, its further
/// threads stand for some of these, and each starts when the thread it stands for would have
/// started. So even if some shares have not heard of a change, all together never have more threads
/// at work than planned.
///
/// ```
/// 3 shares of 2 threads; share 1 is lost
/// share 0   0.0  0.1  1.0
/// share 2   2.0  2.1  1.1
/// ```
///
/// @param ramp which threads a share has by itself
/// @param share the share whose threads these are
/// @param rank its place among the shares that are present; negative if it is lost itself
/// @param present how many shares are present
/// @param lent the shares whose threads are lent, by index
public record Staffing(ThreadRamp ramp, Portion share, int rank, int present, List<Integer> lent) {
  public Staffing {
    lent = List.copyOf(lent);
  }

  public static Staffing of(ThreadRamp ramp, Sharing sharing, Portion share) {
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
  /// @return [Curve#NEVER] if it is not at work
  public long startNanos(int thread) {
    if (thread >= threads()) {
      return Curve.NEVER;
    }
    if (thread < ramp.after()) {
      return ramp.startNanos(thread, share);
    }
    int turn = (thread - ramp.after()) * present + rank;
    Portion lost = new Portion(lent.get(turn % lent.size()), share.of());
    return ramp.startNanos(turn / lent.size(), lost);
  }

  /// How many threads have work, if the share has opened that many.
  public int threads() {
    return rank < 0
        ? 0
        : ramp.after() + Math.max(0, Math.ceilDiv(ramp.after() * lent.size() - rank, present));
  }
}
