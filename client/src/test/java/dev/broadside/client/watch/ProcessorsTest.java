package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessorsTest {
  private static final Executor NEW_THREAD = task -> Thread.ofPlatform().start(task);

  @Test
  void rangesAreRead() {
    assertEquals(
        List.of(0, 1, 2, 5, 8, 9),
        Processors.allowed("Cpus_allowed:\tff\nCpus_allowed_list:\t0-2,5,8-9\nThreads:\t1\n"));
    assertEquals(List.of(), Processors.allowed("Threads:\t1\n"));
  }

  @Test
  void whereThereIsNoSuchFileThereAreNone(@TempDir Path folder) {
    assertEquals(List.of(), Processors.allowed(folder.resolve("status")));
  }

  @Test
  void threadsTakeTurns() {
    if (OS.current() != OS.LINUX) {
      System.err.println("NOT RUN: threadsTakeTurns, since only Linux binds threads");
    }
    Assumptions.assumeTrue(OS.current() == OS.LINUX);
    List<Integer> all = Processors.allowed(Path.of("/proc/self/status"));
    Optional<Processors> processors = Processors.ofThisProcess();
    assertTrue(processors.isPresent());
    List<List<Integer>> bound = new ArrayList<>();
    for (int turn = 0; turn <= all.size(); turn++) {
      int mine = turn;
      bound.add(
          CompletableFuture.supplyAsync(
                  () -> {
                    processors.get().bind(mine);
                    return Processors.allowed(Path.of("/proc/thread-self/status"));
                  },
                  NEW_THREAD)
              .join());
    }
    List<List<Integer>> wanted = new ArrayList<>(all.stream().map(List::of).toList());
    wanted.add(List.of(all.getFirst()));
    assertEquals(wanted, bound);
    assertEquals(all, Processors.allowed(Path.of("/proc/self/status")));
  }
}
