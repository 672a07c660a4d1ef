package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {
  @TempDir private Path mounted;

  private void stat(String folder, String text) throws IOException {
    Path file = Files.createDirectories(mounted.resolve(folder)).resolve("cpu.stat");
    Files.writeString(file, text);
  }

  private void memory(String folder, String file, String text) throws IOException {
    Files.writeString(Files.createDirectories(mounted.resolve(folder)).resolve(file), text);
  }

  @Test
  void killsForWantOfMemoryAreCountedInBothVersions() throws IOException {
    memory("pod", "memory.events", "oom 4\noom_kill 3\noom_group_kill 0\n");
    memory("memory/job", "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");

    assertEquals(3, ControlGroup.of("0::/pod\n", mounted).memoryKills());
    assertEquals(2, ControlGroup.of("4:memory:/job\n3:cpu:/\n", mounted).memoryKills());
    assertEquals(0, ControlGroup.of("nonsense", mounted).memoryKills());
  }

  @Test
  void aGroupAndThoseAboveItCount() throws IOException {
    stat("pod/worker", "usage_usec 9\nnr_throttled 3\nthrottled_usec 250\n");
    stat("pod", "usage_usec 9\nnr_throttled 1\nthrottled_usec 50\n");
    stat("", "usage_usec 9\n");

    ControlGroup quota = ControlGroup.of("0::/pod/worker\n", mounted);

    assertEquals(OptionalLong.of(300_000), quota.throttledNanos());
  }

  @Test
  void theFirstVersionCountsInNanoseconds() throws IOException {
    stat("cpu/job", "nr_periods 4\nnr_throttled 2\nthrottled_time 7000\n");

    ControlGroup quota = ControlGroup.of("4:memory:/job\n3:cpu,cpuacct:/job\n0::/\n", mounted);

    assertEquals(OptionalLong.of(7_000), quota.throttledNanos());
  }

  @Test
  void insideAContainerThePathMayBeTheHosts() throws IOException {
    stat("", "nr_throttled 2\nthrottled_usec 4\n");

    assertEquals(
        OptionalLong.of(4_000), ControlGroup.of("0::/docker/4711\n", mounted).throttledNanos());
    assertEquals(
        OptionalLong.of(4_000), ControlGroup.of("0::/../../other\n", mounted).throttledNanos());
  }

  @Test
  void whereNothingIsToldNothingIsKnown() {
    assertEquals(OptionalLong.empty(), ControlGroup.of("", mounted).throttledNanos());
    assertEquals(OptionalLong.empty(), ControlGroup.of("0::/\n", mounted).throttledNanos());
    assertEquals(OptionalLong.empty(), ControlGroup.of("nonsense", mounted).throttledNanos());
  }
}
