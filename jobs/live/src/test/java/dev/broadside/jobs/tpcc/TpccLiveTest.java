package dev.broadside.jobs.tpcc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.broadside.core.work.ErrorClass;
import dev.broadside.core.work.Totals;
import dev.broadside.jobs.testkit.LiveTarget;
import dev.broadside.jobs.testkit.Proxy;
import dev.broadside.kit.jdbc.Target;
import dev.broadside.kit.query.Rows;
import dev.broadside.testkit.JobTester;
import dev.broadside.testkit.TestRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The order entry on real databases: the conditions hold with terminals that run at once, with
/// answers that never come and with connections that are killed.
class TpccLiveTest {

  private static JobTester job(LiveTarget target) throws Exception {
    JobTester job =
        target
            .target(JobTester.of(new Tpcc()))
            .with("scale", "0.01")
            .with("table-prefix", "tc_")
            .with("clean-up", "drop");
    job.cleanUp();
    assertEquals(List.of(), job.trial());
    return job;
  }

  private static Totals of(JobTester job, String operation) {
    return job.totals().operation(operation);
  }

  private static long orderNumbers(Connection connection) throws SQLException {
    return Rows.whole(connection, "select sum(d_next_o_id) from tc_district");
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void terminalsThatRunAtOnceKeepTheConditionsAndTheirCount(LiveTarget target) throws Exception {
    JobTester job = job(target).with("warehouses", "2").agents(3).threads(6);
    job.prepare();
    try (TestRun run = job.open();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      long before = orderNumbers(connection);
      run.iterateAtOnce(80);
      assertEquals(480, job.totals().transactions().ok(), () -> job.totals().failures().toString());
      assertEquals(of(job, NewOrder.NEXT_ORDER).effective(), orderNumbers(connection) - before);
    }
    job.verifyHolds();
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void anOrderThatCameWhileItsDeliveryWasUnderWayIsDelivered(LiveTarget target) throws Exception {
    JobTester job = job(target).with("scale", "0.001").with("mix", "1,0,0,1,0").threads(6);
    job.prepare();
    try (TestRun run = job.open()) {
      run.iterateAtOnce(40);
    }
    assertEquals(240, job.totals().transactions().ok(), () -> job.totals().failures().toString());
    job.verifyHolds();
    job.cleanUp();
  }

  @ParameterizedTest
  @EnumSource(names = "MARIADB") // which tells who waits
  void aNoteOnACustomerWithBadCreditThatCameMeanwhileIsKept(LiveTarget target) throws Exception {
    JobTester job = job(target).with("mix", "0,1,0,0,0").threads(1);
    job.prepare();
    try (TestRun run = job.open();
        ExecutorService terminal = Executors.newSingleThreadExecutor();
        Connection other = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      other.setAutoCommit(false);
      Rows.run(other, "update tc_customer set c_credit = 'BC', c_data = 'meanwhile'");
      Future<?> payment =
          terminal.submit(() -> {
            run.iterate(1);
            return true;
          });
      String waiting =
          """
          select variable_value from information_schema.global_status
          where variable_name = 'innodb_row_lock_current_waits'\
          """;
      while (Rows.whole(other, waiting) == 0 && !payment.isDone()) {
        Thread.onSpinWait();
      }
      other.commit();
      payment.get();
      assertEquals(1, job.totals().transactions().ok(), () -> job.totals().failures().toString());
      assertEquals(
          0,
          Rows.whole(other, "select count(*) from tc_customer where c_data not like '%meanwhile'"));
    }
    job.cleanUp();
  }

  /// Each network trip of the transactions that write has its answer swallowed, their commits too.
  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void anAnswerThatNeverComesBreaksNoCondition(LiveTarget target) throws Exception {
    try (Proxy proxy = new Proxy(target.port())) {
      JobTester job = job(target).with("url", target.url(proxy));
      job.prepare();
      swallow(proxy, job.with("mix", "0,1,0,0,0"), IntStream.rangeClosed(1, 18));
      long payments = job.totals().transactions().uncertain();
      assertTrue(payments > 0);
      IntStream commits = IntStream.range(0, 44).map(i -> 6 + 4 * (5 + i % 11) + 1);
      swallow(
          proxy,
          job.with("mix", "1,0,0,0,0"),
          IntStream.concat(IntStream.rangeClosed(1, 11), commits));
      assertTrue(job.totals().transactions().uncertain() > payments);
      swallow(proxy, job.with("mix", "0,0,0,1,0"), IntStream.of(1, 2, 3, 4, 5, 6, 7, 8, 71));
      assertTrue(of(job, OrderDelivery.DELIVER).uncertain() >= 10);
      assertTrue(
          job.totals().failures().stream()
              .allMatch(failure -> failure.errorClass() == ErrorClass.CONNECTION_LOST),
          () -> job.totals().failures().toString());
      job.verifyHolds();
      job.with("url", target.url()).cleanUp();
    }
  }

  private static void swallow(Proxy proxy, JobTester job, IntStream trips) throws Exception {
    try (TestRun run = job.open()) {
      run.iterate(1);
      for (int trip : trips.toArray()) {
        proxy.swallowAnswer(trip);
        run.iterate(2);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"MARIADB", "POSTGRESQL"})
  void killedConnectionsBreakNoCondition(LiveTarget target) throws Exception {
    JobTester job = job(target).threads(4);
    job.prepare();
    try (TestRun run = job.open();
        ExecutorService killer = Executors.newSingleThreadExecutor();
        Connection connection = Target.of(job.values()).connect(Target.Purpose.RUN)) {
      Future<?> load =
          killer.submit(() -> {
            run.iterateAtOnce(80);
            return true;
          });
      while (!load.isDone()) {
        killOthers(target, connection);
      }
      load.get();
    }
    Totals transactions = job.totals().transactions();
    assertTrue(transactions.failed() > 0, transactions::toString);
    assertEquals(320, transactions.ok() + transactions.failed() + transactions.uncertain());
    job.verifyHolds();
    job.cleanUp();
  }

  /// One after the other, and only after the load has gone on.
  private static void killOthers(LiveTarget target, Connection connection) throws Exception {
    long before = orderNumbers(connection);
    String others =
        target == LiveTarget.POSTGRESQL
            ? "select pid from pg_stat_activity where pid <> pg_backend_pid() and query ilike '%tc_%'"
            : "select id from information_schema.processlist where id <> connection_id()"
                + " and db = 'test' order by id desc limit 1";
    for (int i = 0; i < 2_000 && orderNumbers(connection) < before + 20; i++) {
      Thread.onSpinWait();
    }
    for (String one : Rows.column(connection, others)) {
      try {
        Rows.run(
            connection,
            target == LiveTarget.POSTGRESQL
                ? "select pg_terminate_backend(" + one + ")"
                : "kill " + one);
      } catch (SQLException _) {
        // It has gone by itself.
      }
    }
  }
}
