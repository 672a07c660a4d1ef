package dev.broadside.jobs.igenoltp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Facts;
import dev.broadside.core.work.Totals;
import dev.broadside.core.work.Verification;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.jobs.testkit.ServerCounts;
import dev.broadside.kit.engine.Engines;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The workload on real databases: what it reads and writes, as the databases themselves count it,
/// and that it leaves them as it found them, whatever happened meanwhile.
class IgenoltpLiveTest {

  private static JobTester job(LiveTarget target) {
    return target
        .target(JobTester.of(new Igenoltp()))
        .with("scale", "0.02")
        .with("table-prefix", "live_")
        .with("clean-up", "drop");
  }

  @ParameterizedTest
  @EnumSource
  void theTransactionMixReadsNineRowsOfTenByTheDatabasesOwnCount(LiveTarget target)
      throws Exception {
    JobTester job = job(target).threads(2);
    prepare(job);
    try (TestRun run = job.open();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      ServerCounts before = ServerCounts.read(target, connection, "live_");
      run.iterate(1_000);
      ServerCounts grown = ServerCounts.read(target, connection, "live_").minus(before);
      assertEquals(
          90.0, grown.percent("rows_sent", "rows_sent", "insert", "delete"), 0.5, grown::toString);
    }
    assertEquals(18_000, job.totals().rowsRead());
    assertEquals(2_000, job.totals().rowsWritten());
    assertEquals(1_000, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertStationary(job);
  }

  @ParameterizedTest
  @EnumSource
  void theStatementMixReadsWithNineStatementsOfTenByTheDatabasesOwnCount(LiveTarget target)
      throws Exception {
    JobTester job = job(target).with("mix", "statement").threads(2);
    prepare(job);
    try (TestRun run = job.open();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      ServerCounts before = ServerCounts.read(target, connection, "live_");
      run.iterate(5_000);
      ServerCounts grown = ServerCounts.read(target, connection, "live_").minus(before);
      assertEquals(
          90.0, grown.percent("select", "select", "insert", "delete"), 1.5, grown::toString);
      assertEquals(5.0, grown.percent("insert", "select", "insert", "delete"), 1, grown::toString);
    }
    assertEquals(5_000, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    Totals commits = job.totals().operation("commit");
    assertEquals(Totals.NONE, commits);
    assertStationary(job);
  }

  @ParameterizedTest
  @EnumSource
  void threadsThatRunAtOnceDoNotGetInEachOthersWay(LiveTarget target) throws Exception {
    JobTester job = job(target).threads(8).with("key-distribution", "hot-window");
    prepare(job);
    try (TestRun run = job.open()) {
      run.iterateAtOnce(100);
    }
    assertEquals(800, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertEquals(800 * 18, job.totals().rowsRead());
    assertEquals(0, job.totals().retried(), () -> job.totals().failures().toString());
    assertStationary(job);
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionIsSevenNetworkTrips(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("url", target.url(proxy));
      prepare(job);
      try (TestRun run = job.open()) {
        run.iterate(1);
        long before = proxy.trips();
        run.iterate(100);
        assertEquals(700, proxy.trips() - before);
      }
      assertStationary(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatNeverComesLeavesTheOrdersStationary(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("url", target.url(proxy));
      prepare(job);
      try (TestRun run = job.open()) {
        run.iterate(10);
        for (int trip = 1; trip <= 7; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(10);
        }
      }
      assertEquals(
          1, job.totals().transactions().uncertain(), () -> job.totals().failures().toString());
      assertEquals(
          6, job.totals().transactions().failed(), () -> job.totals().failures().toString());
      assertTrue(
          job.totals().failures().stream()
              .allMatch(failure -> failure.errorClass() == ErrorClass.CONNECTION_LOST),
          () -> job.totals().failures().toString());
      assertStationary(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void statementsThatCommitThemselvesSurviveLostAnswersToo(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("url", target.url(proxy)).with("commit", "off");
      prepare(job);
      try (TestRun run = job.open()) {
        for (int trip = 1; trip <= 6; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(10);
        }
      }
      assertEquals(
          2, job.totals().transactions().uncertain(), () -> job.totals().failures().toString());
      assertEquals(
          4, job.totals().transactions().failed(), () -> job.totals().failures().toString());
      assertStationary(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anOrderThatSomebodyElseRemovedFailsOneTransactionOnly(LiveTarget target) throws Exception {
    JobTester job = job(target);
    prepare(job);
    try (TestRun run = job.open();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      run.iterate(10);
      long oldest =
          Rows.whole(
              connection, "select min(id) from live_orders where mod(id, 1099511627776) = 0");
      Rows.run(connection, "delete from live_orders where id = " + oldest);
      run.iterate(10);
    }
    assertEquals(19, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    Verification verification = job.verify();
    assertEquals(Verification.Verdict.BROKEN, verification.verdict(), verification::toString);
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void whoeverMayOnlySelectCanRunWhatOnlyReads(LiveTarget target) throws Exception {
    JobTester owner = job(target).with("scale", "0.01");
    prepare(owner);
    try (Connection connection = Target.of(owner.values()).connect(Target.Purpose.RUN)) {
      target.makeLooker(connection);
    }
    JobTester job =
        job(target)
            .with("scale", "0.01")
            .with("clean-up", "keep")
            .with("user", "looker")
            .with("password", "r");
    assertEquals("the user lacks DELETE, INSERT on this database", job.trial().getFirst().what());
    job.with("read-only-share", "100");
    assertEquals(List.of(), job.trial());
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterate(20);
    }
    assertEquals(20, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
    job.thenWith("read-only-share", "50");
    assertEquals("the user lacks DELETE, INSERT on this database", job.trial().getFirst().what());
    owner.cleanUp();
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL") // the one that counts by table
  void aPrefixInUpperCaseIsCountedByTheDatabaseToo(LiveTarget target) throws Exception {
    JobTester job = job(target).with("scale", "0.01").with("table-prefix", "UPPER_");
    prepare(job);
    try (Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      String counters = Engines.of(connection).countersQuery(List.of("UPPER_orders"));
      while (Long.parseLong(Rows.pairs(connection, counters).get("inserts")) < 1_000) {
        // The sessions that loaded tell late what they did.
        Thread.onSpinWait();
      }
    }
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void factsShowDriverPropertiesAndDatabase(LiveTarget target) throws Exception {
    JobTester job = job(target).with("driver-properties", "socketTimeout=12345");
    Facts facts = prepare(job);
    assertEquals("12345", facts.text("driver.property.socketTimeout").orElseThrow());
    assertTrue(facts.text("driver.version").orElseThrow().matches("[^0-9]*\\d+\\..*"));
    assertEquals(
        target == LiveTarget.POSTGRESQL ? "postgresql" : "mariadb",
        facts.text("database.dialect").orElseThrow());
    assertTrue(facts.text("database.setting.max_connections").isPresent());
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void aLoadWhoseConnectionBrokeGoesOnWhereItWas(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("scale", "0.2").with("load-threads", "1");
      job.cleanUp();
      job.with("url", target.url(proxy)).stopAt("load live_customer", 1);
      job.prepare();
      job.goOn();
      Thread cutter = Thread.ofPlatform().start(() -> cutAmidOrders(job, proxy));
      assertThrows(SQLException.class, job::prepare);
      cutter.join();
      assertEquals(20_000, job.prepare().whole("data.before.orders-are-stationary"));
      assertStationary(job);
    }
  }

  /// Between its first part and its last one.
  private static void cutAmidOrders(JobTester job, Proxy proxy) {
    while (job.progress().getOrDefault("load live_orders", 0L) == 0) {
      Thread.onSpinWait();
    }
    proxy.swallowAnswer(1);
  }

  private static Facts prepare(JobTester job) throws Exception {
    assertEquals(List.of(), job.check());
    job.cleanUp();
    assertEquals(List.of(), job.trial());
    return job.prepare();
  }

  private static void assertStationary(JobTester job) throws Exception {
    Verification verification = job.verifyHolds();
    assertTrue(
        verification.checks().stream()
            .filter(
                check -> check.name().startsWith("customers") || check.name().startsWith("regions"))
            .allMatch(Verification.Check::holds),
        verification::toString);
    job.cleanUp();
  }
}
