package dev.broadside.server.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ServerThreadsTest {
  /// See `proc_pid_stat(5)`: counted from the end of the name, which may hold anything.
  private static final int NICE = 16;

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatCanWaitGivesWayToWhatCannot() {
    try (ServerThreads threads = ServerThreads.start()) {
      int usual = nice(threads.collector());
      assertEquals(usual, nice(threads.coordinator()));
      assertEquals(usual, nice(threads.store()));
      assertEquals(usual + 5, nice(threads.reports()));
      assertEquals(usual + 5, nice(threads.upkeep()));
    }
  }

  private static int nice(Executor thread) {
    return CompletableFuture.supplyAsync(ServerThreadsTest::nice, thread).join();
  }

  private static int nice() {
    try {
      String stat = Files.readString(Path.of("/proc/thread-self/stat"));
      return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICE]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
