package dev.broadside.jobs.dvdstore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The shop on real databases: its triggers, its checks with customers that buy at once, and
/// answers that never come.
class DvdstoreLiveTest {

  private static JobTester job(LiveTarget target, String reorder) throws Exception {
    JobTester job =
        target
            .target(JobTester.of(new Dvdstore()))
            .with("scale", "0.005")
            .with("reorder", reorder)
            .with("table-prefix", "ds_")
            .with("clean-up", "drop");
    job.cleanUp();
    assertEquals(List.of(), job.trial());
    return job;
  }

  private static String reorderedBy(JobTester job) {
    return job.facts().text("data.trigger.restock").orElseThrow();
  }

  /// The columns of all reorders, and of the stock that they left.
  private static List<String> rows(JobTester job) throws Exception {
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      return Rows.column(
          connection,
          """
          select concat(prod_id, '/', quan_low, '/', quan_reordered) r from ds_reorder
          union all select concat(prod_id, ':', quan_in_stock, ':', sales) from ds_inventory
          order by r\
          """);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void triggerAndTransactionWriteTheSameRows(LiveTarget target) throws Exception {
    JobTester byTrigger = job(target, "trigger");
    byTrigger.run(400);
    List<String> rows = rows(byTrigger);
    assertEquals("made", reorderedBy(byTrigger));
    assertEquals(0, byTrigger.totals().operation("insert_reorder").ok());
    assertTrue(rows.size() > 55, rows::toString); // 50 products, and their reorders
    JobTester byTransaction = job(target, "transaction");
    byTransaction.run(400);
    assertEquals("not wanted", reorderedBy(byTransaction));
    assertTrue(byTransaction.totals().operation("insert_reorder").ok() > 0);
    assertEquals(rows, rows(byTransaction));
    byTransaction.cleanUp();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void customersWhoBuyAtOnceKeepTheChecks(LiveTarget target) throws Exception {
    JobTester job = job(target, "trigger").agents(3).threads(6);
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterateAtOnce(80);
    }
    assertEquals(480, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
    job.cleanUp();
  }

  /// Each network trip of a cycle has its answer swallowed, those of commits and rollbacks too.
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void anAnswerThatNeverComesBreaksNoCheck(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job =
          job(target, "trigger").with("url", target.url(proxy)).with("new-customers", "50");
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(5);
        for (int trip = 1; trip <= 30; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(4);
        }
      }
      assertTrue(job.totals().transactions().failed() > 15, job.totals().transactions()::toString);
      assertTrue(job.totals().transactions().uncertain() > 0);
      job.verifyHolds();
      job.with("url", target.url()).cleanUp();
    }
  }

  @Test
  void aUserWhoMayNotCreateTriggersWritesReordersByTransaction() throws Exception {
    JobTester job = job(LiveTarget.MARIADB, "trigger");
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      // In the database test everybody may create triggers.
      Rows.run(connection, "create database if not exists buyers");
      for (String host : List.of("%", "localhost")) {
        Rows.run(connection, "create or replace user 'buyer'@'" + host + "' identified by 'b'");
        Rows.run(
            connection,
            "grant select, insert, update, delete, create, drop, index on buyers.* to 'buyer'@'"
                + host
                + "'");
      }
    }
    job.with("url", LiveTarget.MARIADB.url().replace("/test", "/buyers"));
    job.with("user", "buyer").with("password", "b").run(150);
    assertTrue(reorderedBy(job).startsWith("the database refused it: "), () -> reorderedBy(job));
    assertTrue(reorderedBy(job).contains("TRIGGER command denied"), () -> reorderedBy(job));
    assertTrue(job.totals().operation("insert_reorder").ok() > 0);
    job.cleanUp();
  }
}
