package dev.broadside.jobs.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class KeySpaceTest {

  @Test
  void aRecordIsKnownWhenAllInsertsUpToItHaveEnded() {
    KeySpace keys = new KeySpace(10, 1, 0, 1);
    assertEquals(List.of(10L, 11L, 12L), List.of(keys.take(), keys.take(), keys.take()));
    keys.ended(12);
    keys.ended(11);
    assertEquals(10, keys.size());
    keys.ended(10);
    assertEquals(13, keys.size());
  }

  @Test
  void anInsertThatHangsIsNotWaitedForForEver() {
    KeySpace keys = new KeySpace(10, 1, 0, 1);
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
    KeySpace keys = new KeySpace(0, 1, 0, 1);
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
  void noTwoAgentsAndNoTwoRunsTakeTheSameNumber() {
    Set<Long> numbers = new HashSet<>();
    for (long millis : List.of(1_000L, 1_001L)) {
      for (int agent = 0; agent < 3; agent++) {
        KeySpace keys = new KeySpace(10, 3, agent, millis);
        for (int i = 0; i < 1_000; i++) {
          numbers.add(keys.number(keys.take()));
        }
        assertEquals(7, keys.number(7));
      }
    }
    assertEquals(6_000, numbers.size());
  }
}
