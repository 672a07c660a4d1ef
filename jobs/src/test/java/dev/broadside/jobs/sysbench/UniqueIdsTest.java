package dev.broadside.jobs.sysbench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UniqueIdsTest {

  @Test
  void noIdComesTwiceOnAnyThreadOfTheJob() {
    Set<Integer> all = new HashSet<>();
    for (int thread = 0; thread < 7; thread++) {
      UniqueIds ids = new UniqueIds(42, thread, 7);
      for (int i = 0; i < 100_000; i++) {
        all.add(ids.next());
      }
    }
    assertEquals(700_000, all.size());
  }

  @Test
  void idsAreSpreadOverAllNumbers() {
    UniqueIds ids = new UniqueIds(1, 0, 1);
    int negative = 0;
    int small = 0;
    for (int i = 0; i < 100_000; i++) {
      int id = ids.next();
      negative += id < 0 ? 1 : 0;
      small += Math.abs((long) id) < 1L << 30 ? 1 : 0;
    }
    assertEquals(0.5, negative / 100_000.0, 0.02);
    assertEquals(0.5, small / 100_000.0, 0.02);
  }

  @Test
  void anotherSeedMakesOtherIds() {
    Set<Integer> first = new HashSet<>();
    UniqueIds one = new UniqueIds(1, 0, 1);
    UniqueIds two = new UniqueIds(1_000_001, 0, 1);
    for (int i = 0; i < 10_000; i++) {
      first.add(one.next());
    }
    int met = 0;
    for (int i = 0; i < 10_000; i++) {
      met += first.contains(two.next()) ? 1 : 0;
    }
    int common = met;
    assertTrue(common < 100, () -> common + " ids in common");
  }
}
