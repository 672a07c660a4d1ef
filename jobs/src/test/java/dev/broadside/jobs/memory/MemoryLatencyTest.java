package dev.broadside.jobs.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.broadside.core.param.Problem;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryLatencyTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 1_000})
  void everyPageIsTouchedOnceInEachLoop(int pages) throws Exception {
    JobTester job =
        JobTester.of(new MemoryLatency()).with("pages", "" + pages).with("loops", "3").threads(2);
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(10);
    }
    assertEquals(10, job.totals().transactions().ok(), () -> "" + job.totals().failures());
    assertEquals(10L * 3 * pages, job.totals().figure("memory.touches"));
    assertTrue(job.totals().figure("memory.wait") > 0);
  }

  @Test
  void moreThanTheHostHasIsRefused() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/meminfo")), "NOT RUN: only Linux tells its memory");
    JobTester job = JobTester.of(new MemoryLatency()).with("pages", "16777216").threads(1_000);
    List<Problem> problems = job.trial();
    assertEquals("parameter pages", problems.getFirst().where());
    assertTrue(problems.getFirst().what().contains("want 65,536,000 MiB"), problems::toString);
  }
}
