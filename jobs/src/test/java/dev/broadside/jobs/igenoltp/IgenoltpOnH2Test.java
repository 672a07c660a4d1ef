package dev.broadside.jobs.igenoltp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.param.Problem;
import dev.broadside.core.work.Totals;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IgenoltpOnH2Test {

  @ParameterizedTest
  @ValueSource(strings = {"", ";MODE=Oracle"})
  void aTransactionReadsEighteenRowsAndWritesTwo(String settings) throws Exception {
    JobTester job =
        JobTester.of(new Igenoltp())
            .with("url", JobTester.h2(settings))
            .with("scale", "0.01")
            .threads(3);
    assertEquals(List.of(), job.check());
    assertEquals(List.of(), job.trial());
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(600);
    }
    assertEquals(600, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertEquals(600 * 18, job.totals().rowsRead());
    assertEquals(600 * 2, job.totals().rowsWritten());
    job.verifyHolds();
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian", "hot-window", "gaussian"})
  void everyDistributionFindsItsRows(String distribution) throws Exception {
    JobTester job = run("key-distribution", distribution);
    assertEquals(300 * 18, job.totals().rowsRead());
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "read-uncommitted", "read-committed", "repeatable-read"})
  void everyIsolationFindsItsRows(String isolation) throws Exception {
    JobTester job = run("isolation", isolation);
    assertEquals(300 * 18, job.totals().rowsRead());
  }

  @ParameterizedTest
  @ValueSource(strings = {"transaction", "statement"})
  void aReadOnlyShareOfAHundredPercentWritesNothing(String mix) throws Exception {
    JobTester job = run("mix", mix, "read-only-share", "100");
    assertEquals(0, job.totals().rowsWritten());
    assertEquals(Totals.NONE, job.totals().operation("insert_order"));
    assertEquals(Totals.NONE, job.totals().operation("delete_order"));
  }

  @Test
  void equalSeedsMakeEqualTransactions() throws Exception {
    assertEquals(
        run("mix", "statement").totals().operation("select_orders"),
        run("mix", "statement").totals().operation("select_orders"));
  }

  @Test
  void theStatementMixHasNothingToCommit() {
    JobTester job = JobTester.onH2(new Igenoltp()).with("mix", "statement").with("commit", "off");
    assertEquals(
        List.of(
            "parameter commit: in the statement mix every statement commits itself anyway; "
                + "leave it out, or use the transaction mix."),
        job.check().stream().map(Problem::sentence).toList());
  }

  private static JobTester run(String... parameters) throws Exception {
    JobTester job = JobTester.onH2(new Igenoltp()).with("scale", "0.01").threads(2);
    for (int i = 0; i < parameters.length; i += 2) {
      job.with(parameters[i], parameters[i + 1]);
    }
    assertEquals(List.of(), job.check());
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(300);
    }
    assertEquals(300, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
    return job;
  }
}
