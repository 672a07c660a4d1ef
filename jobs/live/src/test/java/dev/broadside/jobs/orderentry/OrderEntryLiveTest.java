package dev.broadside.jobs.orderentry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The shop on real databases: many at once in few warehouses, and answers that never come.
class OrderEntryLiveTest {

  private static JobTester job(LiveTarget target) throws Exception {
    JobTester job =
        target
            .target(JobTester.of(new OrderEntry()))
            .with("scale", "0.001")
            .with("table-prefix", "oe_")
            .with("clean-up", "drop");
    assertEquals(List.of(), job.check());
    job.cleanUp();
    assertEquals(List.of(), job.trial());
    return job;
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void customersWhoComeAtOnceKeepEveryCheck(LiveTarget target) throws Exception {
    JobTester job = job(target).with("analytics", "1,1,1").agents(2).threads(6);
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterateAtOnce(100);
    }
    assertEquals(600, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void ordersAreProcessedOnceByWhoeverIsFirst(LiveTarget target) throws Exception {
    JobTester job = job(target).with("mix", "0,0,0,0,1,0").threads(6);
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterateAtOnce(80);
    }
    assertEquals(480, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertTrue(job.totals().operation("already_processed").ok() > 0);
    job.verifyHolds();
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void anAnswerThatNeverComesLeavesTheCountsExact(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("url", target.url(proxy)).with("mix", "0,1,1,1,1,1");
      job.prepare();
      try (TestRun run = job.open()) {
        run.iterate(10);
        for (int trip = 1; trip <= 25; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(5);
        }
      }
      assertTrue(
          job.totals().transactions().uncertain() > 0, () -> job.totals().failures().toString());
      job.with("url", target.url()).verifyHolds();
      job.cleanUp();
    }
  }
}
