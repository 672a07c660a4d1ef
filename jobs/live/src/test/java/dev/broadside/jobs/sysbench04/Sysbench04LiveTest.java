package dev.broadside.jobs.sysbench04;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Failure;
import dev.broadside.core.work.Verification;
import dev.broadside.jobs.sbtest.Operation;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.jobs.testkit.ServerCounts;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// The test of sysbench 0.4 on real databases: what it does, as the databases themselves count it.
class Sysbench04LiveTest {
  private static final String TABLE = "live04";

  private static JobTester job(LiveTarget target) {
    return target
        .target(JobTester.of(new Sysbench04Oltp()))
        .with("oltp-table-name", TABLE)
        .with("oltp-table-size", "2000")
        .with("oltp-connect-delay", "0")
        .with("clean-up", "drop");
  }

  private static void prepare(JobTester job) throws Exception {
    assertEquals(List.of(), job.check());
    job.cleanUp();
    assertEquals(List.of(), job.trial());
    job.prepare();
  }

  private static Connection connect(JobTester job) throws SQLException {
    return Target.of(job.values()).connect(Target.Purpose.RUN);
  }

  /// What the server counts while a prepared job iterates on two threads.
  private static ServerCounts counted(LiveTarget target, JobTester job, int iterations)
      throws Exception {
    job.threads(2);
    prepare(job);
    try (TestRun run = job.open();
        Connection connection = connect(job)) {
      ServerCounts before = ServerCounts.read(target, connection, TABLE);
      run.iterate(iterations);
      ServerCounts after = ServerCounts.read(target, connection, TABLE);
      assertEquals(
          iterations, job.totals().transactions().ok(), () -> job.totals().failures().toString());
      return after.minus(before);
    }
  }

  private static void assertCounts(ServerCounts counts, Map<String, Long> expected) {
    for (String kind :
        List.of("select", "update", "insert", "delete", "begin", "commit", "rollback")) {
      assertEquals(expected.getOrDefault(kind, 0L), counts.of(kind), () -> kind + " " + counts);
    }
  }

  private static String queriesPerformed(Verification verification) {
    return verification.checks().stream()
        .filter(check -> check.name().equals("queries performed"))
        .map(Verification.Check::detail)
        .findFirst()
        .orElseThrow();
  }

  /// The database's own counts come late, after a load too: they decide nothing here, either.
  ///
  /// @return what was verified
  private static Verification assertHolds(JobTester job) throws Exception {
    Verification verification = job.verifyHolds();
    assertTrue(
        verification.checks().stream()
            .filter(check -> !check.name().startsWith("database's own"))
            .allMatch(Verification.Check::holds),
        verification::toString);
    job.cleanUp();
    return verification;
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionIsFourteenReadsFourWritesAndTwoOthers(LiveTarget target) throws Exception {
    JobTester job = job(target);
    ServerCounts counts = counted(target, job, 200);
    assertCounts(
        counts,
        Map.of(
            "select", 2_800L, "update", 400L, "insert", 200L, "delete", 200L, "begin", 200L,
            "commit", 200L));
    assertEquals(0, counts.of("connections"), counts::toString);
    assertEquals(800, job.totals().rowsWritten());
    assertEquals(
        "read 2,800, write 800, other 400, total 4,000, in 200 transactions",
        queriesPerformed(assertHolds(job)));
  }

  @ParameterizedTest
  @EnumSource
  void aReadOnlyTransactionIsFourteenReadsAndTwoOthers(LiveTarget target) throws Exception {
    JobTester job = job(target).with("oltp-read-only", "on");
    assertCounts(
        counted(target, job, 200), Map.of("select", 2_800L, "begin", 200L, "commit", 200L));
    // 10 rows by key, 100 of a range, 1 sum, 100 in order, and one text in all of the last range.
    assertEquals(200 * 212, job.totals().rowsRead());
    assertEquals(
        "read 2,800, write 0, other 400, total 3,200, in 200 transactions",
        queriesPerformed(assertHolds(job)));
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionIsTwentyNetworkTrips(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("url", target.url(proxy));
      prepare(job);
      try (TestRun run = job.open()) {
        run.iterate(1);
        long before = proxy.trips();
        run.iterate(50);
        assertEquals(50 * 20, proxy.trips() - before);
      }
      assertHolds(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void withoutTransactionsEachStatementCommitsItself(LiveTarget target) throws Exception {
    JobTester job = job(target).with("oltp-skip-trx", "on").with("update-before-delete", "on");
    assertCounts(
        counted(target, job, 100),
        Map.of("select", 1_400L, "update", 300L, "insert", 100L, "delete", 100L));
    assertHolds(job);
  }

  @ParameterizedTest
  @CsvSource({
    "simple, select, select",
    "nontrx, select, select",
    "nontrx, update_key, update",
    "nontrx, update_nokey, update",
    "nontrx, insert, insert",
    "nontrx, delete, delete"
  })
  void theOtherModesAreOneStatementEach(String mode, String statement, String kind)
      throws Exception {
    for (LiveTarget target : LiveTarget.values()) {
      JobTester job = job(target).with("oltp-test-mode", mode).with("oltp-nontrx-mode", statement);
      assertCounts(counted(target, job, 200), Map.of(kind, 200L));
      assertHolds(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void deletesThatFindNothingAreWithinTheDatabasesOwnCount(LiveTarget target) throws Exception {
    JobTester job =
        job(target)
            .with("oltp-test-mode", "nontrx")
            .with("oltp-nontrx-mode", "delete")
            .with("oltp-table-size", "500");
    counted(target, job, 2_000);
    List<Verification.Check> checks = job.verifyHolds().checks();
    assertTrue(checks.stream().allMatch(Verification.Check::holds), checks::toString);
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource
  void threeQuartersOfTheUpdatesHitTheWholePercentInTheMiddle(LiveTarget target) throws Exception {
    JobTester job =
        job(target)
            .with("oltp-table-size", "10000")
            .with("oltp-test-mode", "nontrx")
            .with("oltp-nontrx-mode", "update_key");
    prepare(job);
    try (TestRun run = job.open();
        Connection connection = connect(job)) {
      run.iterate(6_000);
      String window = " from " + TABLE + " where id between 4950 and 5049";
      assertEquals(0.762, Rows.whole(connection, "select sum(k)" + window) / 6_000.0, 0.02);
      // Each expects 45; the least of 100 is not below 20 but once in a hundred thousand.
      assertTrue(Rows.whole(connection, "select min(k)" + window) >= 20);
    }
    assertHolds(job);
  }

  @ParameterizedTest
  @CsvSource({"session, 0", "transaction, 8", "query, 112"})
  void aReconnectIsANewConnectionByTheServersOwnCount(String mode, long expected) throws Exception {
    for (LiveTarget target : LiveTarget.values()) {
      JobTester job = job(target).with("oltp-reconnect-mode", mode).with("oltp-read-only", "on");
      ServerCounts counts = counted(target, job, 8);
      assertEquals(
          expected,
          job.totals().operation(Sysbench04Oltp.MIX.used().indexOf(Operation.RECONNECT)).ok());
      assertEquals(expected, counts.of("connections"), counts::toString);
      assertHolds(job);
    }
  }

  @ParameterizedTest
  @EnumSource
  void randomReconnectsAreNewConnectionsToo(LiveTarget target) throws Exception {
    JobTester job = job(target).with("oltp-reconnect-mode", "random");
    ServerCounts counts = counted(target, job, 20);
    long reconnects =
        job.totals().operation(Sysbench04Oltp.MIX.used().indexOf(Operation.RECONNECT)).ok();
    assertTrue(reconnects > 0);
    assertEquals(reconnects, counts.of("connections"), counts::toString);
    assertHolds(job);
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlockIsOneDeadlockAndOneTransactionByTheServersOwnCount(LiveTarget target)
      throws Exception {
    JobTester job =
        job(target)
            .threads(2)
            .with("oltp-table-size", "2")
            .with("oltp-point-selects", "0")
            .with("oltp-index-updates", "4")
            // Time for the other thread to take its first lock before this one asks for a second.
            .with("oltp-user-delay-min", "2000")
            .with("oltp-dist-type", "uniform");
    prepare(job);
    try (Connection connection = connect(job)) {
      ServerCounts before = ServerCounts.read(target, connection, TABLE);
      try (TestRun run = job.open()) {
        for (int rounds = 0; rounds < 100 && deadlocks(job) == 0; rounds++) {
          run.iterateAtOnce(5);
        }
      }
      await(() -> deadlocks(target, connection, before) >= deadlocks(job));
      assertEquals(deadlocks(job), deadlocks(target, connection, before));
    }
    assertTrue(deadlocks(job) > 0, () -> job.totals().failures().toString());
    assertEquals(0, job.totals().transactions().failed(), job.totals().failures()::toString);
    assertEquals(job.totals().failures().size(), job.totals().retried());
    assertHolds(job);
  }

  @ParameterizedTest
  @EnumSource
  void threadsThatRunAtOnceLeaveTheTableWhole(LiveTarget target) throws Exception {
    JobTester job = job(target).threads(8).with("oltp-table-size", "10000");
    prepare(job);
    try (TestRun run = job.open()) {
      run.iterateAtOnce(60);
    }
    assertEquals(480, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    assertTrue(
        job.totals().failures().stream()
            .allMatch(failure -> failure.retry() == Failure.Retry.SAME_INPUT),
        () -> job.totals().failures().toString());
    job.verifyHolds();
    job.cleanUp();
  }

  private static long deadlocks(JobTester job) {
    return job.totals().failures().stream()
        .filter(failure -> failure.errorClass() == ErrorClass.DEADLOCK)
        .count();
  }

  private static long deadlocks(LiveTarget target, Connection connection, ServerCounts before)
      throws SQLException {
    return ServerCounts.read(target, connection, TABLE).minus(before).of("deadlocks");
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRESQL", mode = EnumSource.Mode.EXCLUDE)
  void aTransactionThatWaitedTooLongIsRepeatedWithTheVerySameStatements(LiveTarget target)
      throws Exception {
    JobTester job = job(target);
    prepare(job);
    try (Connection connection = connect(job);
        TestRun run = job.open()) {
      Rows.run(connection, "set global log_output = 'TABLE'");
      Rows.run(connection, "truncate table mysql.general_log");
      Rows.run(connection, "set global general_log = on");
      try {
        iterateAgainstLocks(job, run);
      } finally {
        Rows.run(connection, "set global general_log = off");
      }
      List<String> executed =
          Rows.column(
              connection,
              "select argument from mysql.general_log where command_type = 'Execute'"
                  + " and argument like '%"
                  + TABLE
                  + "%' order by event_time");
      // 14 reads and the update that waited, as often as it did; then the whole transaction.
      int repeated = 15 * Math.toIntExact(job.totals().retried());
      assertEquals(repeated + 18, executed.size(), executed::toString);
      for (int i = 0; i < repeated; i++) {
        assertEquals(executed.get(repeated + i % 15), executed.get(i));
      }
    }
    assertHolds(job);
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionThatWaitedTooLongIsRepeatedUntilItSucceeds(LiveTarget target) throws Exception {
    JobTester job = job(target);
    prepare(job);
    try (TestRun run = job.open()) {
      iterateAgainstLocks(job, run);
    }
    assertTrue(
        job.totals().failures().stream()
            .allMatch(failure ->
                failure.errorClass() == ErrorClass.LOCK_WAIT
                    && failure.retry() == Failure.Retry.SAME_INPUT),
        () -> job.totals().failures().toString());
    assertEquals(1, job.totals().transactions().ok());
    assertHolds(job);
  }

  /// One iteration, with all rows locked until it was repeated once.
  private static void iterateAgainstLocks(JobTester job, TestRun run) throws Exception {
    try (Connection locks = connect(job);
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      locks.setAutoCommit(false);
      Rows.column(locks, "select id from " + TABLE + " for update");
      Future<?> iteration =
          thread.submit(() -> {
            run.iterate(1);
            return true;
          });
      await(() -> job.totals().retried() > 0);
      locks.rollback();
      iteration.get();
    }
  }

  /// A condition of a test, which may ask a database.
  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void await(Condition condition) throws Exception {
    for (int i = 0; i < 2_400 && !condition.holds(); i++) {
      LockSupport.parkNanos(50_000_000);
    }
    assertTrue(condition.holds(), "not within two minutes");
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatNeverComesLosesNoRow(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("url", target.url(proxy));
      prepare(job);
      try (TestRun run = job.open()) {
        run.iterate(5);
        for (int trip = 1; trip <= 20; trip++) {
          proxy.swallowAnswer(trip);
          run.iterate(3);
        }
      }
      assertEquals(
          1, job.totals().transactions().uncertain(), () -> job.totals().failures().toString());
      assertEquals(
          19, job.totals().transactions().failed(), () -> job.totals().failures().toString());
      job.verifyHolds();
      job.cleanUp();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aLoadWhoseConnectionBrokeGoesOnWhereItWas(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("oltp-table-size", "30000").with("load-threads", "1");
      job.cleanUp();
      job.with("url", target.url(proxy));
      proxy.swallowAnswer(60);
      assertThrows(SQLException.class, job::prepare);
      assertEquals(30_000, job.prepare().whole(Sysbench04Oltp.ROWS_BEFORE));
      assertHolds(job);
    }
  }
}
