package dev.broadside.client.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuQuotaTest {
  @TempDir private Path mounted;

  private void stat(String folder, String text) throws IOException {
    Path file = Files.createDirectories(mounted.resolve(folder)).resolve("cpu.stat");
    Files.writeString(file, text);
  }

  @Test
  void aGroupAndThoseAboveItCount() throws IOException {
    stat("pod/worker", "usage_usec 9\nnr_throttled 3\nthrottled_usec 250\n");
    stat("pod", "usage_usec 9\nnr_throttled 1\nthrottled_usec 50\n");
    stat("", "usage_usec 9\n");

    CpuQuota quota = CpuQuota.of("0::/pod/worker\n", mounted);

    assertEquals(OptionalLong.of(300_000), quota.throttledNanos());
  }

  @Test
  void theFirstVersionCountsInNanoseconds() throws IOException {
    stat("cpu/job", "nr_periods 4\nnr_throttled 2\nthrottled_time 7000\n");

    CpuQuota quota = CpuQuota.of("4:memory:/job\n3:cpu,cpuacct:/job\n0::/\n", mounted);

    assertEquals(OptionalLong.of(7_000), quota.throttledNanos());
  }

  @Test
  void insideAContainerThePathMayBeTheHosts() throws IOException {
    stat("", "nr_throttled 2\nthrottled_usec 4\n");

    assertEquals(
        OptionalLong.of(4_000), CpuQuota.of("0::/docker/4711\n", mounted).throttledNanos());
    assertEquals(
        OptionalLong.of(4_000), CpuQuota.of("0::/../../other\n", mounted).throttledNanos());
  }

  @Test
  void whereNothingIsToldNothingIsKnown() {
    assertEquals(OptionalLong.empty(), CpuQuota.of("", mounted).throttledNanos());
    assertEquals(OptionalLong.empty(), CpuQuota.of("0::/\n", mounted).throttledNanos());
    assertEquals(OptionalLong.empty(), CpuQuota.of("nonsense", mounted).throttledNanos());
  }
}
