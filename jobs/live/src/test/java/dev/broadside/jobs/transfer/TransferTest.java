package dev.broadside.jobs.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An author's job class, from its parameters to its verification.
class TransferTest {

  private static JobTester few(JobTester job) {
    return job.with("accounts", "10").with("clean-up", "drop");
  }

  private static JobTester live(LiveTarget target) {
    return few(target.target(JobTester.of(new Transfer()))).with("table-prefix", "t_");
  }

  @Test
  void whatItIsFollowsFromItsDeclarations() {
    Transfer transfer = new Transfer();
    assertEquals(
        List.of(
            "read_balance",
            "debit",
            "credit",
            "too_poor",
            "commit",
            "connect",
            "wait for connection"),
        transfer.describe().operations());
    assertEquals("money.moved", transfer.describe().figures().getFirst().id());
    assertEquals(
        List.of(
            "url",
            "user",
            "password",
            "password-command",
            "driver-properties",
            "answer-timeout",
            "reconnect",
            "idle-connections",
            "pool",
            "pool-size",
            "monitor",
            "monitor-user",
            "monitor-password",
            "monitor-interval",
            "accounts",
            "key-distribution",
            "isolation",
            "retry",
            "table-prefix",
            "load-threads",
            "fingerprint",
            "clean-up",
            "fresh"),
        transfer.describe().parameters().all().stream().map(one -> one.name()).toList());
  }

  @Test
  void itLoadsRunsAndBalances() throws Exception {
    JobTester job = few(JobTester.onH2(new Transfer())).threads(2);
    job.run(200);
    long poor = job.totals().transactions().rolledBack();
    assertTrue(poor > 0, "some were too poor");
    assertEquals(2 * (200 - poor), job.totals().rowsWritten());
    assertEquals(200, job.totals().rowsRead());
    assertEquals(poor, job.totals().operation("too_poor").ok());
    assertEquals(200 - poor, job.totals().operation("commit").ok());
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void threadsThatFightOverAFewAccountsLoseNoMoney(LiveTarget target) throws Exception {
    JobTester job = live(target).threads(4);
    assertEquals(List.of(), job.trial());
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterateAtOnce(100);
    }
    assertEquals(400, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void aLostAnswerLosesNoMoney(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = live(target).with("url", target.url(proxy)).with("accounts", "10000");
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(2);
        for (int trip = 1; trip <= 4; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(2);
        }
      }
      assertEquals(3, job.totals().transactions().failed());
      assertEquals(1, job.totals().transactions().uncertain());
      job.verifyHolds();
      job.cleanUp();
    }
  }
}
