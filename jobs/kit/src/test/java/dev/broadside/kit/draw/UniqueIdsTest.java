package dev.broadside.kit.draw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.kit.own.OwnedIds;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

  /// Runs of one and of other numbers of threads, a worker that takes over, and a neighbour's job.
  @Test
  void noFreshIdComesTwiceInWhateverThreadAgentOrRun() {
    Set<Long> seen = new HashSet<>();
    Instant first = Instant.parse("2026-11-27T12:00:00Z");
    for (int run = 0; run < 5; run++) {
      Instant begun = first.plus(1_000L * run, ChronoUnit.MICROS);
      int threads = 3 + run % 2;
      for (int thread = 0; thread < threads; thread++) {
        UniqueIds ids = new UniqueIds.Fresh(thread, threads, begun.plus(thread, ChronoUnit.MICROS));
        for (int i = 0; i < 10_000; i++) {
          assertTrue(seen.add(ids.next()), "twice in run " + run);
        }
      }
    }
    assertTrue(Collections.min(seen) > OwnedIds.id(OwnedIds.PARTITIONS, 0));
    UniqueIds last = new UniqueIds.Fresh(0, 1, Instant.parse("2200-01-01T00:00:00Z"));
    assertTrue(last.next() > Collections.max(seen));
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
