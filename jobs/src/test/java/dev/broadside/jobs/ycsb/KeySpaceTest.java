package dev.broadside.jobs.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.kit.draw.UniqueIds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class KeySpaceTest {
  private static final UniqueIds.Fresh FRESH = new UniqueIds.Fresh(0, 1);

  @Test
  void aRecordIsKnownWhenAllInsertsUpToItHaveEnded() {
    KeySpace keys = new KeySpace(10, FRESH);
    assertEquals(List.of(10L, 11L, 12L), List.of(keys.take(), keys.take(), keys.take()));
    keys.ended(12);
    keys.ended(11);
    assertEquals(10, keys.size());
    keys.ended(10);
    assertEquals(13, keys.size());
  }

  @Test
  void anInsertThatHangsIsNotWaitedForForEver() {
    KeySpace keys = new KeySpace(10, FRESH);
    long hanging = keys.take();
    for (int i = 0; i < 100_000; i++) {
      keys.ended(keys.take());
    }
    assertEquals(100_011, keys.size());
    keys.ended(hanging);
    keys.ended(keys.take());
    assertEquals(100_012, keys.size());
  }

  @Test
  void noInsertIsForgottenWhenManyThreadsEndTheirs() throws Exception {
    KeySpace keys = new KeySpace(0, FRESH);
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        all.add(
            threads.submit(() -> {
              for (int i = 0; i < 200_000; i++) {
                keys.ended(keys.take());
              }
            }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertEquals(800_000, keys.size());
  }

  @Test
  void aNewRecordHasAFreshNumberAndALoadedOneItsPlace() {
    KeySpace keys = new KeySpace(10, FRESH);
    assertEquals(7, keys.number(7));
    assertEquals(FRESH.at(0), keys.number(keys.take()));
    assertEquals(FRESH.at(1), keys.number(keys.take()));
  }
}
