package dev.broadside.kit.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Figure;
import dev.broadside.core.work.Observation;
import dev.broadside.core.work.TargetMonitor;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.transfer.Transfer;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What databases tell of themselves is what was done to them. MariaDB runs without its performance
/// schema.
@Timeout(60)
class MonitorTest {
  private static final int ITERATIONS = 50;

  /// InnoDB looks at its transactions again if nobody has asked for 0.1 s.
  private static final long INNODB_CACHE_NANOS = 110_000_000;

  private static JobTester tester(LiveTarget live) throws Exception {
    JobTester tester =
        live.target(JobTester.of(new Transfer()))
            .with("accounts", "1000")
            .with("table-prefix", prefix(live));
    tester.prepare();
    return tester;
  }

  /// Each target has accounts of its own, so that none becomes too poor.
  private static String prefix(LiveTarget live) {
    return "watched" + live.ordinal() + "_";
  }

  private static JobTester lookedAt(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (Connection connection = connect(tester)) {
      live.makeLooker(connection);
    }
    return tester.with("monitor-user", "looker").with("monitor-password", "r");
  }

  private static Connection connect(JobTester tester) throws SQLException {
    return Target.of(tester.values()).connect(Target.Purpose.SET_UP);
  }

  /// A monitor's readings by the ids of their figures.
  private static Map<String, Double> read(TargetMonitor monitor) throws Exception {
    double[] values = monitor.read();
    Map<String, Double> byId = new HashMap<>();
    List<Figure> figures = monitor.figures();
    for (int i = 0; i < values.length; i++) {
      byId.put(figures.get(i).id(), values[i]);
    }
    return byId;
  }

  private static boolean quiet(Map<String, Double> values) {
    return values.get("db.commits") + values.get("db.rollbacks") + values.get("db.rows_changed")
        == 0;
  }

  /// Sessions of earlier tests report late what they have done.
  private static Map<String, Double> awaitQuiet(TargetMonitor monitor) throws Exception {
    Map<String, Double> values = read(monitor);
    int still = 0;
    while (still < 3 && !Thread.currentThread().isInterrupted()) {
      values = read(monitor);
      still = quiet(values) ? still + 1 : 0;
    }
    return values;
  }

  /// What the database counted for a run: a session has reported everything once it is gone.
  private static Map<String, Double> counted(
      JobTester tester, TargetMonitor monitor, int iterations) throws Exception {
    double connections = awaitQuiet(monitor).get("db.connections");
    try (TestRun run = tester.open()) {
      run.iterate(iterations);
    }
    Map<String, Double> all = new HashMap<>();
    Map<String, Double> values;
    do {
      values = read(monitor);
      values.forEach((id, value) -> all.merge(id, value, Double::sum));
    } while (!Thread.currentThread().isInterrupted()
        && (values.get("db.connections") > connections || !quiet(values)));
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void theDatabaseCountsWhatTheJobDid(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      Map<String, Double> opened = counted(tester, monitor, 0);
      Map<String, Double> all = counted(tester, monitor, ITERATIONS);
      assertEquals(ITERATIONS, tester.totals().transactions().ok());
      assertEquals(ITERATIONS, all.get("db.commits") - opened.get("db.commits"));
      assertEquals(2 * ITERATIONS, all.get("db.rows_changed") - opened.get("db.rows_changed"));
      assertTrue(all.get("db.watched") > 0, all::toString);
      assertTrue(all.get("db.log_bytes") > 0, all::toString);
      assertTrue(all.get("db.buffer_requests") > 0, all::toString);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatTheMonitorItselfDoesIsNoAmount(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      awaitQuiet(monitor);
      Map<String, Double> values = read(monitor);
      for (String id : List.of("db.commits", "db.rollbacks", "db.selects", "db.temp_tables")) {
        assertEquals(0, values.getOrDefault(id, 0.0), id);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSeededLockConflictIsSeen(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String account = prefix(live) + "account";
    String change = "update " + account + " set balance = balance where id = 1";
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection first = connect(tester);
        Connection second = connect(tester)) {
      read(monitor);
      first.setAutoCommit(false);
      Rows.run(first, "select balance from " + account + " where id = 1 for update");
      Thread waiting =
          Thread.ofPlatform()
              .start(() -> assertThrows(Exception.class, () -> Rows.run(second, change)));
      double waits = 0;
      double seen = 0;
      Set<Observation> tables = new HashSet<>();
      while (waiting.isAlive()) {
        Map<String, Double> values = read(monitor);
        monitor.observations().stream()
            .filter(Observation.LockWaits.class::isInstance)
            .forEach(tables::add);
        waits += values.getOrDefault("db.row_lock_waits", 0.0);
        seen = Math.max(seen, values.get("db.lock_waiting"));
      }
      first.rollback();
      assertEquals(1, seen);
      String schema = live == LiveTarget.POSTGRESQL ? "" : "test.";
      assertEquals(Set.of(new Observation.LockWaits(schema + account, 1)), tables);
      assertEquals(live == LiveTarget.POSTGRESQL ? 0 : 1, waits);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tablesHaveASize(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      read(monitor);
      Map<String, Double> values = read(monitor);
      assertTrue(values.get("db.table_size") > 0, values::toString);
      assertTrue(values.get("db.index_size") >= 0, values::toString);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLongTransactionIsSeen(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String account = prefix(live) + "account";
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection old = connect(tester);
        Connection busy = connect(tester)) {
      awaitQuiet(monitor);
      old.setAutoCommit(false);
      old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      Rows.run(old, "select balance from " + account + " where id = 1");
      Rows.run(old, "update " + account + " set balance = balance where id = 2");
      Map<String, Double> values;
      double least = Double.MAX_VALUE;
      double length;
      do {
        Rows.run(busy, "update " + account + " set balance = balance + 1 where id = 1");
        LockSupport.parkNanos(INNODB_CACHE_NANOS);
        values = read(monitor);
        length = values.getOrDefault("db.undo_length", Double.MAX_VALUE);
        least = Math.min(least, length);
      } while (!Thread.currentThread().isInterrupted()
          && (values.get("db.oldest_transaction") < 1
              || (live != LiveTarget.POSTGRESQL && length < least + 10)));
      old.rollback();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlockIsCounted(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    String change = "update " + prefix(live) + "account set balance = balance + 1 where id = ";
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection first = connect(tester);
        Connection second = connect(tester)) {
      awaitQuiet(monitor);
      first.setAutoCommit(false);
      second.setAutoCommit(false);
      Rows.run(first, change + 1);
      Rows.run(second, change + 2);
      Thread crossing =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  Rows.run(first, change + 2);
                } catch (SQLException _) {
                  // One of both is the victim.
                }
              });
      try {
        Rows.run(second, change + 1);
      } catch (SQLException _) {
        // The other one.
      }
      second.rollback();
      crossing.join();
      first.rollback();
      double deadlocks = 0;
      while (deadlocks < 1 && !Thread.currentThread().isInterrupted()) {
        deadlocks += read(monitor).get("db.deadlocks");
      }
      assertEquals(1, deadlocks);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKilledConnectionIsToldAndReplaced(LiveTarget live) throws Exception {
    JobTester tester = lookedAt(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection other = connect(tester)) {
      read(monitor);
      assertTrue(read(monitor).get("db.watched") > 0);
      if (live == LiveTarget.POSTGRESQL) {
        Rows.run(
            other,
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'looker'");
      } else {
        Rows.run(other, "kill user looker");
      }
      SQLException told = assertThrows(SQLException.class, monitor::read);
      assertTrue(
          told.getMessage()
              .startsWith("the database's own figures are unknown until it can be read again: "),
          told::getMessage);
      assertEquals(Double.NaN, read(monitor).get("db.commits"));
      assertTrue(read(monitor).get("db.commits") >= 0);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL") // the others tell everybody
  void whatAUserMayNotReadIsToldOnceAndLeftOut(LiveTarget live) throws Exception {
    JobTester tester = lookedAt(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection other = connect(tester)) {
      Rows.run(other, "revoke select on pg_stat_wal from public");
      try {
        read(monitor);
        Map<String, Double> values = read(monitor);
        assertEquals(Double.NaN, values.get("db.log_bytes"));
        assertTrue(values.get("db.commits") >= 0, values::toString);
        assertTrue(values.get("db.pg_hidden_sessions") > 0, values::toString);
        assertEquals(
            List.of(
                "what pg_stat_wal tells is left out: ERROR: permission denied for view"
                    + " pg_stat_wal; grant the user SELECT on this view, which PUBLIC has by"
                    + " default, or name a monitor-user"),
            monitor.omissions().stream()
                .map(Failure::message)
                .filter(one -> !one.startsWith("what plan"))
                .toList());
      } finally {
        Rows.run(other, "grant select on pg_stat_wal to public");
      }
    }
  }

  /// The job's own user has the privilege PROCESS.
  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL", mode = EnumSource.Mode.EXCLUDE) // which tells the load thread
  void aDeadlockIsToldToWhoMayAskAndOthersAreToldWhyNot(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        TargetMonitor barred = lookedAt(live).monitor().orElseThrow()) {
      read(monitor);
      read(barred);
      deadlock(tester, prefix(live) + "account");
      read(monitor);
      read(barred);
      String told = monitor.observations().toString();
      assertTrue(told.contains("*** WE ROLL BACK TRANSACTION"), told);
      assertTrue(told.contains("set balance = balance where id = 2"), told);
      assertFalse(told.contains("hex"), told);
      assertEquals(List.of(), monitor.omissions());
      assertTrue(barred.observations().stream().noneMatch(Observation.Explained.class::isInstance));
      String why = barred.omissions().stream().map(Failure::message).toList().toString();
      assertTrue(
          why.startsWith(
              "[what information_schema.innodb_trx and SHOW ENGINE INNODB STATUS tell is left out: "),
          why);
      assertTrue(why.contains("; grant the user PROCESS, or name a monitor-user"), why);
    }
  }

  private static void deadlock(JobTester tester, String account) throws Exception {
    String change = "update " + account + " set balance = balance where id = ";
    try (Connection one = connect(tester);
        Connection two = connect(tester)) {
      for (Connection connection : List.of(one, two)) {
        connection.setAutoCommit(false);
        Rows.run(connection, "set innodb_lock_wait_timeout = 60");
      }
      Rows.run(one, change + 1);
      Rows.run(two, change + 2);
      Thread waiting = Thread.ofPlatform().start(() -> endsOneWay(one, change + 2));
      endsOneWay(two, change + 1);
      two.rollback();
      waiting.join();
    }
  }

  /// As the victim of the deadlock, or not.
  private static void endsOneWay(Connection connection, String sql) {
    try {
      Rows.run(connection, sql);
    } catch (SQLException victim) {
      assertEquals("40001", victim.getSQLState());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aUserWhoIsNotLetInLeavesFiguresUnknown(LiveTarget live) throws Exception {
    String user = live == LiveTarget.POSTGRESQL ? "stranger" : "looker";
    JobTester tester = lookedAt(live).with("monitor-user", user).with("monitor-password", "wrong");
    try (TargetMonitor monitor = tester.monitor().orElseThrow()) {
      String told = assertThrows(SQLException.class, monitor::read).getMessage();
      assertTrue(told.startsWith("the database's own figures are unknown until"), told);
      assertTrue(told.contains(user), told);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL") // which can be told to count anew
  void countersThatBeginAnewAreUnknownAndNotNegative(LiveTarget live) throws Exception {
    JobTester tester = tester(live);
    try (TargetMonitor monitor = tester.monitor().orElseThrow();
        Connection other = connect(tester)) {
      Rows.run(other, "select count(*) from " + prefix(live) + "account");
      awaitQuiet(monitor);
      Rows.run(other, "select pg_stat_reset()");
      Map<String, Double> values = read(monitor);
      assertEquals(Double.NaN, values.get("db.rows_read"));
      assertEquals(Double.NaN, values.get("db.watched"));
      assertTrue(read(monitor).get("db.rows_read") >= 0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aJobIsNotWatchedWhereItsUserDoesNotWantIt(LiveTarget live) throws Exception {
    assertTrue(tester(live).with("monitor", "off").monitor().isEmpty());
  }
}
