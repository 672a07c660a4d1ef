package example.{{package}};

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.testkit.Fault;
import dev.broadside.testkit.JobTest;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Each test has an H2 of its own, in this JVM's memory; `@On(TestDatabase.MARIADB)` at a parameter
/// asks for another database.
@JobTest({{class}}.class)
class {{class}}Test {
  @Test
  void noMoneyIsLost(JobTester job) throws Exception {
    job.with("accounts", "10").threads(2).run(200);
    assertTrue(job.totals().operation("too_poor").ok() > 0, "some were too poor");
    assertEquals(2 * job.totals().operation("debit").ok(), job.totals().rowsWritten());
  }

  @Test
  void threadsThatFightOverTheAccountsLoseNoneEither(JobTester job) throws Exception {
    job.with("accounts", "10").threads(4).prepare();
    job.open().iterateAtOnce(50);
    assertEquals(200, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
  }

  @Test
  void whateverBreaksNoMoneyIsLost(JobTester job) throws Exception {
    job.with("accounts", "1000").prepare();
    TestRun run = job.open();
    run.fail(Fault.DEADLOCK, "debit");
    run.iterate(1);
    assertEquals(1, job.totals().transactions().ok());
    run.fail(Fault.CONNECTION_LOST, "credit");
    run.iterate(2);
    assertEquals(1, job.totals().transactions().failed());
    run.fail(Fault.ANSWER_LOST, "commit");
    run.iterate(2);
    assertEquals(1, job.totals().transactions().uncertain());
    job.verifyHolds();
  }

  @Test
  void threadsShareNothing(JobTester job) throws Exception {
    job.with("accounts", "10").threads(2).prepare();
    assertEquals(List.of(), job.open().shared());
  }
}
