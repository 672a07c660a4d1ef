package dev.broadside.jobs.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Verification;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LedgerTest {

  private static JobTester onH2() {
    return JobTester.of(new Ledger())
        .with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"))
        .with("user", "sa")
        .with("password", "");
  }

  private static void change(JobTester job, String sql) throws SQLException {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, sql);
    }
  }

  private static List<Boolean> holding(Verification verification) {
    return verification.checks().stream().map(Verification.Check::holds).toList();
  }

  private static JobTester ran(JobTester job) throws Exception {
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(50);
    }
    job.verifyHolds();
    return job;
  }

  @Test
  void aMissingEntryIsFound() throws Exception {
    JobTester job = ran(onH2());
    change(job, "delete from broadside_ledger_entry where n = 7");
    assertEquals(List.of(false, false, false), holding(job.verify()));
    assertEquals("MISSING thread 0 number 7", places(job));
  }

  @Test
  void anEntryTooManyIsFoundAndOneOfAnotherRunIsNot() throws Exception {
    JobTester job = ran(onH2());
    change(job, "insert into broadside_ledger_entry values ('other', 0, 1000, 1, 2)");
    assertEquals(List.of(true, true, true), holding(job.verify()));
    change(
        job,
        "insert into broadside_ledger_entry select run_id, 99, n, 1, 1 from broadside_ledger_entry"
            + " where n = 7");
    assertEquals(List.of(false, true, false), holding(job.verify()));
    assertEquals("UNEXPECTED thread 99 number 7", places(job));
  }

  /// As many as were counted, and yet not those.
  @Test
  void anEntryTooFewDoesNotMakeUpForOneTooMany() throws Exception {
    JobTester job = ran(onH2());
    change(job, "update broadside_ledger_entry set n = 1007 where n = 7");
    assertEquals(List.of(true, true, false), holding(job.verify()));
    assertEquals("MISSING thread 0 number 7, thread 0 number 51 to 1006", places(job));
  }

  /// Which entries the check of numbers names.
  private static String places(JobTester job) throws Exception {
    String detail = job.verify().checks().getLast().detail();
    return detail.substring(detail.lastIndexOf("; ") + 2);
  }

  @Test
  void aChangeWithoutItsEntryIsFound() throws Exception {
    JobTester job = ran(onH2());
    change(job, "update broadside_ledger_account set amount = amount + 1 where id = 3");
    assertEquals(List.of(true, false, true), holding(job.verify()));
  }

  @Test
  void aNumberThatIsTakenFailsOnceAndTheNextOneGoesOn() throws Exception {
    JobTester job = onH2();
    job.prepare();
    change(job, "insert into broadside_ledger_entry values ('other', 0, 3, 1, 2)");
    try (TestRun run = job.open()) {
      run.iterate(10);
    }
    assertEquals(9, job.totals().transactions().ok());
    assertEquals(
        List.of(ErrorClass.CONSTRAINT),
        job.totals().failures().stream().map(failure -> failure.errorClass()).toList());
    job.verifyHolds();
  }

  /// As where a database answers an update that it broke off with "0 rows" and no error.
  @Test
  void aChangeOfNoRowFailsAndTakesItsEntryBack() throws Exception {
    JobTester job = onH2();
    job.prepare();
    change(job, "delete from broadside_ledger_account");
    try (TestRun run = job.open()) {
      run.iterate(3);
    }
    String message = "debit writes one row, and wrote 0";
    assertEquals(
        List.of(message, message, message),
        job.totals().failures().stream().map(failure -> failure.message()).toList());
    assertEquals(3, job.totals().transactions().failed());
    assertEquals(List.of(true, true, true), holding(job.verify()));
  }

  @ParameterizedTest
  @EnumSource
  void aLostAnswerLeavesTheLedgerBalanced(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = target.target(JobTester.of(new Ledger())).with("url", target.url(proxy));
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(5);
        // Three writes and the commit.
        for (int trip = 1; trip <= 4; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(5);
        }
      }
      assertEquals(3, job.totals().transactions().failed());
      assertEquals(1, job.totals().transactions().uncertain());
      job.verifyHolds();
    }
  }
}
