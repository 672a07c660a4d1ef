package dev.broadside.kit.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UniqueIdsTest {

  @Test
  void noIdComesTwiceOnAnyThreadOfTheJob() {
    Set<Long> all = new HashSet<>();
    for (int thread = 0; thread < 7; thread++) {
      UniqueIds ids = new UniqueIds.Scattered(42, thread, 7);
      for (int i = 0; i < 100_000; i++) {
        all.add(ids.next());
      }
    }
    assertEquals(700_000, all.size());
  }

  @Test
  void idsAreSpreadOverAllNumbers() {
    UniqueIds ids = new UniqueIds.Scattered(1, 0, 1);
    int negative = 0;
    int small = 0;
    for (int i = 0; i < 100_000; i++) {
      long id = ids.next();
      negative += id < 0 ? 1 : 0;
      small += Math.abs(id) < 1L << 30 ? 1 : 0;
    }
    assertEquals(0.5, negative / 100_000.0, 0.02);
    assertEquals(0.5, small / 100_000.0, 0.02);
  }

  @Test
  void anotherSeedMakesOtherIds() {
    Set<Long> first = new HashSet<>();
    UniqueIds one = new UniqueIds.Scattered(1, 0, 1);
    UniqueIds two = new UniqueIds.Scattered(1_000_001, 0, 1);
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

  /// The last life is the greatest that there is.
  @Test
  void noAppendedIdComesTwiceWhoeverTakesTheLoadOver() {
    Set<Long> seen = new HashSet<>();
    for (long life : new long[] {0, 1, 65_536, 65_537, Integer.MAX_VALUE}) {
      for (int thread = 0; thread < 3; thread++) {
        UniqueIds ids = new UniqueIds.Appended(101, thread, 3, life);
        for (int i = 0; i < 1_000; i++) {
          assertTrue(seen.add(ids.next()), "twice in life " + life);
        }
      }
    }
    assertEquals(101, Collections.min(seen));
    UniqueIds last = new UniqueIds.Appended(Long.MAX_VALUE - 1, 0, 2, 0);
    last.next();
    assertThrows(ArithmeticException.class, last::next);
  }

  @Test
  void stridedIdsOfAllThreadsAreEveryIdOnce() {
    for (int size : new int[] {1, 2, 10, 999, 10_000}) {
      List<UniqueIds.Strided> threads =
          IntStream.range(0, 3).mapToObj(thread -> new UniqueIds.Strided(size, thread, 3)).toList();
      Set<Long> seen = new HashSet<>();
      for (int i = 0; i < size; i++) {
        assertTrue(seen.add(threads.get(i % 3).next()), "twice among " + size);
      }
      assertEquals(1, Collections.min(seen));
      assertEquals(size, Collections.max(seen));
    }
  }
}
