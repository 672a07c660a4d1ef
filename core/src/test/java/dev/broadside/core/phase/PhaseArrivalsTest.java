package dev.broadside.core.phase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.phase.AgentSums.PhaseArrivals;
import dev.broadside.core.stat.DropReason;
import dev.broadside.core.stat.OutcomeCounts;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Whatever is dropped at the end is of the phase in which it was due.
class PhaseArrivalsTest {
  private final PhaseArrivals arrivals = new PhaseArrivals(3);

  private void due(int phase, long due) {
    arrivals.add(phase, OutcomeCounts.NONE.withDue(due));
  }

  private void dropped(int phase, DropReason reason, long count) {
    arrivals.add(phase, OutcomeCounts.NONE.withDropped(Map.of(reason, count)));
  }

  private Map<DropReason, Long> of(int phase) {
    return arrivals.dropped(one -> one == phase);
  }

  @Test
  void thoseThatWereGivenUpAreTheNewest() {
    due(0, 100);
    due(1, 50);
    due(2, 20);
    dropped(3, DropReason.NO_FREE_THREAD, 60);

    assertEquals(Map.of(DropReason.NO_FREE_THREAD, 20L), of(2));
    assertEquals(Map.of(DropReason.NO_FREE_THREAD, 40L), of(1));
    assertEquals(Map.of(), of(0));
    assertEquals(Map.of(DropReason.NO_FREE_THREAD, 60L), arrivals.dropped(_ -> true));
    assertEquals(50, arrivals.due(one -> one == 1));
  }

  @Test
  void whatWasDueWhileNobodyWasThereIsOfThePhaseInWhichItWasTold() {
    due(0, 100);
    dropped(0, DropReason.AWAY, 30);
    due(1, 50);
    dropped(1, DropReason.STOPPED, 80);

    assertEquals(Map.of(DropReason.STOPPED, 50L), of(1));
    assertEquals(Map.of(DropReason.AWAY, 30L, DropReason.STOPPED, 30L), of(0));
  }
}
