package dev.broadside.jobs.noop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.JobClass;
import dev.broadside.core.work.Totals;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class NoopTest {

  @Test
  void anIterationIsOneOperation() throws Exception {
    JobTester job = JobTester.of(new Noop()).threads(3);
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(1_000);
    }
    assertEquals(new Totals(1_000, 0, 0, 0), job.totals().transactions());
    assertEquals(new Totals(1_000, 0, 0, 0), job.totals().operation(0));
  }

  @Test
  void anIterationIsNeverShorterThanAskedFor() throws Exception {
    JobTester job = JobTester.of(new Noop()).with("iteration-time", "2ms");
    try (TestRun run = job.open()) {
      long start = System.nanoTime();
      run.iterate(5);
      assertTrue(System.nanoTime() - start >= 10_000_000);
    }
  }

  @Test
  void theBundledJobClassesAreFoundByTheirIds() {
    List<String> ids =
        ServiceLoader.load(JobClass.class).stream()
            .map(provider -> provider.get().describe().id())
            .toList();
    assertEquals(
        List.of(
            "noop",
            "igenoltp",
            "sysbench_oltp_read_write",
            "sysbench_oltp_read_only",
            "sysbench_oltp_write_only",
            "sysbench_oltp_point_select",
            "sysbench_oltp_update_index",
            "sysbench_oltp_update_non_index",
            "sysbench_oltp_insert",
            "sysbench_oltp_delete",
            "sysbench_bulk_insert",
            "sysbench_select_random_points",
            "sysbench_select_random_ranges",
            "sysbench04_oltp",
            "ledger",
            "tpcc",
            "ch",
            "order_entry",
            "dvdstore",
            "pgbench",
            "ycsb",
            "smallbank",
            "tatp",
            "storage",
            "memory_latency",
            "replay",
            "tool"),
        ids);
  }
}
