package dev.broadside.jobs.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.testkit.Fault;
import dev.broadside.testkit.JobTest;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.On;
import dev.broadside.testkit.TestDatabase;
import dev.broadside.testkit.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What the test kit asserts of an author's job class, and that it finds what is wrong.
@JobTest(Transfer.class)
class TransferByJobTest {

  private static List<ErrorClass> failures(JobTester job) {
    return job.totals().failures().stream().map(Failure::errorClass).toList();
  }

  private static void survives(JobTester job, Fault fault, String operation) throws Exception {
    job.with("accounts", "1000").prepare();
    TestRun run = job.open();
    run.iterate(1);
    run.fail(fault, operation);
    run.iterate(2);
    job.verifyHolds();
  }

  @Test
  void aDeadlockIsRepeated(JobTester job) throws Exception {
    survives(job, Fault.DEADLOCK, "debit");
    assertEquals(List.of(ErrorClass.DEADLOCK), failures(job));
    assertEquals(3, job.totals().transactions().ok());
  }

  @Test
  void aFaultAtAnOperationThatThereIsNotIsAMistake(JobTester job) throws Exception {
    job.with("accounts", "10").prepare();
    TestRun run = job.open();
    assertThrows(AssertionError.class, () -> run.fail(Fault.DEADLOCK, "debti"));
  }

  @Test
  void aDeadlockIsRepeatedOnPostgreSql(@On(TestDatabase.POSTGRESQL) JobTester job)
      throws Exception {
    survives(job, Fault.DEADLOCK, "credit");
    assertEquals(List.of(ErrorClass.DEADLOCK), failures(job));
    assertEquals(3, job.totals().transactions().ok());
  }

  @Test
  void aLostConnectionFailsOneTransaction(@On(TestDatabase.MARIADB) JobTester job)
      throws Exception {
    survives(job, Fault.CONNECTION_LOST, "debit");
    assertEquals(List.of(ErrorClass.CONNECTION_LOST), failures(job));
    assertEquals(1, job.totals().transactions().failed());
    assertEquals(2, job.totals().transactions().ok());
  }

  @Test
  void aLostCommitIsUncertainWhetherItArrivedOrNot(JobTester job) throws Exception {
    survives(job, Fault.ANSWER_LOST, "commit");
    survives(job, Fault.CONNECTION_LOST, "commit");
    assertEquals(2, job.totals().transactions().uncertain(), () -> failures(job).toString());
  }

  @Test
  void statementsAreCounted(JobTester job) throws Exception {
    job.with("accounts", "100000").prepare();
    TestRun run = job.open();
    run.iterate(10);
    assertEquals(40, run.trips());
    assertEquals(10L, run.statements().get("commit"));
    assertEquals(
        10L, run.statements().get("update account set balance = balance - ? where id = ?"));
  }

  @Test
  void nothingIsAllocatedBesideTheDriver(JobTester job) throws Exception {
    job.with("accounts", "10").prepare();
    assertEquals(0, job.open().allocatedPerIteration(2_000));
    job.verifyHolds();
  }

  @Test
  void nothingIsShared(JobTester job) throws Exception {
    job.with("accounts", "10").threads(2).prepare();
    assertEquals(List.of(), job.open().shared());
  }

  @Test
  void whatIsWrongIsSaidInOneSentence(JobTester job) throws Exception {
    assertEquals(
        List.of("parameter accounts: 1 is out of range; give a whole number from 2 to 10000000."),
        job.with("accounts", "1").refusals());
  }
}
