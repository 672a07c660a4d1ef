package dev.broadside.jobs.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Verification;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

class FileJobsTest {
  private static JobTester smallBank() {
    return JobTester.of(new FileJobs.SmallBank())
        .with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"))
        .with("accounts", "100")
        .threads(2);
  }

  private static void change(JobTester job, String sql) throws Exception {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Rows.run(connection, sql);
    }
  }

  private static long asked(JobTester job, String query) throws Exception {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      return Long.parseLong(Rows.text(connection, query));
    }
  }

  @Test
  void smallBankHasBenchBasesMixAndLosesNoMoney() throws Exception {
    JobTester job = smallBank();
    assertEquals(Verification.Verdict.HOLDS, job.run(2_000).verdict());
    assertEquals(0.15, job.totals().operation("empty_savings").ok() / 2_000.0, 0.03);
    assertEquals(0.15, job.totals().operation("pay_in").ok() / 2_000.0, 0.03);
    // Two each of send_payment and amalgamate.
    assertEquals(0.8, job.totals().operation("find_by_id").ok() / 2_000.0, 0.06);
    assertEquals(0.45, job.totals().operation("read_savings").ok() / 2_000.0 - 0.15, 0.04);
    change(job, "update savings set bal = bal + 1 where custid = 7");
    assertFalse(job.verify().checks().getFirst().holds());
  }

  @Test
  void poorCustomersAreRefusedPaymentsAndOverdrawTheirChecks() throws Exception {
    JobTester job = smallBank();
    job.prepare();
    change(job, "update checking set bal = 0");
    change(job, "update savings set bal = 0");
    job.run(500);
    assertTrue(job.totals().transactions().rolledBack() > 100);
    assertTrue(job.totals().operation("overdraw").ok() > 30);
    job.verifyHolds();
  }

  @Test
  void hotCustomersAreChosenByTheirShare() throws Exception {
    JobTester job = smallBank().with("hot-share", "100").with("hot-accounts", "2");
    job.run(300);
    assertEquals(
        98 * 2,
        asked(
            job,
            "select (select count(*) from savings where custid > 2 and mod(bal, 100) = 0)"
                + " + (select count(*) from checking where custid > 2 and mod(bal, 100) = 0)"));
    job.verifyHolds();
  }

  private static JobTester tatp() {
    return JobTester.of(new FileJobs.Tatp())
        .with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"))
        .with("subscribers", "1000")
        .threads(2);
  }

  /// 62.5 % of all types, half of all start times, none twice, as the primary keys see to.
  @Test
  void tatpLoadsAsManyRowsAsItsRulesSay() throws Exception {
    JobTester job = tatp();
    job.prepare();
    assertEquals(1_000, asked(job, "select count(*) from subscriber"));
    assertEquals(2_499, asked(job, "select count(*) from access_info"));
    assertEquals(2_499, asked(job, "select count(*) from special_facility"));
    assertEquals(3_743, asked(job, "select count(*) from call_forwarding"));
    for (String of : new String[] {"access_info", "special_facility"}) {
      String each = "(select count(*) c from " + of + " where s_id > 2 group by s_id)";
      assertEquals(1, asked(job, "select min(c) from " + each), of);
      assertEquals(4, asked(job, "select max(c) from " + each), of);
      assertEquals(998, asked(job, "select count(*) from " + each), of);
    }
    assertEquals(
        625, asked(job, "select count(*) from access_info where ai_type = 3"), 50, "each type");
    job.verifyHolds();
  }

  /// The shares of transactions that succeed are those that TATP gives: 62.5 % of the lookups, 23.9
  /// % of the destinations, 31.25 % of inserts and deletes.
  @Test
  void whatTatpLetsFailIsNoFailure() throws Exception {
    JobTester job = tatp();
    assertEquals(Verification.Verdict.HOLDS, job.run(5_000).verdict());
    assertEquals(0.35, job.totals().operation("get_access_data").ok() / 5_000.0, 0.02);
    assertEquals(0.14, job.totals().operation("update_location").ok() / 5_000.0, 0.02);
    long lookups = job.totals().operation("get_access_data").ok();
    long destinations = job.totals().operation("get_new_destination").ok();
    assertEquals(lookups * 0.375 + destinations * 0.761, job.totals().figure("not_found"), 120.0);
    long deletes = job.totals().operation("delete_call_forwarding").ok();
    assertEquals(
        0.6875,
        job.totals().operation("delete_call_forwarding").rolledBack() / (double) deletes,
        0.15);
    assertEquals(
        0.3125,
        1
            - job.totals().operation("insert_call_forwarding").rolledBack()
                / (double) job.totals().operation("insert_call_forwarding").ok(),
        0.15);
    change(job, "delete from call_forwarding where s_id < 500");
    assertFalse(job.verify().checks().getFirst().holds());
  }

  @Test
  void tatpDrawsUniformlyIfAsked() throws Exception {
    JobTester job = tatp().with("key-distribution", "uniform");
    job.run(500);
    job.verifyHolds();
  }
}
