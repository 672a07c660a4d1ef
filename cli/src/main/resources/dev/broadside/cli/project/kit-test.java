package example.{{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import org.junit.jupiter.api.Test;

/// The job class on an H2 in this JVM's memory: its whole life, from its parameters to its checks.
class {{class}}Test {
  private static JobTester job() {
    return JobTester.onH2(new {{class}}()).with("accounts", "10");
  }

  @Test
  void noMoneyIsLost() throws Exception {
    JobTester job = job().threads(2);
    job.run(200);
    long poor = job.totals().transactions().rolledBack();
    assertTrue(poor > 0, "some were too poor");
    assertEquals(2 * (200 - poor), job.totals().rowsWritten());
  }

  @Test
  void threadsThatFightOverTheAccountsDoNotLoseAnyEither() throws Exception {
    JobTester job = job().threads(4);
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterateAtOnce(50);
    }
    assertEquals(200, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
  }
}
