package dev.broadside.core.phase;

import dev.broadside.core.stat.Tally;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/// What ended in each phase, added up without loss: each record's tally is in the sum of exactly
/// one. What ended after the last phase is in a sum of its own, whose number is the number of
/// phases.
///
/// What was dropped stands where it was told, which is behind the last phase; [PhaseArrivals] knows
/// of which phase it is. Not safe for use by several threads.
public final class PhaseSums {
  private final Map<Integer, Tally.Sum> sums = new TreeMap<>();

  public void add(int phase, Tally tally) {
    sums.computeIfAbsent(phase, _ -> new Tally.Sum()).add(tally);
  }

  /// What ended in one phase.
  public Tally of(int phase) {
    return of(one -> one == phase);
  }

  /// What ended in some of them.
  public Tally of(IntPredicate phases) {
    List<Tally> some =
        sums.entrySet().stream()
            .filter(one -> phases.test(one.getKey()))
            .map(one -> one.getValue().toTally())
            .toList();
    return some.size() == 1 ? some.getFirst() : Tally.sum(some);
  }
}
