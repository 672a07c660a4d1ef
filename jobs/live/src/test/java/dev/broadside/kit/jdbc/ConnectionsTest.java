package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.JobThread;
import dev.broadside.core.work.Totals;
import dev.broadside.jobs.ledger.Ledger;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// How long connections live, and how many there are, as the databases themselves count them.
class ConnectionsTest {
  private static JobTester job(LiveTarget live) {
    JobTester job =
        live.target(JobTester.of(new Ledger())).with("table-prefix", "life_").threads(2);
    // Other tests share the server and its default name of connections.
    return live == LiveTarget.POSTGRESQL
        ? job.with("driver-properties", "ApplicationName=life")
        : job;
  }

  private static Connection beside(LiveTarget live) throws SQLException {
    return Target.of(job(live).values()).connect(Target.Purpose.SET_UP);
  }

  /// How many connections the database has been asked for so far.
  private static long asked(Connection beside, LiveTarget live) throws SQLException {
    return live == LiveTarget.POSTGRESQL
        ? Rows.whole(
            beside, "select sessions from pg_stat_database where datname = current_database()")
        : Long.parseLong(
            Rows.pairs(beside, "show global status like 'Connections'").get("Connections"));
  }

  private static long open(Connection beside, LiveTarget live) throws SQLException {
    return live == LiveTarget.POSTGRESQL
        ? Rows.whole(
            beside, "select count(*) from pg_stat_activity where application_name = 'life'")
        : Rows.whole(
            beside,
            "select count(*) from information_schema.processlist where user <> 'system user'");
  }

  /// Databases close connections, and count them, a little later.
  private static void await(SqlCondition holds) throws SQLException {
    long end = System.nanoTime() + 30_000_000_000L;
    while (!holds.holds()) {
      assertTrue(System.nanoTime() - end < 0, "it has not come to hold within 30 s");
      LockSupport.parkNanos(10_000_000);
    }
  }

  private interface SqlCondition {
    boolean holds() throws SQLException;
  }

  @ParameterizedTest
  @EnumSource
  void eachTransactionIsFollowedByAConnectOfItsOwn(LiveTarget live) throws Exception {
    JobTester job = job(live).with("reconnect", "transaction");
    job.prepare();
    try (Connection beside = beside(live);
        TestRun run = job.open()) {
      long before = asked(beside, live);
      run.iterate(20);
      assertEquals(new Totals(20, 0, 0, 0), job.totals().transactions());
      assertEquals(new Totals(20, 0, 0, 0), job.totals().operation("connect"));
      await(() -> asked(beside, live) - before == 20);
    }
    job.verifyHolds();
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionServesSoManyTransactions(LiveTarget live) throws Exception {
    JobTester job = job(live).with("reconnect", "5");
    job.prepare();
    try (Connection beside = beside(live);
        TestRun run = job.open()) {
      long before = asked(beside, live);
      run.iterate(50);
      assertEquals(new Totals(10, 0, 0, 0), job.totals().operation("connect"));
      await(() -> asked(beside, live) - before == 10);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionServesForATime(LiveTarget live) throws Exception {
    JobTester job = job(live).with("reconnect", "50ms");
    job.prepare();
    try (TestRun run = job.open()) {
      await(() -> {
        iterate(run);
        return job.totals().operation("connect").ok() >= 4;
      });
    }
    assertEquals(List.of(), job.totals().failures());
  }

  private static void iterate(TestRun run) {
    try {
      run.iterate(2);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aThreadKnowsTheNumberOfItsNewConnection(LiveTarget live) throws Exception {
    JobTester job = job(live).threads(1).with("reconnect", "transaction");
    job.prepare();
    try (TestRun run = job.open()) {
      JobThread thread = run.thread(0);
      long first = thread.connectionNumber().orElseThrow();
      run.iterate(1);
      assertFalse(thread.connectionNumber().orElseThrow() == first);
    }
  }

  @ParameterizedTest
  @EnumSource
  void threadsShareTheConnectionsOfAPool(LiveTarget live) throws Exception {
    JobTester job = job(live).threads(4).with("pool", "hikari").with("pool-size", "2");
    job.prepare();
    try (Connection beside = beside(live)) {
      await(() -> open(beside, live) == 1);
      try (TestRun run = job.open()) {
        assertEquals(2 + 1, open(beside, live));
        long before = asked(beside, live);
        run.iterateAtOnce(20);
        assertEquals(before, asked(beside, live));
        assertEquals(80, job.totals().transactions().ok());
        long retried = job.totals().failures().size();
        assertEquals(80 + retried, job.totals().operation("wait for connection").ok());
      }
      await(() -> open(beside, live) == 1);
    }
    job.verifyHolds();
  }

  @ParameterizedTest
  @EnumSource
  void aPoolReplacesAConnectionThatIsLost(LiveTarget live) throws Exception {
    try (Proxy line = new Proxy(live.port())) {
      JobTester job =
          job(live).with("url", live.url(line)).with("pool", "hikari").with("pool-size", "1");
      job.prepare();
      try (Connection beside = beside(live);
          TestRun run = job.open()) {
        run.iterate(2);
        long before = asked(beside, live);
        line.swallowAnswer(2);
        run.iterate(2);
        await(() -> asked(beside, live) == before + 1);
        long ok = job.totals().transactions().ok();
        run.iterate(4);
        assertEquals(ok + 4, job.totals().transactions().ok());
      }
      job.verifyHolds();
    }
  }

  @Test
  void aPoolDecidesForHowLongItsConnectionsLive() throws Exception {
    JobTester job =
        JobTester.onH2(new Ledger()).with("pool", "hikari").with("reconnect", "transaction");
    assertEquals(
        List.of(
            "parameter reconnect: the pool decides for how long its connections live; leave reconnect"
                + " or pool out."),
        job.refusals());
  }

  @Test
  void withoutItNothingIsOpenedAgain() throws Exception {
    JobTester job = JobTester.onH2(new Ledger());
    job.run(10);
    assertEquals(Totals.NONE, job.totals().operation("connect"));
  }

  @Test
  void h2IsConnectedToAnewToo() throws Exception {
    JobTester job =
        JobTester.of(new Ledger())
            .with("url", JobTester.h2(";DB_CLOSE_DELAY=-1"))
            .with("reconnect", "transaction");
    job.run(10);
    assertEquals(new Totals(10, 0, 0, 0), job.totals().operation("connect"));
  }

  /// The line of the new connection is cut within its handshake.
  @ParameterizedTest
  @EnumSource
  void aConnectThatFailsIsAnErrorOfItsOwnAndTheThreadGoesOn(LiveTarget live) throws Exception {
    try (Proxy line = new Proxy(live.port())) {
      JobTester job =
          job(live).threads(1).with("url", live.url(line)).with("reconnect", "transaction");
      job.prepare();
      try (TestRun run = job.open()) {
        // After the trips of the transaction come those of the connect.
        for (int trip = 1; job.totals().operation("connect").failed() == 0; trip++) {
          line.swallowAnswer(trip);
          run.iterate(1);
        }
        long before = job.totals().operation("connect").ok();
        run.iterate(4);
        assertEquals(before + 4, job.totals().operation("connect").ok());
      }
      assertTrue(
          job.totals().failures().stream()
              .allMatch(failure -> failure.errorClass() == ErrorClass.CONNECTION_LOST),
          () -> job.totals().failures().toString());
      job.verifyHolds();
    }
  }

  @ParameterizedTest
  @EnumSource
  void idleConnectionsAreOpenForAsLongAsTheLoad(LiveTarget live) throws Exception {
    JobTester job = job(live).with("idle-connections", "7");
    job.prepare();
    try (Connection beside = beside(live)) {
      await(() -> open(beside, live) == 1);
      try (TestRun run = job.open()) {
        assertEquals(7 + 2 + 1, open(beside, live));
        assertEquals(7L, job.progress().get("open idle connections"));
        run.iterate(10);
        assertEquals(7 + 2 + 1, open(beside, live));
      }
      await(() -> open(beside, live) == 1);
    }
    job.verifyHolds();
  }

  @ParameterizedTest
  @EnumSource
  void moreIdleConnectionsThanTheDatabaseTakesAreRefusedBeforeAnyLoad(LiveTarget live)
      throws Exception {
    JobTester job = job(live).with("idle-connections", "1000");
    List<String> told = job.refusals();
    assertEquals(1, told.size(), told::toString);
    assertTrue(
        told.getFirst().matches("threads: 1002 connections are needed and the database has room.*"),
        told::toString);

    // Were they not refused, none would be left.
    job.prepare();
    try (Connection beside = beside(live)) {
      assertThrows(SQLException.class, job::open);
      await(() -> open(beside, live) == 1);
    }
  }
}
