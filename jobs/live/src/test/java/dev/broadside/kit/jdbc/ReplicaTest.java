package dev.broadside.kit.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.jobs.ledger.Ledger;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.MariaDbServer;
import dev.broadside.testkit.TestRun;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// Reads that a real replica of MariaDB serves.
class ReplicaTest {
  private static final MariaDbServer PRIMARY = MariaDbServer.start("--server-id=1", "--log-bin");
  private static final MariaDbServer REPLICA =
      MariaDbServer.start("--server-id=2", "--replicate-do-db=test");

  private static JobTester job(String readsTo) {
    return JobTester.of(new Ledger())
        .with("url", PRIMARY.url())
        .with("user", MariaDbServer.USER)
        .with("password", MariaDbServer.PASSWORD)
        .with("reads-to", readsTo);
  }

  private static Connection on(MariaDbServer server) throws SQLException {
    return Target.of(job("").with("url", server.url()).values()).connect(Target.Purpose.SET_UP);
  }

  private static void replicate(Connection primary, Connection replica) throws SQLException {
    Rows.run(
        replica,
        "change master to master_host='127.0.0.1', master_port=%d, master_user='%s', master_password='%s', master_use_gtid=no, master_log_file='%s', master_log_pos=%s"
            .formatted(
                URI.create(PRIMARY.address()).getPort(),
                MariaDbServer.USER,
                MariaDbServer.PASSWORD,
                Rows.pairs(primary, "show master status").keySet().iterator().next(),
                Rows.pairs(primary, "show master status").values().iterator().next()));
    Rows.run(replica, "start slave");
  }

  private static void awaitAll(Connection primary, Connection replica) throws SQLException {
    long end = System.nanoTime() + 30_000_000_000L;
    while (rows(replica) < rows(primary)) {
      assertTrue(System.nanoTime() - end < 0, "the replica is late by 30 s");
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static long rows(Connection connection) throws SQLException {
    return Rows.whole(connection, "select count(*) from broadside_ledger_entry");
  }

  @Test
  void aReadThatFindsLessThanItsThreadHasCommittedIsStale() throws Exception {
    JobTester job = job(REPLICA.url()).with("read-only-share", "50");
    try (Connection primary = on(PRIMARY);
        Connection replica = on(REPLICA)) {
      replicate(primary, replica);
      job.prepare();
      try (TestRun run = job.open()) {
        Rows.run(replica, "stop slave sql_thread");
        while (job.totals().operation("insert_entry").ok() == 0) {
          run.iterate(1);
        }
        long before = job.totals().operation("newest_entry").ok();
        run.iterate(40);
        long looks = job.totals().operation("newest_entry").ok() - before;
        assertTrue(looks > 0 && looks < 40, () -> looks + " looks");
        assertEquals(looks, job.totals().figure("stale.reads"));

        Rows.run(replica, "start slave sql_thread");
        awaitAll(primary, replica);
        while (job.totals().operation("newest_entry").ok() - before == looks) {
          run.iterate(1);
          awaitAll(primary, replica);
        }
        assertEquals(looks, job.totals().figure("stale.reads"));
      }
      assertEquals(List.of(), job.totals().failures());
      job.verifyHolds();
    }
  }

  @Test
  void readsOfTheDatabaseItselfAreNeverStale() throws Exception {
    JobTester job = job("").with("read-only-share", "50").with("table-prefix", "own_").threads(2);
    job.run(60);
    assertTrue(job.totals().operation("newest_entry").ok() > 0);
    assertEquals(0, job.totals().figure("stale.reads"));
    job.verifyHolds();
  }

  @Test
  void aReplicaIsOfTheSameKindAndReachable() throws Exception {
    assertEquals(
        List.of(
            "parameter reads-to: url leads to mariadb, and this to h2; give the URL of a replica, with"
                + " the driver that url has."),
        job("jdbc:h2:mem:other").refusals());
    List<String> told = job("jdbc:mariadb://127.0.0.1:1/test").refusals();
    assertEquals(1, told.size(), told::toString);
    assertTrue(told.getFirst().startsWith("parameter reads-to: "), told::toString);
    assertEquals(
        List.of(
            "parameter reads-to: its connections live as long as the load does; leave it, or reconnect"
                + " and pool, out."),
        job(REPLICA.url()).with("pool", "hikari").refusals());
    assertThrows(SQLException.class, () -> job(REPLICA.url()).with("password", "wrong").prepare());
  }
}
