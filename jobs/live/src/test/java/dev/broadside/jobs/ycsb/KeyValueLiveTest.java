package dev.broadside.jobs.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.JobClass;
import dev.broadside.jobs.file.FileJobs;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestDatabase;
import dev.broadside.testkit.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// `ycsb`, `smallbank` and `tatp` on servers, four threads at once.
class KeyValueLiveTest {

  private static JobTester ran(TestDatabase on, JobClass job, int each, String... parameters)
      throws Exception {
    JobTester tester = on.test(job).threads(4);
    for (int i = 0; i < parameters.length; i += 2) {
      tester.with(parameters[i], parameters[i + 1]);
    }
    assertEquals(List.of(), tester.check());
    assertEquals(List.of(), tester.trial());
    tester.prepare();
    assertEquals(List.of(), tester.rehearse());
    try (TestRun run = tester.open()) {
      run.iterateAtOnce(each);
    }
    assertEquals(
        4 * each, tester.totals().transactions().ok(), () -> "" + tester.totals().failures());
    tester.verifyHolds();
    return tester;
  }

  @ParameterizedTest
  @CsvSource({"MARIADB, a", "MARIADB, e", "POSTGRESQL, d", "POSTGRESQL, f"})
  void ycsb(TestDatabase on, String workload) throws Exception {
    JobTester job = ran(on, new Ycsb(), 200, "workload", workload, "record-count", "500");
    assertEquals(0, job.totals().figure("ycsb.not-found"));
    assertTrue(job.totals().rowsRead() > 0);
  }

  /// Nearly all records are new ones, and each that is drawn is there.
  @Test
  void newRecordsAreReadByAllThreads() throws Exception {
    JobTester job =
        ran(
            TestDatabase.MARIADB,
            new Ycsb(),
            300,
            "workload",
            "d",
            "insert-proportion",
            "1",
            "record-count",
            "1");
    assertTrue(job.totals().operation("insert").ok() > 400);
    assertEquals(job.totals().operation("read").ok(), job.totals().rowsRead());
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void smallBank(TestDatabase on) throws Exception {
    ran(on, new FileJobs.SmallBank(), 200, "accounts", "1000");
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void tatp(TestDatabase on) throws Exception {
    ran(on, new FileJobs.Tatp(), 300, "subscribers", "500");
  }
}
